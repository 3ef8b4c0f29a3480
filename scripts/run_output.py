"""Reads the output of a run: time series of IOScalar and IOBasic, and variables on lines and planes of the grid from text files of IOASCII
and from HDF5 files of IOHDF5 or Carpet (the coarsest refinement level)."""

import contextlib
import dataclasses
import re
import typing

import numpy

REDUCTIONS = "minimum|maximum|average|sum|norm1|norm2|norm_inf|min|max|nm1|nm2"
IOSCALAR_FILE = re.compile(r"(.+)\.([a-z]\w*|)\.asc")
IOBASIC_FILE = re.compile(rf"(.+?)(?:_({REDUCTIONS})\.(?:xg|tl|asc)|\.(?:xg|tl))")
LINE_FILE = re.compile(r"(.+?)(?:_([xyz])_(?:\[\d+\])+\.(?:xg|asc)|_1D\.(?:xg|asc)|_\dD_(d)iagonal\.(?:xg|asc)|\.([xyzd])l)")
PLANE_FILE = re.compile(r"(.+?)(?:_(xy|xz|yz)_(?:\[\d+\])+\.asc|_2d_(xy|xz|yz)\.gnuplot|_2D\.(?:asc|gnuplot))")
HDF5_FILE = re.compile(r"(?!.*\.it_\d+(?:\.file_\d+)?\.h5).+\.h5")  # without checkpoints
DATASET = re.compile(r"(\S+) it=(\d+) tl=0(?: m=0)?(?: rl=0)?(?: c=\d+)?")
TIME = re.compile(r'["#]\s*Time = (\S+)')
POSITION = re.compile(r'(?m)^["#][yz]-label \S+ \((.+)\)$')
SHORT_REDUCTIONS = {"min": "minimum", "max": "maximum", "nm1": "norm1", "nm2": "norm2"}


class MissingData(Exception):
    """The requested data do not exist, or a file is damaged."""


@dataclasses.dataclass
class Frames:
    """A variable on a line or plane of the grid at the times of its output."""

    variable: str
    axes: str  # "x", "d" (the diagonal), "xy", ...
    position: str  # the coordinates of the line or plane, such as "z = 0"
    shape: tuple  # the number of points along each axis
    times: list
    read: typing.Callable  # read(i): the coordinates along each axis at times[i], then the values; their last index is the first axis


@dataclasses.dataclass
class Piece:
    """A dataset: a box of grid points at one time. `origin`, `delta` and `shape` start with x, the dataset's indices with z."""

    path: typing.Any
    dataset: str
    time: float
    origin: numpy.ndarray
    delta: numpy.ndarray
    shape: numpy.ndarray


def numbers(path, lines, min_columns):
    """The rows of numbers in lines of text."""
    try:
        rows = numpy.loadtxt(lines, ndmin=2)
    except ValueError as error:
        raise MissingData(f"{path.name} is damaged: {error}") from error
    if rows.shape[1] < min_columns:
        raise MissingData(f"{path.name} is damaged: it has {rows.shape[1]} columns, expected at least {min_columns}")
    return rows


def is_data(line):
    return line.strip() != "" and line[0] not in '#"'


def read_rows(path, min_columns=1):
    """The rows of numbers in an output file. Their number is 0 if the run ended before its first output."""
    lines = [line for line in path.read_text(errors="replace").splitlines() if is_data(line)]
    return numbers(path, lines, min_columns) if lines else numpy.empty((0, 0))


def read_files(folder, pattern, read, errors):
    """Returns [(match of the name, read(path))] for the files whose names match. Reports damaged files in `errors`."""
    found = []
    for path in sorted(folder.iterdir()):
        if (match := pattern.fullmatch(path.name)) and path.is_file():
            try:
                found.append((match, read(path)))
            except MissingData as error:
                errors.append(str(error))
    return found


def columns_of_ioscalar(path):
    """[(variable, reduction, times, values)] of a file of IOScalar. The names are empty if the file name contains them."""
    rows = read_rows(path, 3)
    header = re.search(r"(?m)^# data columns: (.*)$", path.read_text(errors="replace"))
    names = re.findall(r"(\d+):([^\s(]+)(?:\((\w+)\))?", header[1]) if header else [("3", "", "")]
    return [(name, reduction, rows[:, 1], rows[:, int(number) - 1])
            for number, name, reduction in names if len(rows) and int(number) <= rows.shape[1]]


def columns_of_iobasic(path):
    rows = numpy.empty((0, 0)) if LINE_FILE.fullmatch(path.name) else read_rows(path, 2)
    return [("", "", rows[:, 0], rows[:, 1])] if len(rows) else []


