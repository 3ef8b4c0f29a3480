"""Draws time series, lines, slices and movies of the output of a run with matplotlib. Functions that draw return figures."""

import dataclasses
import datetime
import sys
import time

import numpy
from matplotlib import cm, colors
from matplotlib.figure import Figure
from PIL import Image
from run_output import MissingData

PANELS_PER_PAGE = 9
ROWS_PER_PAGE = 4
DECADES = 8  # the range of logarithmic scales below the largest value
SECONDS_PER_REPORT = 10
LABELS = 0.8  # inches for the labels of an axis


@dataclasses.dataclass
class Style:
    """The scale of values. Without `limits`, the values that are drawn determine it."""

    is_logarithmic: bool = False
    limits: tuple = None


def choose_times(frames, requested, n):
    """Returns the indices of the output times closest to the requested ones, or of `n` times from the first to the last."""
    times = numpy.array(frames.times)
    if not requested:
        return sorted({int(i) for i in numpy.rint(numpy.linspace(0, len(times) - 1, min(n, len(times))))})
    spacing = numpy.max(numpy.diff(times), initial=0)
    for t in requested:
        if not times[0] - spacing <= t <= times[-1] + spacing:
            raise MissingData(f"{frames.variable} has no output at t = {t:g}: expected a time from {times[0]:g} to {times[-1]:g}")
    return sorted({int(numpy.argmin(abs(times - t))) for t in requested})


def range_of(arrays, style):
    """Returns the limits of the style, or the smallest and the largest finite value."""
    low, high = numpy.inf, -numpy.inf
    for values in () if style.limits else arrays:
        values = abs(values) if style.is_logarithmic else values
        values = values[numpy.isfinite(values) & ((values > 0) | (not style.is_logarithmic))]
        low, high = numpy.min(values, initial=low), numpy.max(values, initial=high)
    if style.limits:
        return style.limits
    if low > high:  # no finite value
        return (0.1, 1) if style.is_logarithmic else (0, 1)
    return (max(low, high * 10.0**-DECADES) if style.is_logarithmic else low), high


def colour_scale(arrays, style):
    """Returns the norm and colour map of the arrays. Values of both signs have a symmetric scale with white at 0."""
    low, high = range_of(arrays, style)
    if style.is_logarithmic:
        return colors.LogNorm(low, high if high > low else 10 * low), "viridis"
    if low < 0 < high and not style.limits and min(-low, high) > 0.05 * max(-low, high):
        low, high = -max(-low, high), max(-low, high)
    return colors.Normalize(low, high if high > low else low + 1), "RdBu_r" if low == -high else "viridis"


def new_panels(n_rows, n_columns, width, height):
    figure = Figure(figsize=(width * n_columns, height * n_rows), dpi=100, layout="compressed")
    return figure, figure.subplots(n_rows, n_columns, squeeze=False)


def pages(items, n):
    return [items[i : i + n] for i in range(0, len(items), n)]


