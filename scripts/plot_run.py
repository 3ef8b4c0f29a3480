"""Reads and draws waveforms, constraints, trajectories and horizons of a run of black holes."""

import math
import re

import numpy
from run_output import MissingData, columns_of_ioscalar, read_rows

MODE_FILE = re.compile(r"mp_(?P<name>.+)_l(?P<l>\d+)_m(?P<m>-?\d+)_r(?P<radius>\d+\.\d+)\.asc")
CONSTRAINTS = re.compile(r"(H|M[1-3]|cXt[1-3]|hamiltonian|momentum[1-3]|ham|mom[xyz])\.norm2\.asc")
HORIZON_FILE = re.compile(r"ah_(\d+)\.asc")


def read_modes(folder):
    """Reads waveforms. Returns {(name, radius): {(l, m): array with the columns time, real part, imaginary part}}."""
    found = {}
    for path in sorted(folder.glob("mp_*.asc")):
        if (match := MODE_FILE.fullmatch(path.name)) and len(rows := read_rows(path)):
            fields = match.groupdict()
            modes = found.setdefault((fields["name"], float(fields["radius"])), {})
            modes[int(fields["l"]), int(fields["m"])] = rows
    return found


def read_constraints(folder):
    """Reads norms of constraints. Returns {name: times and norms}."""
    found = {}
    for path in sorted(folder.glob("*.norm2.asc")):
        if (match := CONSTRAINTS.fullmatch(path.name)) and len(rows := read_rows(path)):
            found[match.group(1)] = rows[:, 1:3].T
    return found


def read_trajectories(folder):
    """Reads positions of punctures. Returns {number of the puncture: time, x, y, z}. A puncture that is always at 0 is
    omitted, because the run does not track it."""
    columns = {}
    for path in sorted(folder.glob("*pt_loc*.asc")):
        columns |= {name or path.name.split(".")[0]: values for name, _, _, values in columns_of_ioscalar(path)}
    found = {}
    for i in range(10):
        names = [f"pt_loc_{axis}[{i}]" for axis in "txyz"]
        if all(name in columns for name in names) and any(numpy.any(columns[name] != 0) for name in names[1:]):
            found[i] = numpy.array([columns[name] for name in names])
    return found


def read_horizons(folder):
    """Reads masses of horizons. Returns {number of the horizon: times and irreducible masses}. The mass is NaN at times
    when the search found no horizon. Horizons that were never found are omitted."""
    found = {}
    for path in sorted(folder.glob("ah_*.asc")):
        lines = [line.lstrip("# ").split() for line in path.read_text().splitlines()]
        searches = [(float(line[1]), math.nan if line[2] == "none:" else float(line[3])) for line in lines
                    if len(line) > 3 and line[0].isdigit()]
        if (match := HORIZON_FILE.fullmatch(path.name)) and not all(math.isnan(mass) for _, mass in searches):
            found[int(match.group(1))] = numpy.array(searches).T
    return found


def loudest(modes):
    """Returns the radiating mode (l >= 2, m >= 0) with the largest amplitude, or None if there is no such mode."""
    return max((mode for mode in modes if mode[0] >= 2 and mode[1] >= 0), default=None,
               key=lambda mode: numpy.max(numpy.abs(modes[mode][:, 1:])))


def radiating(spheres):
    """Returns the spheres whose files contain radiating modes (l >= 2)."""
    return {sphere: modes for sphere, modes in spheres.items() if loudest(modes)}


def draw_waveforms(axes, spheres, mode):
    """Draws the mode of each sphere times its radius over t - r, the time at which a wave would have left the centre."""
    for (name, radius), modes in sorted(spheres.items()):
        chosen = mode or loudest(modes)
        if chosen not in modes:
            raise MissingData(f"{name} at r = {radius:g} has no mode {chosen[0]},{chosen[1]}")
        time, real, imaginary = modes[chosen].T
        (line,) = axes.plot(time - radius, radius * real, label=f"{name} ({chosen[0]}, {chosen[1]}), r = {radius:g}")
        if numpy.max(numpy.abs(imaginary)) > 1e-3 * numpy.max(numpy.abs(real)):
            axes.plot(time - radius, radius * imaginary, "--", color=line.get_color(), linewidth=0.8)
    axes.set(xlabel="t - r", ylabel="r times the mode (dashed: imaginary part)")
    axes.legend()


def draw_constraints(axes, constraints):
    for name, (time, norm) in constraints.items():
        axes.semilogy(time, numpy.where(norm > 0, norm, numpy.nan), label=name)
    axes.set(xlabel="t", ylabel="root mean square of the constraint")
    axes.legend()


def widest_axes(trajectories):
    """Returns the two axes along which the trajectories of all punctures have the largest extent, in the order x, y,
    z."""
    positions = numpy.concatenate([path[1:] for path in trajectories.values()], axis=1)
    extent = positions.max(axis=1) - positions.min(axis=1)
    return sorted(sorted(range(3), key=lambda axis: -extent[axis])[:2])


def draw_trajectories(axes, trajectories):
    horizontal, vertical = widest_axes(trajectories)
    for i, path in trajectories.items():
        across, up = path[1 + horizontal], path[1 + vertical]
        (line,) = axes.plot(across, up, label=f"puncture {i}")
        axes.plot(across[:1], up[:1], "o", color=line.get_color())
    axes.set(xlabel="xyz"[horizontal], ylabel="xyz"[vertical])
    axes.set_aspect("equal", adjustable="datalim")
    axes.legend()


def draw_horizons(axes, horizons):
    """Draws masses as lines with gaps at times without a horizon."""
    for i, (time, mass) in horizons.items():
        axes.plot(time, mass, ".-", label=f"horizon {i}")
    axes.set(xlabel="t", ylabel="irreducible mass")
    axes.legend()


def draw(folder, out, mode):
    """Draws all pictures for which there are data, and yields their paths."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "chemora"  # the same picture from the same data
    from matplotlib import pyplot

    pictures = {
        "waveform": (radiating(read_modes(folder)), lambda axes, data: draw_waveforms(axes, data, mode)),
        "constraints": (read_constraints(folder), draw_constraints),
        "trajectories": (read_trajectories(folder), draw_trajectories),
        "horizons": (read_horizons(folder), draw_horizons),
    }
    for name, (data, draw_into) in pictures.items():
        if not data:
            continue
        figure, axes = pyplot.subplots(figsize=(7, 4.5))
        draw_into(axes, data)
        axes.set_title(folder.name)
        figure.tight_layout()
        out.mkdir(parents=True, exist_ok=True)
        figure.savefig(out / f"{name}.svg", metadata={"Date": None})
        pyplot.close(figure)
        yield out / f"{name}.svg"