def read_series(folder, errors):
    """Reads time series. Returns {variable: {reduction: (times, values)}}; the reduction of a grid scalar is empty."""
    series = {}
    for pattern, read in [(IOBASIC_FILE, columns_of_iobasic), (IOSCALAR_FILE, columns_of_ioscalar)]:
        for match, columns in read_files(folder, pattern, read, errors):
            for name, reduction, times, values in columns:
                reduction = reduction or match[2] or ""
                curves = series.setdefault((name or match[1]).split("::")[-1], {})
                curves[SHORT_REDUCTIONS.get(reduction, reduction)] = (times, values)
    return series


def block_of(path, time, lines, n_axes):
    """One output in a text file: its coordinates along each axis, then the values."""
    rows = numbers(path, lines, n_axes + 1)
    if rows.shape[1] > n_axes + 1 and (rows[:, 0] == time).all():  # the styles "gnuplot f(t,x)" have a column of the time
        rows = rows[:, 1:]
    if n_axes == 1:
        return rows[:, 0], rows[:, 1]
    n = int((rows[:, 0] == rows[0, 0]).sum())  # the first axis varies slowest
    if len(rows) % n:
        raise MissingData(f"{path.name} is damaged: the output at t = {time:g} is incomplete")
    return rows[::n, 0], rows[:n, 1], rows[:, 2].reshape(-1, n).T


def read_blocks(path, n_axes):
    """Reads a text file of lines or planes. Returns (position, [(time, block)])."""
    text = path.read_text(errors="replace")
    blocks, position = [], POSITION.search(text)
    for line in text.splitlines():
        if match := TIME.match(line):
            blocks.append((match[1], []))
        elif blocks and is_data(line):
            blocks[-1][1].append(line)
    times = [numbers(path, [time], 1)[0, 0] for time, lines in blocks if lines]
    lines = [lines for _, lines in blocks if lines]
    return position[1] if position else "", [(t, block_of(path, t, rows, n_axes)) for t, rows in zip(times, lines)]


def text_frames(folder, pattern, n_axes, errors):
    """The lines or planes in text files."""
    found = []
    for match, (position, blocks) in read_files(folder, pattern, lambda path: read_blocks(path, n_axes), errors):
        if blocks:
            axes = next((group for group in match.groups()[1:] if group), "xy"[:n_axes])
            shape = tuple(len(coordinates) for coordinates in blocks[0][1][:-1])
            found.append(Frames(match[1].split("::")[-1], axes, position, shape, [time for time, _ in blocks],
                                lambda i, blocks=blocks: blocks[i][1]))
    return found


@contextlib.contextmanager
def open_hdf5(path):
    import h5py

    try:
        with h5py.File(path, "r") as file:
            yield file
    except (OSError, RuntimeError, KeyError) as error:  # h5py reports damaged files by any of these
        raise MissingData(f"{path.name} cannot be read: {error}. The file is damaged, or a run is writing to it; in that case repeat "
                          "the command.") from error


def pieces_of_file(path):
    """[(variable, iteration, Piece)] of the real variables in an HDF5 file."""
    found = []
    with open_hdf5(path) as file:
        for name in file:
            if not (match := DATASET.fullmatch(name)) or (data := file[name]).size < 2 or data.dtype.kind not in "iuf":
                continue
            shape, attributes = numpy.array(data.shape[::-1]), data.attrs  # without coordinates, axes show indices
            origin = numpy.array(attributes.get("origin", numpy.zeros(len(shape))))
            delta = numpy.array(attributes.get("delta", numpy.ones(len(shape))))
            found.append((match[1], int(match[2]), Piece(path, name, float(attributes.get("time", match[2])), origin, delta, shape)))
    return found