def panel_pages(panels, draw):
    """Yields figures with up to PANELS_PER_PAGE panels; `draw(axes, panel)` draws each panel."""
    for page in pages(panels, PANELS_PER_PAGE):
        n_columns = min(3, len(page))
        figure, axes = new_panels(-(-len(page) // n_columns), n_columns, 5, 3.6)
        for panel, panel_axes in zip(page, axes.flat):
            draw(panel_axes, panel)
        for unused in axes.flat[len(page) :]:
            unused.set_visible(False)
        yield figure


def scale_values(axes, style):
    """Sets the scale of the axis of values."""
    if style.is_logarithmic:
        axes.set_yscale("log", nonpositive="mask")
    if style.limits:
        axes.set_ylim(*style.limits)


def shown(values, style):
    return abs(values) if style.is_logarithmic else values


def label(name, style):
    return f"|{name}|" if style.is_logarithmic else name


def draw_series(series, style):
    """Yields pages of time series. Sums over the grid have their own panels, because their size depends on the number of points."""
    panels = []
    for variable, curves in sorted(series.items()):
        sums = {name: curve for name, curve in curves.items() if name == "sum"}
        others = {name: curve for name, curve in sorted(curves.items()) if name != "sum"}
        panels += [(variable, part) for part in (others, sums) if part]

    def draw(axes, panel):
        variable, curves = panel
        for reduction, (times, values) in curves.items():
            axes.plot(times, shown(values, style), label=reduction or None, marker="." if len(times) == 1 else None)
        scale_values(axes, style)
        axes.set(xlabel="t", ylabel=label(variable, style))
        if any(curves):
            axes.legend(fontsize="small")

    yield from panel_pages(panels, draw)


def exact_at(frames, time):
    """The exact solution that the run wrote at a time, as (coordinates, values), or None."""
    matches = [i for i, t in enumerate(frames.times) if abs(t - time) <= 1e-9 * (1 + abs(time))] if frames else []
    return frames.read(matches[0]) if matches else None


def line_label(frames):
    return {"d": "along the diagonal"}.get(frames.axes, frames.axes)


def draw_lines(lines, style, times=(), references=None):
    """Yields pages of lines, each at several times. Exact solutions are dashed: the variable NAME_exact at the times of NAME, and
    `references`, {variable: (coordinates, values, label)}."""

    def draw(axes, frames):
        exact = lines.get(f"{frames.variable}_exact")
        chosen = choose_times(frames, times, 5)
        for n, i in enumerate(chosen):
            x, values = frames.read(i)
            axes.plot(x, shown(values, style), color=cm.viridis(0.9 * n / max(1, len(chosen) - 1)), label=f"t = {frames.times[i]:.6g}")
            if curve := exact_at(exact, frames.times[i]):
                axes.plot(curve[0], shown(curve[1], style), "k--", linewidth=0.9, label="exact" if i == chosen[-1] else None)
        if reference := (references or {}).get(frames.variable):
            axes.plot(reference[0], shown(reference[1], style), "k--", linewidth=0.9, label=reference[2])
        scale_values(axes, style)
        axes.set(xlabel=line_label(frames), ylabel=label(frames.variable, style), title=frames.position)
        axes.legend(fontsize="small")

    yield from panel_pages([frames for name, frames in lines.items() if name.removesuffix("_exact") == name or
                            name.removesuffix("_exact") not in lines], draw)


def edges(points):
    """Returns the outer edges of the pixels whose centres are these points."""
    half = (points[1] - points[0]) / 2
    return points[0] - half, points[-1] + half


def height_ratio(x, y):
    """Returns the ratio of height to width of a plane."""
    (left, right), (bottom, top) = edges(x), edges(y)
    return (top - bottom) / (right - left)


def panel_size(frames, i, width, height):
    """Returns the width and height of a panel in inches. `width` and `height` are those of a panel of a square plane. The panel
    of a long plane has about the same area."""
    x, y, _ = frames.read(i)
    ratio = height_ratio(x, y)
    if 2 / 3 < ratio < 3 / 2:
        return width, height
    root = numpy.clip(ratio**0.5, 0.5, 2)
    return (width - LABELS) / root + LABELS, (height - LABELS) * root + LABELS


def draw_image(axes, frames, i, scale, style):
    """Draws a plane. `scale` is the result of colour_scale()."""
    x, y, values = frames.read(i)
    extent, ratio = (*edges(x), *edges(y)), height_ratio(x, y)
    image = axes.imshow(shown(values, style), origin="lower", extent=extent, norm=scale[0], cmap=scale[1], interpolation="nearest",
                        aspect="equal" if 1 / 8 <= ratio <= 8 else "auto")
    axes.set(xlabel=frames.axes[0], ylabel=frames.axes[1], title=f"t = {frames.times[i]:.6g}")
    return image


def image_label(frames, style):
    return label(frames.variable, style) + (f" at {frames.position}" if frames.position else "")


def draw_slices(planes, style, times=()):
    """Yields pages of planes: a row with one colour scale for each variable, a column for each time."""
    rows = [(frames, choose_times(frames, times, 3)) for frames in planes.values()]
    for page in pages(rows, ROWS_PER_PAGE):
        n_columns = max(len(chosen) for _, chosen in page)
        width, height = numpy.max([panel_size(frames, chosen[0], 4, 3.6) for frames, chosen in page], axis=0)
        figure, axes = new_panels(len(page), n_columns, width, height)
        for (frames, chosen), row in zip(page, axes):
            scale = colour_scale((frames.read(i)[-1] for i in chosen), style)
            for i, panel in zip(chosen, row):
                image = draw_image(panel, frames, i, scale, style)
            figure.colorbar(image, ax=list(row), label=image_label(frames, style))
            for unused in row[len(chosen) :]:
                unused.set_visible(False)
        yield figure


def slice_movie(frames, chosen, style):
    """Returns the figure of the first frame and a function that draws another time into it."""
    figure, ((axes,),) = new_panels(1, 1, *panel_size(frames, chosen[0], 6.4, 5.6))
    image = draw_image(axes, frames, chosen[0], colour_scale((frames.read(i)[-1] for i in chosen), style), style)
    figure.colorbar(image, ax=axes, label=image_label(frames, style))

    def show(i):
        image.set_data(shown(frames.read(i)[-1], style))
        axes.set_title(f"t = {frames.times[i]:.6g}")

    return figure, show


def line_movie(frames, chosen, style, exact):
    """As slice_movie(), for a line and the exact solution that the run wrote."""
    figure, ((axes,),) = new_panels(1, 1, 6.4, 4.8)
    limits = range_of((frames.read(i)[-1] for i in chosen), style)
    (line,), (exact_line,) = axes.plot([], []), axes.plot([], [], "k--", linewidth=0.9)
    if exact:
        exact_line.set_label("exact")
        axes.legend(loc="upper right")
    x = frames.read(chosen[0])[0]
    axes.set(xlabel=line_label(frames), ylabel=label(frames.variable, style))
    axes.update_datalim([(x[0], limits[0]), (x[-1], limits[1])])  # all frames have the same limits
    axes.autoscale_view()
    scale_values(axes, style)

    def show(i):
        x, values = frames.read(i)
        line.set_data(x, shown(values, style))
        curve = exact_at(exact, frames.times[i])
        exact_line.set_data(curve[0] if curve else [], shown(curve[1], style) if curve else [])
        axes.set_title(f"t = {frames.times[i]:.6g}")

    return figure, show


def with_progress(items):
    """Yields the items and prints the remaining time to standard error: in one line of a terminal, else every ten seconds."""
    start = last = time.monotonic()
    for done, item in enumerate(items):
        now = time.monotonic()
        if done and (sys.stderr.isatty() or now - last >= SECONDS_PER_REPORT):
            left = datetime.timedelta(seconds=round((now - start) * (len(items) - done) / done))
            print(f"frame {done} of {len(items)}, {left} left", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
            last = now
        yield item
    if sys.stderr.isatty():
        print(" " * 60, end="\r", file=sys.stderr)


def write_movie(figure, show, chosen, folder, frames_per_second):
    """Writes the frames `folder`/frame_0000.png, ... and the animated GIF `folder`.gif. Frames of an earlier movie are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("frame_*.png"):
        old.unlink()
    frames = []
    for i in with_progress(chosen):
        show(i)
        frames.append(folder / f"frame_{len(frames):04d}.png")
        figure.savefig(frames[-1])
        figure.set_layout_engine("none")  # all frames have the layout of the first one

    def images():  # one at a time, because thousands of frames need gigabytes of memory
        for frame in frames:
            with Image.open(frame) as picture:
                yield picture.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE)

    path = folder.with_name(folder.name + ".gif")
    rest = images()
    next(rest).save(path, save_all=True, append_images=rest, duration=round(1000 / frames_per_second), loop=0)
    return path
