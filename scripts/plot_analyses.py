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
from matplotlib.ticker import MaxNLocator

PREFERRED = "mean"  # the column of a profile that is drawn; otherwise the last one
KEYS = 2  # the first columns are the iteration and the time
MAX_CURVES, MAX_HISTOGRAMS, MAX_IMAGES = 5, 3, 3  # times
INTEGER_STEPS = [1, 2, 5, 10]  # between ticks
LENGTHS = ("radius", "x", "y", "z")  # columns with the unit of the coordinates
INTEGERS = ("index", "index_0", "index_1", "region")  # columns of integers, whose axes have no ticks between integers
WORDS = {"density": "probability density", "by_volume": "volume per decade", "by_mass": "mass per decade", "logarithm": "decimal logarithm"}
WIDE_RANGE = 100  # densities with a larger ratio of the maximum to the median have a logarithmic scale


@dataclasses.dataclass
class Origin:
    """What the second line of a text file or the attributes of a dataset contain."""

    variables: dict = dataclasses.field(default_factory=dict)  # grid functions by their names in the program
    parameters: dict = dataclasses.field(default_factory=dict)  # numbers as text


@dataclasses.dataclass
class Table:
    """The columns after iteration and time, and {time: rows}."""

    name: str
    columns: list
    rows: dict
    origin: Origin

    @property
    def is_series(self):
        return all(len(rows) == 1 for rows in self.rows.values())

    @property
    def is_constant(self):
        """Whether the time has no meaning: the program does not read the state of a simulation."""
        return len(self.rows) == 1 and not self.origin.variables

    @property
    def is_image(self):
        return all(self.lattice(rows) is not None for rows in self.rows.values())

    @property
    def is_curve(self):
        """Whether the first column increases from row to row at all times."""
        return not self.is_image and len(self.columns) > 1 and all(
            len(rows) > 1 and (numpy.diff(rows[:, 0]) > 0).all() for rows in self.rows.values())

    @property
    def is_histogram(self):
        return self.columns[0] == "value" and self.columns[-1] == "density"

    def value_column(self, n_axes):
        return self.columns.index(PREFERRED) if PREFERRED in self.columns[n_axes:] else len(self.columns) - 1

    def meaningful(self, rows, n):
        """Returns the rows without means of no points, which are 0 in the table, and without NaN."""
        if self.columns[n] == PREFERRED and "points" in self.columns:
            rows = rows[rows[:, self.columns.index("points")] > 0]
        return rows[~numpy.isnan(rows[:, n])]

    def lattice(self, rows):
        """Returns the coordinates of a lattice that the first two columns form; nothing if they form none."""
        if len(self.columns) < 3:
            return None
        first, second = numpy.unique(rows[:, 0]), numpy.unique(rows[:, 1])
        is_whole = len(first) > 1 and len(second) > 1 and len(first) * len(second) == len(rows)
        return (first, second) if is_whole else None

    @property
    def directions(self):
        """Returns the axes of a projection or slice, and its normal; nothing for other tables."""
        axis = self.origin.parameters.get("axis")
        if self.columns[:2] != ["first", "second"] or axis not in ("0", "1", "2"):
            return None
        return "xyz".replace(normal := "xyz"[int(axis)], ""), normal

    @property
    def has_equal_scales(self):
        """Whether the axes of an image are both lengths or both indices."""
        return bool(self.directions) or self.columns[0] == "index_0" or set(self.columns[:2]) <= set(LENGTHS)

    def words_of(self, n):
        """Returns the quantity in a column, such as `mean of Wave::rho`."""
        name, variable = self.columns[n], self.origin.variables.get("field", "")
        if name == "value":
            return variable or self.name.rpartition("-")[2]  # the file PROGRAM-OUTPUT, or PROGRAM if it has one output
        if name in self.origin.variables:
            return self.origin.variables[name]
        if name == "density" and not variable:
            return WORDS[name]
        words = WORDS.get(name, name if "." in name else name.replace("_", " "))
        if name in (*LENGTHS, *INTEGERS, "points", "threshold", "wave_number") or "." in name or not variable:
            return words
        return f"{words} of {variable}"

    def axis_label(self, n, style):
        name = self.columns[n]
        return style.units.coordinate(name) if name in LENGTHS else plot_pictures.label(self.words_of(n), style)

    def image_words(self, n):
        if not (directions := self.directions):
            return self.words_of(n)
        if "position" in self.origin.parameters:
            return f"{self.words_of(n)} near {directions[1]} = {self.origin.parameters['position']}"
        return f"{self.words_of(n)} along {directions[1]}"


