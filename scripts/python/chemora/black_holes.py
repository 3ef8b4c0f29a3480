"""Reads waveforms of Multipole, trajectories of PunctureTracker, horizons of ApparentHorizon and norms of constraints."""

import functools
import math
import re

import numpy

from .errors import DamagedFile
from .text_files import columns_of_ioscalar, files_of, last_of_each, read_rows, split_text

MODE_FILE = re.compile(r"mp_(?P<name>.+)_l(?P<l>\d+)_m(?P<m>-?\d+)_r(?P<radius>\d+\.\d+)\.asc")
CONSTRAINTS = re.compile(r"(H|M[1-3]|cXt[1-3]|hamiltonian|momentum[1-3]|ham|mom[xyz])\.norm2\.asc")
TRAJECTORY_FILE = re.compile(r"(.*pt_loc.*?)\..*asc")
HORIZON_FILE = re.compile(r"ah_(\d+)\.asc")

# The functions read_* read the files of a folder. Damaged files are omitted; `errors` receives their descriptions. Without `errors`, the
# first damaged file raises.


def read_modes(folder, errors=None):
    """Reads waveforms. Returns {(name, radius): {(l, m): array with the columns time, real part, imaginary part}}."""
    found = {}
    for match, rows in files_of(folder, MODE_FILE, functools.partial(read_rows, min_columns=3), errors):
        if len(rows):
            fields = match.groupdict()
            modes = found.setdefault((fields["name"], float(fields["radius"])), {})
            modes[int(fields["l"]), int(fields["m"])] = rows[last_of_each(rows[:, 0])]
    return found


def read_constraints(folder, errors=None):
    """Reads norms of constraints. Returns {name: times and norms}."""
    return {match[1]: numpy.array([columns[0][2].times, columns[0][2].values])
            for match, columns in files_of(folder, CONSTRAINTS, columns_of_ioscalar, errors) if columns}


def at_common_iterations(curves):
    """Returns the values of each curve at the iterations of all curves. If a run is interrupted during output, some files have a row
    more than others."""
    common = functools.reduce(numpy.intersect1d, (curve.iterations for curve in curves))
    return numpy.array([curve.values[numpy.isin(curve.iterations, common)] for curve in curves])


def read_trajectories(folder, errors=None):
    """Reads positions of punctures. Returns {number of the puncture: time, x, y, z}. A puncture that is always at 0 is
    omitted, because the run does not track it."""
    columns = {}
    for match, of_file in files_of(folder, TRAJECTORY_FILE, columns_of_ioscalar, errors):
        columns |= {name or match[1]: curve for name, _, curve in of_file}
    found = {}
    for i in range(10):
        names = [f"pt_loc_{axis}[{i}]" for axis in "txyz"]
        if all(name in columns for name in names) and any(numpy.any(columns[name].values != 0) for name in names[1:]):
            found[i] = at_common_iterations([columns[name] for name in names])
    return found


def searches_of(path):
    """[(time, irreducible mass)] of the searches in a file of ApparentHorizon. The line of a search without result is a comment."""
    lines = [line.lstrip("# ").split() for line in split_text(path)[0]]
    try:
        return [(float(line[1]), math.nan if line[2] == "none:" else float(line[3])) for line in lines if line and line[0].isdigit()]
    except (ValueError, IndexError):
        raise DamagedFile(f"{path.name} is damaged: expected lines with iteration, time, area and irreducible mass") from None


def read_horizons(folder, errors=None):
    """Reads masses of horizons. Returns {number of the horizon: times and irreducible masses}. The mass is NaN at times
    when the search found no horizon. Horizons that were never found are omitted."""
    return {int(match[1]): numpy.array(searches).T for match, searches in files_of(folder, HORIZON_FILE, searches_of, errors)
            if not all(math.isnan(mass) for _, mass in searches)}


def followed_by(earlier, later, axis):
    """Returns the data of two segments of a run: dictionaries of arrays that are joined along `axis`. The first row or column is the time."""
    if isinstance(earlier, dict):
        common = {key: followed_by(earlier[key], later[key], axis) for key in earlier.keys() & later.keys()}
        return dict(sorted((earlier | later | common).items()))
    joined = numpy.concatenate((earlier, later), axis=axis)
    return joined.take(last_of_each(joined.take(0, axis=1 - axis)), axis=axis)


def of_segments(read, folders, errors):
    """Reads the data of all segments of a run."""
    axis = 0 if read is read_modes else 1
    return functools.reduce(lambda earlier, later: followed_by(earlier, later, axis), (read(folder, errors) for folder in folders))


def loudest(modes):
    """Returns the radiating mode (l >= 2, m >= 0) with the largest amplitude, or None if there is no such mode."""
    return max((mode for mode in modes if mode[0] >= 2 and mode[1] >= 0), default=None,
               key=lambda mode: numpy.max(numpy.abs(modes[mode][:, 1:])))
