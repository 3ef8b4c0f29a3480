"""Draws time series, lines and slices of the output of a run. Functions that draw return figures."""

import dataclasses
import math

import numpy
import plot_style
from chemora import exact_solution
from matplotlib import colors

PANELS_PER_PAGE = 8
COLUMNS = 2
ROWS_PER_PAGE = 4
DECADES = 8  # the range of logarithmic scales below the largest value
ROUNDING = 1e-12  # relative range of values that are regarded as equal
SMALL, SMALLEST = 0.2, 0.02  # sizes of values at a time relative to the largest: small ones, and those that are regarded as 0
LABELS = 0.9  # inches for the labels of an axis


@dataclasses.dataclass
class Style:
    """The scale of values, the units, and the title of the picture. Without `limits`, the values that are drawn determine the scale."""

    is_logarithmic: bool = False
    limits: tuple = None
    units: plot_style.Units = dataclasses.field(default_factory=plot_style.Units)
    title: str = ""


def choose_times(variable, requested, n):
    """Returns the indices of the output times closest to the requested ones, or of `n` times from the first to the last."""
    if requested:
        return sorted({variable.index_of(time) for time in requested})
    return sorted({int(i) for i in numpy.rint(numpy.linspace(0, len(variable) - 1, min(n, len(variable))))})


def finite_values(values, style):
    """The values that the scale can show."""
    values = shown(values, style)
    return values[numpy.isfinite(values) & ((values > 0) | (not style.is_logarithmic))]


def range_of(arrays, style):
    """Returns the limits of the style, or the smallest and the largest finite value."""
    low, high = numpy.inf, -numpy.inf
    for values in () if style.limits else arrays:
        values = finite_values(values, style)
        low, high = numpy.min(values, initial=low), numpy.max(values, initial=high)
    if style.limits:
        return style.limits
    if low > high:  # no finite value
        return (0.1, 1) if style.is_logarithmic else (0, 1)
    return (max(low, high * 10.0**-DECADES) if style.is_logarithmic else low), high


def colour_scale(arrays, style):
    """Returns the norm and colour map of an iterable of arrays, one for each time. Values of both signs have a symmetric scale with
    white at 0. If the values at some time are much smaller than at others, so that a linear scale would not show them, the scale is
    logarithmic beyond the size of the small ones."""
    sizes = []

    def measured():
        for values in arrays:
            sizes.append(float(numpy.max(abs(finite_values(values, style)), initial=0)))
            yield values

    low, high = range_of(measured(), style)
    if high - low <= ROUNDING * max(abs(low), abs(high)):
        high = low + (abs(low) or 1)
    if style.is_logarithmic:
        return colors.LogNorm(low, high), plot_style.SEQUENTIAL
    if low < 0 < high and not style.limits and min(-low, high) > 0.05 * max(-low, high):
        low, high = -max(-low, high), max(-low, high)
    colour_map = plot_style.DIVERGING if low == -high else plot_style.SEQUENTIAL
    smallest = min((size for size in sizes if size > SMALLEST * max(sizes)), default=0)
    if 0 < smallest < SMALL * max(sizes):
        return colors.AsinhNorm(smallest, low, high), colour_map
    return colors.Normalize(low, high), colour_map


def shown(values, style):
    return abs(values) if style.is_logarithmic or values.dtype.kind == "c" else values


def label(name, style, is_absolute=False):
    return style.units.label(f"|{name}|" if style.is_logarithmic or is_absolute else name)


def label_of(variable, style):
    return label(variable.name, style, variable.type.kind == "c")


def position_text(variable):
    return ", ".join(f"{axis} = {place:.4g}" for axis, place in variable.position.items())


