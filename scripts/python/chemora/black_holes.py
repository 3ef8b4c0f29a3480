"""Reads waveforms of Multipole, trajectories of PunctureTracker, horizons of ApparentHorizon and norms of constraints."""

import functools
import math
import re

import numpy

from .text_files import columns_of_ioscalar, last_of_each, read_rows

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
            modes[int(fields["l"]), int(fields["m"])] = rows[last_of_each(rows[:, 0])]
    return found


def read_constraints(folder):
    """Reads norms of constraints. Returns {name: times and norms}."""
    found = {}
    for path in sorted(folder.glob("*.norm2.asc")):
        if match := CONSTRAINTS.fullmatch(path.name):
            found |= {match[1]: numpy.array([curve.times, curve.values]) for _, _, curve in columns_of_ioscalar(path)[:1]}
    return found


def read_trajectories(folder):
    """Reads positions of punctures. Returns {number of the puncture: time, x, y, z}. A puncture that is always at 0 is
    omitted, because the run does not track it."""
    columns = {}
    for path in sorted(folder.glob("*pt_loc*.asc")):
        columns |= {name or path.name.split(".")[0]: curve.values for name, _, curve in columns_of_ioscalar(path)}
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
            found[int(match[1])] = numpy.array(searches).T
    return found


def followed_by(earlier, later, axis):
    """Returns the data of two segments of a run: dictionaries of arrays that are joined along `axis`. The first row or column is the time."""
    if isinstance(earlier, dict):
        common = {key: followed_by(earlier[key], later[key], axis) for key in earlier.keys() & later.keys()}
        return dict(sorted((earlier | later | common).items()))
    joined = numpy.concatenate((earlier, later), axis=axis)
    return joined.take(last_of_each(joined.take(0, axis=1 - axis)), axis=axis)


def of_segments(read, folders):
    """Reads the data of all segments of a run."""
    axis = 0 if read is read_modes else 1
    return functools.reduce(lambda earlier, later: followed_by(earlier, later, axis), map(read, folders))


def loudest(modes):
    """Returns the radiating mode (l >= 2, m >= 0) with the largest amplitude, or None if there is no such mode."""
    return max((mode for mode in modes if mode[0] >= 2 and mode[1] >= 0), default=None,
               key=lambda mode: numpy.max(numpy.abs(modes[mode][:, 1:])))
