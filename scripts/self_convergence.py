"""Computes the order of convergence of a time series without exact values, from runs with the spacings h1 > h2 > h3. If
the errors are C h^p, the ratio of the differences of runs with neighbouring spacings is (h1^p - h2^p)/(h2^p - h3^p)."""

import math

import numpy

LARGEST_ORDER = 20.0  # upper limit of the search


class DataError(Exception):
    """An error in the output files of runs that prevents their comparison."""


def read_text(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not a text in UTF-8: {error}") from error


def read_series(path, time, value, min_values):
    """Reads times and values from two columns of an output file; columns are counted from 1. The file must contain at
    least `min_values` values."""
    text = read_text(path)
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if len(rows) < min_values:
        raise DataError(f"{path} has only {len(rows)} lines of values: at least {min_values} are needed")
    width = len(rows[0])
    if max(time, value) > width:
        raise DataError(f"{path} has the columns 1 to {width}, but time = {time} and value = {value}")
    if not text.endswith("\n") or any(len(row) != width for row in rows):
        raise DataError(f"{path} is truncated: a line does not have {width} columns or does not end")
    try:
        times, values = (numpy.array([float(row[column - 1]) for row in rows]) for column in (time, value))
    except ValueError as error:
        raise DataError(f"{path}, time = {time}, value = {value}: {error}") from error
    if not numpy.all(numpy.isfinite([times, values])):
        raise DataError(f"{path} has values that are not finite in the columns time = {time} or value = {value}")
    falls = numpy.flatnonzero(numpy.diff(times) <= 0)
    if falls.size:
        raise DataError(f"{path}: times must increase, but {times[falls[0] + 1]:g} follows {times[falls[0]]:g}; a recovered run that "
                        "appends writes rows twice")
    return times, values


def at_common_times(series):
    """Returns (times, [values of each series]) at the times that all series have in common. Raises DataError if there
    are fewer than three such times."""
    resolution = 1e-6 * min(numpy.min(numpy.diff(times)) for times, _ in series)
    keys = [numpy.round(times / resolution).astype(int) for times, _ in series]
    common = sorted(set(keys[0]).intersection(*keys[1:]))
    if len(common) < 3:
        raise DataError(f"the runs have only {len(common)} times in common; choose output intervals that coincide")
    indices = [dict(zip(key, range(len(key)))) for key in keys]
    chosen = [[index[key] for key in common] for index in indices]
    return series[0][0][chosen[0]], [values[index] for (_, values), index in zip(series, chosen)]


def norm(values):
    return float(numpy.sqrt(numpy.mean(values**2)))


def scale(sizes, order):
    """Returns (h1^p - h2^p)/(h2^p - h3^p) for the spacings `sizes` and the order p. The function computes with ratios
    of spacings, because powers of very small spacings would underflow to 0."""
    coarse, medium = (size / sizes[2] for size in sizes[:2])
    return (coarse**order - medium**order) / (medium**order - 1)


def measured_order(sizes, ratio):
    """Solves scale(sizes, p) = ratio for the order p by bisection. Returns NaN if there is no solution from 0.1 to
    LARGEST_ORDER."""
    low, high = 0.1, LARGEST_ORDER
    if not scale(sizes, low) <= ratio <= scale(sizes, high):
        return math.nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if scale(sizes, middle) < ratio else (low, middle)
    return low


def compare(sizes, series, first=-math.inf, last=math.inf):
    """Compares three runs, of which the first has the largest spacing, at their common times from `first` to `last`.
    Returns these times, the values of each run, and the order of convergence from the norms of the differences."""
    times, values = at_common_times(series)
    chosen = (times >= first) & (times <= last)
    if not chosen.any():
        raise DataError(f"no common time is between {first:g} and {last:g}; there are times from {times[0]:g} to {times[-1]:g}")
    times, values = times[chosen], [one[chosen] for one in values]
    coarse, fine = norm(values[0] - values[1]), norm(values[1] - values[2])
    for difference, pair in ((fine, "finer"), (coarse, "coarser")):
        if difference == 0:
            raise DataError(f"the two {pair} runs do not differ, so there is no order")
    if not numpy.any(values[2]):
        raise DataError("all values of the finest run are 0, so there is no order")
    return times, values, measured_order(sizes, coarse / fine)


def print_table(sizes, times, values, order):
    largest = numpy.max(numpy.abs(values[2]))
    print(f"{len(times)} times from {times[0]:g} to {times[-1]:g}; largest value {largest:.4e}")
    for i in (0, 1):
        difference = values[i] - values[i + 1]
        print(f"{sizes[i]:.6g} - {sizes[i + 1]:.6g}: root mean square {norm(difference):.3e}, "
              f"largest {numpy.max(numpy.abs(difference)):.3e}, {numpy.max(numpy.abs(difference)) / largest:.2%} of that value")
    print(f"order of convergence, from the root mean squares of the differences: {order:.2f}")


def draw(labels, sizes, times, values, expected, path):
    """Draws the values of the runs, and their differences scaled to the expected order. `labels` contains title, quantity and time."""
    import plot_style

    factor = scale(sizes, expected)
    names = [f"h = {sizes[0]:.4g} minus h = {sizes[1]:.4g}", f"{factor:.2f} x (h = {sizes[1]:.4g} minus\nh = {sizes[2]:.4g}): the same at\norder {expected}"]
    figure, axes = plot_style.new_figure(2, 1, 6.5 + plot_style.legend_width(names[:1]), 3.5, sharex=True)
    above, below = axes[:, 0]
    for size, one in zip(sizes, values):
        above.plot(times, one, label=f"h = {size:.4g}")
    above.set(title=labels["title"], ylabel=labels["quantity"])
    below.plot(times, values[0] - values[1], label=names[0])
    below.plot(times, factor * (values[1] - values[2]), label=names[1])
    below.set(xlabel=labels["time"], ylabel="difference")
    for one in (above, below):
        plot_style.legend_beside(one)
    plot_style.save(figure, path)