def panel_pages(panels, draw, legends, style):
    """Yields figures with up to PANELS_PER_PAGE panels; `draw(axes, panel)` draws each panel. `legends` contains the labels of all legends."""
    for first in range(0, len(panels), PANELS_PER_PAGE):
        page = panels[first : first + PANELS_PER_PAGE]
        n_columns = min(COLUMNS, len(page))
        width = 4.8 + plot_style.legend_width(legends)
        figure, axes = plot_style.new_figure(-(-len(page) // n_columns), n_columns, width, 3.4)
        for panel, panel_axes in zip(page, axes.flat):
            draw(panel_axes, panel)
            plot_style.legend_beside(panel_axes)
        for unused in axes.flat[len(page) :]:
            unused.remove()
        figure.suptitle(style.title)
        yield figure


def scale_values(axes, style):
    """Sets the scale of the axis of values."""
    if style.is_logarithmic:
        plot_style.log_scale(axes)
    if style.limits:
        axes.set_ylim(*style.limits)


def draw_series(tables, style):
    """Yields pages of time series. Sums over the grid have their own panels, because their size depends on the number of points. The
    number of points itself is not drawn."""
    panels = []
    for table in tables.values():
        sums, others = ["sum"] if "sum" in table.columns else [], [name for name in table.columns if name not in ("sum", "count")]
        panels += [(table, columns) for columns in (others, sums) if columns]

    def draw(axes, panel):
        table, columns = panel
        for name in columns:
            curve = table.curve(name)
            axes.plot(curve.times, shown(curve.values, style), label=plot_style.reduction(name) if len(columns) > 1 else None,
                      marker="o" if len(curve.times) == 1 else None)
        scale_values(axes, style)
        axes.set(xlabel=style.units.time(), ylabel=plot_style.reduction_of(label(table.name, style), columns[0] if len(columns) == 1 else ""))

    legends = [plot_style.reduction(name) for _, columns in panels if len(columns) > 1 for name in columns]
    yield from panel_pages(panels, draw, legends, style)


def is_exact_solution(name, variables):
    """Whether the variable is the exact solution of another one, in whose panel it is drawn."""
    return "_exact" in name and name.replace("_exact", "", 1) in variables


def draw_lines(lines, style, times=(), references=None, all_lines=None):
    """Yields pages of lines, each at several times. Exact solutions are dashed: those that the run wrote at the times of the variable,
    which are among `all_lines`, and `references`, {variable: (coordinates, values, label)}."""

    def draw(axes, variable):
        chosen = choose_times(variable, times, 5)
        for n, i in enumerate(chosen):
            data = variable[i]
            axes.plot(data.coordinates[variable.axes], shown(data.values, style), "-", color=plot_style.colour_of(n, len(chosen)),
                      label=f"t = {data.time:.4g}")
            if exact := exact_solution(data, all_lines or lines):
                axes.plot(exact.coordinates[variable.axes], shown(exact.values, style), **plot_style.EXACT,
                          label="exact" if i == chosen[-1] else None)
        if reference := (references or {}).get(variable.name):
            axes.plot(reference[0], shown(reference[1], style), **plot_style.EXACT, label=reference[2])
        scale_values(axes, style)
        axes.set(xlabel=style.units.coordinate(variable.axes), ylabel=label_of(variable, style), title=position_text(variable))

    panels = [variable for name, variable in lines.items() if not is_exact_solution(name, lines)]
    legends = ["t = 0.0000", *(reference[2] for reference in (references or {}).values())]
    yield from panel_pages(panels, draw, legends, style)


def edges(points):
    """Returns the outer edges of the pixels whose centres are these points."""
    half = (points[1] - points[0]) / 2
    return points[0] - half, points[-1] + half


def height_ratio(data):
    """Returns the ratio of height to width of a plane."""
    (left, right), (bottom, top) = map(edges, data.coordinates.values())
    return (top - bottom) / (right - left)


def panel_size(data, width, height):
    """Returns the width and height of a panel in inches. `width` and `height` are those of a panel of a square plane. The panel
    of a long plane has about the same area."""
    ratio = height_ratio(data)
    if 2 / 3 < ratio < 3 / 2:
        return width, height
    root = numpy.clip(ratio**0.5, 0.5, 2)
    return (width - LABELS) / root + LABELS, (height - LABELS) * root + LABELS


def draw_image(axes, data, scale, style):
    """Draws a plane. `scale` is the result of colour_scale()."""
    (left, right), (bottom, top) = map(edges, data.coordinates.values())
    image = axes.imshow(shown(data.values.T, style), origin="lower", extent=(left, right, bottom, top), norm=scale[0], cmap=scale[1],
                        interpolation="nearest", aspect="equal" if 1 / 8 <= height_ratio(data) <= 8 else "auto")
    axes.grid(False)
    axes.spines[:].set_visible(True)
    axes.set(xlabel=style.units.coordinate(data.axes[0]), ylabel=style.units.coordinate(data.axes[1]), title=f"t = {data.time:.5g}")
    return image


def image_label(variable, style):
    position = position_text(variable)
    return label_of(variable, style) + (f" at {position}" if position else "")


def draw_colour_bar(figure, image, axes, variable, style):
    """Draws a colour bar. A scale that is logarithmic beyond small values has ticks at 1 and 3 times powers of 10."""
    bar = figure.colorbar(image, ax=axes, label=image_label(variable, style))
    if isinstance(image.norm, colors.AsinhNorm):
        largest = max(abs(image.norm.vmin), abs(image.norm.vmax))
        decades = range(math.floor(math.log10(image.norm.linear_width)), math.ceil(math.log10(largest)) + 1)
        sizes = [factor * 10.0**decade for decade in decades for factor in (1, 3) if image.norm.linear_width <= factor * 10.0**decade]
        ticks = [tick for tick in (*(-size for size in reversed(sizes)), 0, *sizes) if image.norm.vmin <= tick <= image.norm.vmax]
        bar.set_ticks(ticks, labels=[f"{tick:g}" for tick in ticks])
        bar.minorticks_off()


def draw_slices_of_one_time(rows, style):
    """Yields pages of planes with their own colour scales."""
    for first in range(0, len(rows), COLUMNS * ROWS_PER_PAGE):
        page = [(variable, variable[chosen[0]]) for variable, chosen in rows[first : first + COLUMNS * ROWS_PER_PAGE]]
        n_columns = min(COLUMNS, len(page))
        width, height = numpy.max([panel_size(data, 5, 4) for _, data in page], axis=0)
        figure, axes = plot_style.new_figure(-(-len(page) // n_columns), n_columns, width, height, is_image=True)
        for (variable, data), panel in zip(page, axes.flat):
            draw_colour_bar(figure, draw_image(panel, data, colour_scale([data.values], style), style), panel, variable, style)
        for unused in axes.flat[len(page) :]:
            unused.remove()
        figure.suptitle(style.title)
        yield figure


def draw_slices(planes, style, times=()):
    """Yields pages of planes: a row with one colour scale for each variable, a column for each time. If there is one time, the planes
    fill the rows."""
    rows = [(variable, choose_times(variable, times, 3)) for variable in planes.values()]
    if all(len(chosen) == 1 for _, chosen in rows):
        yield from draw_slices_of_one_time(rows, style)
        return
    for first in range(0, len(rows), ROWS_PER_PAGE):
        page = rows[first : first + ROWS_PER_PAGE]
        n_columns = max(len(chosen) for _, chosen in page)
        width, height = numpy.max([panel_size(variable[chosen[0]], 4, 3.6) for variable, chosen in page], axis=0)
        figure, axes = plot_style.new_figure(len(page), n_columns, width, height, is_image=True)
        for (variable, chosen), row in zip(page, axes):
            scale = colour_scale((variable[i].values for i in chosen), style)
            for i, panel in zip(chosen, row):
                image = draw_image(panel, variable[i], scale, style)
                if panel is not row[0]:
                    panel.set_ylabel("")
            draw_colour_bar(figure, image, list(row), variable, style)
            for unused in row[len(chosen) :]:
                unused.set_visible(False)
        figure.suptitle(style.title)
        yield figure
