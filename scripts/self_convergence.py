"""The order of convergence of a series in time for which no exact values are known, from runs of three resolutions: for
errors C h^p the differences of neighbouring runs are as (h1^p - h2^p) to (h2^p - h3^p)."""

import math

import numpy


def read_series(path, time, value):
    """Times and values from the columns, counted from 1, of an output file; a line that a recovery repeats counts once."""
    rows = numpy.loadtxt(path, ndmin=2)
    if not all(1 <= column <= rows.shape[1] for column in (time, value)) or not numpy.all(numpy.isfinite(rows)):
        raise ValueError(f"{path} has columns 1 to {rows.shape[1]}, all finite: not so time = {time}, value = {value}")
    times, first = numpy.unique(rows[:, time - 1], return_index=True)
    if len(times) < 3:
        raise ValueError(f"{path} has only {len(times)} times")
    return times, rows[first, value - 1]


def at_common_times(series):
    """(times, [values of each series]) at the times that all series have; steps that differ must meet now and then."""
    resolution = 1e-6 * min(numpy.min(numpy.diff(times)) for times, _ in series)
    keys = [numpy.round(times / resolution).astype(int) for times, _ in series]
    common = sorted(set(keys[0]).intersection(*keys[1:]))
    if len(common) < 3:
        raise ValueError(f"the runs have only {len(common)} times in common: let their output meet")
    places = [dict(zip(key, range(len(key)))) for key in keys]
    chosen = [[place[key] for key in common] for place in places]
    return series[0][0][chosen[0]], [values[index] for (_, values), index in zip(series, chosen)]


def norm(values):
    return float(numpy.sqrt(numpy.mean(values**2)))


def scale(sizes, order):
    """By what the difference of the coarse pair is larger than that of the fine one."""
    coarse, medium, fine = sizes
    return (coarse**order - medium**order) / (medium**order - fine**order)


def measured_order(sizes, ratio):
    """The p with scale(sizes, p) = ratio, by bisection; NaN where none from 0.1 to 20 is."""
    low, high = 0.1, 20.0
    if not scale(sizes, low) <= ratio <= scale(sizes, high):
        return math.nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if scale(sizes, middle) < ratio else (low, middle)
    return low


def compare(sizes, series):
    """(times, values of the three, order that the norms of the differences show), coarsest first."""
    times, values = at_common_times(series)
    coarse, fine = norm(values[0] - values[1]), norm(values[1] - values[2])
    if fine == 0:
        raise ValueError("the two finer runs have the same values: there is no order to find")
    return times, values, measured_order(sizes, coarse / fine)


def print_table(sizes, times, values, order):
    largest = numpy.max(numpy.abs(values[2]))
    print(f"{len(times)} times from {times[0]:g} to {times[-1]:g}; largest value {largest:.4e}")
    for i in (0, 1):
        difference = values[i] - values[i + 1]
        print(f"{sizes[i]:.6g} - {sizes[i + 1]:.6g}: root mean square {norm(difference):.3e}, "
              f"largest {numpy.max(numpy.abs(difference)):.3e}, {numpy.max(numpy.abs(difference)) / largest:.2%} of that value")
    print(f"order of the root mean squares: {order:.2f}")


def draw(title, sizes, times, values, expected, path):
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "chemora"  # the same picture from the same data
    from matplotlib import pyplot

    figure, (above, below) = pyplot.subplots(2, 1, figsize=(7, 7), sharex=True)
    for size, one in zip(sizes, values):
        above.plot(times, one, label=f"h = {size:.4g}")
    above.set(title=title)
    factor = scale(sizes, expected)
    below.plot(times, values[0] - values[1], label=f"{sizes[0]:.4g} - {sizes[1]:.4g}")
    below.plot(times, factor * (values[1] - values[2]), "--",
               label=f"{factor:.2f} times {sizes[1]:.4g} - {sizes[2]:.4g}: the same at order {expected}")
    below.set(xlabel="t", ylabel="differences")
    above.legend()
    below.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
