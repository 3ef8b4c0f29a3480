"""Draws the tables that the thorn Analysis writes: time series and profiles as curves, and values on a lattice as images.
Functions that draw return figures."""

import contextlib
import dataclasses
import pathlib

import h5py
import numpy
import plot_pictures
import plot_style
from chemora import DamagedFile, MissingData
from chemora.hdf5_files import open_hdf5

PREFERRED = "mean"  # the column of a profile that is drawn; otherwise the last one
KEYS = 2  # the first columns are the iteration and the time
MAX_CURVES = 5


@dataclasses.dataclass
class Table:
    """The columns after iteration and time, and {time: rows}."""

    name: str
    columns: list
    rows: dict

    @property
    def is_series(self):
        return all(len(rows) == 1 for rows in self.rows.values())

    def value_column(self, n_axes):
        return self.columns.index(PREFERRED) if PREFERRED in self.columns[n_axes:] else len(self.columns) - 1

    def lattice(self, rows):
        """Returns the coordinates of a lattice that the first two columns form; nothing if they form none."""
        if len(self.columns) < 3:
            return None
        first, second = numpy.unique(rows[:, 0]), numpy.unique(rows[:, 1])
        is_whole = len(first) > 1 and len(second) > 1 and len(first) * len(second) == len(rows)
        return (first, second) if is_whole else None


def read_table(path):
    lines = path.read_text().splitlines()
    if not lines or not lines[0].startswith("# 1:iteration\t2:time"):
        return None
    names = [column.split(":", 1)[1] for column in lines[0].removeprefix("# ").split("\t")]
    try:
        numbers = [[float(number) for number in line.split("\t")] for line in lines[1:] if line and not line.startswith("#")]
    except ValueError as error:
        raise MissingData(f"{path} contains a row that is no list of numbers: {error}") from None
    if any(len(row) != len(names) for row in numbers):
        raise MissingData(f"{path} contains a row without {len(names)} columns; it may be incomplete")
    return table_of(path.stem, names, numbers)


def table_of(name, columns, numbers):
    rows = {}
    for row in numbers:
        rows.setdefault(row[1], []).append(row[KEYS:])
    return Table(name, columns[KEYS:], {time: numpy.array(part) for time, part in rows.items()}) if rows else None


def read_hdf5_tables(path):
    """Returns the tables of an HDF5 file by name: datasets whose rows begin with `iteration` and `time`."""
    with open_hdf5(path) as file:
        rows = {name: data[()] for name, data in file.items() if isinstance(data, h5py.Dataset) and (data.dtype.names or ())[:KEYS] == ("iteration", "time")}
    return {name: table_of(name, list(data.dtype.names), data.tolist()) for name, data in rows.items()}


def read_tables(folder):
    """Returns the tables of the folder by name, from text files if they exist. Files of other thorns have other first lines or datasets."""
    tables = {}
    for path in sorted(pathlib.Path(folder).glob("*.h5")):
        with contextlib.suppress(DamagedFile):  # the reader of the run reports the file
            tables |= read_hdf5_tables(path)
    tables |= {path.stem: read_table(path) for path in sorted(pathlib.Path(folder).glob("*.tsv"))}
    return {name: table for name, table in tables.items() if table}


def choose_times(table, requested, n):
    times = list(table.rows)
    if requested:
        return sorted({min(times, key=lambda time: abs(time - wanted)) for wanted in requested})
    return [times[i] for i in sorted({int(i) for i in numpy.rint(numpy.linspace(0, len(times) - 1, min(n, len(times))))})]


def draw_series(axes, panel, style):
    table, n = panel
    axes.plot(list(table.rows), plot_pictures.shown(numpy.array([rows[0, n] for rows in table.rows.values()]), style),
              marker="o" if len(table.rows) == 1 else None)
    plot_pictures.scale_values(axes, style)
    axes.set(xlabel=style.units.time(), ylabel=plot_pictures.label(table.columns[n], style), title=table.name)


def draw_curves(axes, table, times, style):
    n, chosen = table.value_column(1), choose_times(table, times, MAX_CURVES)
    for k, time in enumerate(chosen):
        rows = table.rows[time]
        axes.plot(rows[:, 0], plot_pictures.shown(rows[:, n], style), color=plot_style.colour_of(k, len(chosen)), label=f"t = {time:.4g}")
    plot_pictures.scale_values(axes, style)
    axes.set(xlabel=table.columns[0], ylabel=plot_pictures.label(table.columns[n], style), title=table.name)


def draw_image(table, times, style):
    """Returns a figure with an image for each time."""
    n, chosen = table.value_column(2), choose_times(table, times, 3)
    figure, axes = plot_style.new_figure(1, len(chosen), 5, 4, is_image=True)
    images = []
    for time in chosen:
        rows = table.rows[time]
        order = numpy.lexsort((rows[:, 0], rows[:, 1]))
        first, second = table.lattice(rows)
        images.append((first, second, rows[order, n].reshape(len(second), len(first))))
    scale = plot_pictures.colour_scale([values for _, _, values in images], style)
    for time, (first, second, values), panel in zip(chosen, images, axes.flat):
        (left, right), (bottom, top) = plot_pictures.edges(first), plot_pictures.edges(second)
        image = panel.imshow(plot_pictures.shown(values, style), origin="lower", extent=(left, right, bottom, top), norm=scale[0],
                             cmap=scale[1], interpolation="nearest", aspect="auto")
        panel.grid(False)
        panel.set(xlabel=table.columns[0], ylabel=table.columns[1], title=f"t = {time:.5g}")
    figure.colorbar(image, ax=list(axes.flat), label=plot_pictures.label(table.columns[n], style))
    figure.suptitle(f"{style.title}: {table.name}")
    return figure


def is_curve(table):
    """Whether the first column increases from row to row at all times."""
    return len(table.columns) > 1 and all(len(rows) > 1 and (numpy.diff(rows[:, 0]) > 0).all() for rows in table.rows.values())


def draw(folder, style, times, names):
    """Yields the name and an iterable of figures of each picture. Tables that are neither series, curves nor images are not
    drawn."""
    tables = {name: table for name, table in read_tables(folder).items() if not names or name in names}
    images = [table for table in tables.values() if all(table.lattice(rows) is not None for rows in table.rows.values())]
    series = [(table, n) for table in tables.values() if table.is_series for n in range(len(table.columns))]
    curves = [table for table in tables.values() if table not in images and is_curve(table)]
    if series:
        yield "analysis_series", plot_pictures.panel_pages(series, lambda axes, panel: draw_series(axes, panel, style), [], style)
    if curves:
        yield "analysis_curves", plot_pictures.panel_pages(curves, lambda axes, table: draw_curves(axes, table, times, style), ["t = 0.0000"], style)
    for table in images:
        yield f"analysis_{table.name}", [draw_image(table, times, style)]