class Field:
    """A variable in HDF5 files, in one piece or several pieces per time. Pieces may overlap in ghost zones."""

    def __init__(self, pieces):
        """`pieces` contains (iteration, Piece)."""
        steps = {}
        for iteration, piece in pieces:
            steps.setdefault(iteration, []).append(piece)
        self.steps = [steps[iteration] for iteration in sorted(steps)]
        self.times = [step[0].time for step in self.steps]
        self.delta = self.steps[0][0].delta
        self.origin = numpy.min([piece.origin for piece in self.steps[0]], axis=0)
        self.size = numpy.max([self.first_point(piece) + piece.shape for piece in self.steps[0]], axis=0)

    def first_point(self, piece):
        return numpy.rint((piece.origin - self.origin) / self.delta).astype(int)

    def coordinate(self, axis, index):
        return self.origin[axis] + self.delta[axis] * index

    def cut(self, i, fixed):
        """The values at time `i` at the points whose indices along some axes are fixed: {axis: index}."""
        free = [axis for axis in range(len(self.size)) if axis not in fixed]
        values = numpy.full([self.size[axis] for axis in reversed(free)], numpy.nan)
        for piece in self.steps[i]:
            first = self.first_point(piece)
            if all(first[axis] <= index < first[axis] + piece.shape[axis] for axis, index in fixed.items()):
                source = [fixed[axis] - first[axis] if axis in fixed else slice(None) for axis in range(len(first))]
                target = [slice(first[axis], first[axis] + piece.shape[axis]) for axis in reversed(free)]
                with open_hdf5(piece.path) as file:
                    values[tuple(target)] = file[piece.dataset][tuple(source[::-1])]
        return values

    def frames(self, variable, axes, at=None):
        """The line or plane along `axes` through the middle of the grid, or a plane at the coordinate `at` of its normal."""
        free = ["xyz".index(axis) for axis in axes]
        fixed = {axis: int(size) // 2 for axis, size in enumerate(self.size) if axis not in free}
        for axis in fixed if at is not None else ():
            fixed[axis] = int(numpy.rint((at - self.origin[axis]) / self.delta[axis]))
            if not 0 <= fixed[axis] < self.size[axis]:
                raise MissingData(f"{variable} has no plane at {'xyz'[axis]} = {at:g}: expected a coordinate from "
                                  f"{self.origin[axis]:g} to {self.coordinate(axis, self.size[axis] - 1):g}")
        places = {axis: self.coordinate(axis, index) for axis, index in fixed.items()}
        position = ", ".join(f"{'xyz'[a]} = {place if abs(place) > 1e-9 * self.delta[a] else 0:.6g}" for a, place in places.items())
        points = [self.coordinate(axis, numpy.arange(self.size[axis])) for axis in free]
        return Frames(variable, axes, position, tuple(self.size[free]), self.times, lambda i: (*points, self.cut(i, fixed)))


def read_fields(folder, errors):
    """Reads the names, times and grids of the variables in HDF5 files. Returns {variable: Field}. Names contain the thorn only if two
    thorns have a variable of this name."""
    pieces = {}
    for _, of_file in read_files(folder, HDF5_FILE, pieces_of_file, errors):
        for name, iteration, piece in of_file:
            pieces.setdefault(name, []).append((iteration, piece))
    short_names = [name.split("::")[-1] for name in pieces]
    return {short if short_names.count(short) == 1 else name: Field(pieces[name]) for short, name in zip(short_names, pieces)}


def choose(candidates, axes):
    """Returns {variable: Frames}: for each variable the candidate along `axes`, or the one with the most points if `axes` is None. Among
    equals, earlier axes (x before y, xy before xz) and then more times have precedence."""
    chosen = {}
    order = ["x", "y", "z", "d", "xy", "xz", "yz"]
    for frames in sorted(candidates, key=lambda frames: (numpy.prod(frames.shape), -order.index(frames.axes), len(frames.times))):
        if axes in (None, frames.axes) and min(frames.shape) > 1:
            chosen[frames.variable] = frames
    return dict(sorted(chosen.items()))


class RunOutput:
    """The output in a folder: `series` as read_series() returns it, lines and planes. `errors` lists damaged files."""

    def __init__(self, folder):
        self.errors = []
        self.series = read_series(folder, self.errors)
        self.text_lines = text_frames(folder, LINE_FILE, 1, self.errors)
        self.text_planes = text_frames(folder, PLANE_FILE, 2, self.errors)
        self.fields = read_fields(folder, self.errors)

    def names(self):
        return sorted({*self.series, *self.fields, *(frames.variable for frames in self.text_lines + self.text_planes)})

    def lines(self, axis=None):
        """Returns {variable: Frames} along `axis`, or along the axis with the most points."""
        candidates = [field.frames(name, axis) for name, field in self.fields.items() for axis in "xyz"[: len(field.size)]]
        return choose(self.text_lines + candidates, axis)

    def planes(self, axes=None, at=None):
        """Returns {variable: Frames} along two `axes`, or of the plane with the most points, in the middle of the grid or where the run
        wrote them. `at` is the coordinate of the normal; only HDF5 files contain planes at any coordinate."""
        candidates = [field.frames(name, plane) for name, field in self.fields.items() for plane in ("xy", "xz", "yz")
                      if set(plane) <= set("xyz"[: len(field.size)])]
        if at is None:
            return choose(self.text_planes + candidates, axes)
        return {name: self.fields[name].frames(name, frames.axes, at) for name, frames in choose(candidates, axes).items()}