@dataclasses.dataclass
class Image:
    """The values of a table at a time as a plane of plot_pictures."""

    name: str
    axes: str
    coordinates: dict
    values: numpy.ndarray
    time: float
    position: dict = dataclasses.field(default_factory=dict)

    @property
    def type(self):
        return self.values.dtype


def assignments_in(text):
    return dict(item.split(" = ", 1) for item in text.split(", ") if " = " in item)


def origin_in(line):
    """Returns the content of the second line of a text file."""
    origin = Origin()
    for part in line.removeprefix("# ").split("; ")[1:]:
        for name, value in assignments_in(part).items():
            (origin.variables if "::" in value else origin.parameters)[name] = value
    return origin


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
    return table_of(path.stem, names, numbers, origin_in(lines[1]) if lines[1].startswith("#") else Origin())


def table_of(name, columns, numbers, origin):
    rows = {}
    for row in numbers:
        rows.setdefault(row[1], []).append(row[KEYS:])
    return Table(name, columns[KEYS:], {time: numpy.array(part) for time, part in rows.items()}, origin) if rows else None


def origin_of(attributes):
    texts = {name: value.decode() if isinstance(value, bytes) else str(value) for name, value in attributes.items()}
    return Origin(assignments_in(texts.get("grid functions", "")), assignments_in(texts.get("parameters", "")))


def read_hdf5_tables(path):
    """Returns the tables of an HDF5 file by name: datasets whose rows begin with `iteration` and `time`."""
    with open_hdf5(path) as file:
        found = {name: (data[()], origin_of(data.attrs)) for name, data in file.items()
                 if isinstance(data, h5py.Dataset) and (data.dtype.names or ())[:KEYS] == ("iteration", "time")}
    return {name: table_of(name, list(rows.dtype.names), rows.tolist(), origin) for name, (rows, origin) in found.items()}


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
    axes.plot(list(table.rows), plot_pictures.shown(numpy.array([rows[0, n] for rows in table.rows.values()]), style))
    plot_pictures.scale_values(axes, style)
    axes.set(xlabel=style.units.time(), ylabel=plot_pictures.label(table.words_of(n), style), title=table.name)


def draw_curves(axes, table, times, style):
    """Draws a curve for each time."""
    n, chosen = table.value_column(1), choose_times(table, times, MAX_HISTOGRAMS if table.is_histogram else MAX_CURVES)
    labels = [None if table.is_constant else f"t = {time:.4g}" for time in chosen]
    curves = [table.meaningful(table.rows[time], n)[:, [0, n]] for time in chosen]
    if table.is_histogram:
        draw_histograms(axes, curves, labels, style)
    else:
        for k, (curve, label) in enumerate(zip(curves, labels)):
            axes.plot(curve[:, 0], plot_pictures.shown(curve[:, 1], style), color=plot_style.colour_of(k, len(chosen)), label=label,
                      marker="o" if len(curve) == 1 else None)
        plot_pictures.scale_values(axes, style)
    if table.columns[0] in INTEGERS:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=INTEGER_STEPS))
    axes.set(xlabel=table.axis_label(0, style), ylabel=plot_pictures.label(table.words_of(n), style), title=table.name)


def positive_numbers(arrays):
    numbers = numpy.concatenate([values.ravel() for values in arrays])
    return numbers[numbers > 0]


def is_wide(densities):
    """Whether a linear scale would show only the largest of these positive numbers."""
    return len(densities) > 0 and max(densities) > WIDE_RANGE * numpy.median(densities)


def draw_histograms(axes, curves, labels, style):
    """Draws densities as steps. Bins without points are at the lower end of a logarithmic scale."""
    positive = positive_numbers([curve[:, 1] for curve in curves])
    is_logarithmic = style.is_logarithmic or (is_wide(positive) and not style.limits)
    lowest = min(positive, default=1) / 2 if is_logarithmic else 0
    for k, (curve, label) in enumerate(zip(curves, labels)):
        left, right = plot_pictures.edges(curve[:, 0])
        axes.stairs(numpy.maximum(curve[:, 1], lowest), numpy.linspace(left, right, len(curve) + 1), baseline=lowest, label=label,
                    color=plot_style.colour_of(k, len(curves)), linewidth=1.9)
    if is_logarithmic:
        plot_style.log_scale(axes)
        axes.set_ylim(bottom=lowest)
    if style.limits:
        axes.set_ylim(*style.limits)


def image_of(table, time):
    """Returns the values at a time. The first index of a matrix is its row, which is drawn along the vertical axis."""
    rows, n = table.rows[time], table.value_column(2)
    first, second = table.lattice(rows)
    values = rows[numpy.lexsort((rows[:, 1], rows[:, 0])), n].reshape(len(first), len(second))
    name = table.image_words(n)
    if table.columns[0] == "index_0":
        return Image(name, ("column", "row"), {"column": second, "row": first}, values.T, time)
    axes = table.directions[0] if table.directions else table.columns[:2]
    return Image(name, axes, dict(zip(axes, (first, second))), values, time)


def label_image(axes, table, image, style):
    """Replaces the labels of an image that is no plane of the grid."""
    if table.is_constant:
        axes.set_title("")
    if table.columns[0] == "index_0":
        axes.invert_yaxis()
        axes.set(xlabel=image.axes[0], ylabel=image.axes[1])
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True, steps=INTEGER_STEPS))
    elif not table.directions:
        axes.set(xlabel=table.axis_label(0, style), ylabel=table.axis_label(1, style))
        if not table.has_equal_scales:
            axes.set_aspect("auto")


def draw_image(table, times, style):
    """Returns a figure with an image for each time."""
    images = [image_of(table, time) for time in choose_times(table, times, MAX_IMAGES)]
    size = plot_pictures.panel_size(images[0], 5, 4) if table.has_equal_scales else (5, 4)
    figure, (row,) = plot_style.new_figure(1, len(images), *size, is_image=True)
    values = [image.values for image in images]
    is_logarithmic = table.columns[-1] == "density" and is_wide(positive_numbers(values)) and not style.limits
    scale = plot_pictures.colour_scale(values, dataclasses.replace(style, is_logarithmic=style.is_logarithmic or is_logarithmic))
    for image, panel in zip(images, row):
        drawn = plot_pictures.draw_image(panel, image, scale, style)
        label_image(panel, table, image, style)
    plot_pictures.draw_colour_bar(figure, drawn, list(row), images[0], style)
    figure.suptitle(style.title if style.title == table.name else f"{style.title}: {table.name}")
    return figure


def draw(folder, style, times, names):
    """Yields the name and an iterable of figures of each picture. not_drawn() describes the other tables."""
    tables = {name: table for name, table in read_tables(folder).items() if not names or name in names}
    images = [table for table in tables.values() if table.is_image]
    series = [table for table in tables.values() if table.is_series and len(table.rows) > 1]
    curves = [table for table in tables.values() if table.is_curve]
    if series:
        panels = [(table, n) for table in series for n in range(len(table.columns))]
        yield "analysis_series", plot_pictures.panel_pages(panels, lambda axes, panel: draw_series(axes, panel, style), [], style)
    if curves:
        untitled = dataclasses.replace(style, title="" if [table.name for table in curves] == [style.title] else style.title)
        yield "analysis_curves", plot_pictures.panel_pages(curves, lambda axes, table: draw_curves(axes, table, times, style), ["t = 0.0000"], untitled)
    for table in images:
        yield f"analysis_{table.name}", [draw_image(table, times, style)]


def not_drawn(folder, names):
    """Yields a sentence about each table that has no picture."""
    for name, table in read_tables(folder).items():
        if names and name not in names:
            continue
        if table.is_series and len(table.rows) == 1:
            yield f"no picture of {name}: it contains single numbers at one time"
        elif not (table.is_series or table.is_image or table.is_curve):
            yield f"no picture of {name}: it is neither a time series nor a curve nor an image"
