"""Reads text files: time series of IOScalar and IOBasic, lines and planes of IOASCII."""

import dataclasses
import re

import numpy

from .errors import DamagedFile

REDUCTIONS = "minimum|maximum|average|sum|norm1|norm2|norm_inf|min|max|nm1|nm2"
SHORT_REDUCTIONS = {"min": "minimum", "max": "maximum", "nm1": "norm1", "nm2": "norm2"}
IOSCALAR_FILE = re.compile(r"(?!.*\.[xyzd]\.asc)(.+)\.([a-z]\w*|)\.asc")
IOBASIC_FILE = re.compile(rf"(.+?)(?:_({REDUCTIONS})\.(?:xg|tl|asc)|\.(?:xg|tl))")
LINE_FILE = re.compile(r"(.+?)(?:_([xyz])_(?:\[\d+\])+\.(?:xg|asc)|_1D\.(?:xg|asc)|_\dD_(d)iagonal\.(?:xg|asc)|\.([xyzd])l)")
PLANE_FILE = re.compile(r"(.+?)(?:_(xy|xz|yz)_(?:\[\d+\])+\.asc|_2d_(xy|xz|yz)\.gnuplot|_2D\.(?:asc|gnuplot))")
TIME = re.compile(r'["#]\s*Time = (\S+)')
LABEL = re.compile(r'(?m)^["#][yz]-label (\S+)(?: \((.+)\))?$')


def numbers(path, lines, min_columns):
    """The rows of numbers in lines of text."""
    try:
        rows = numpy.loadtxt(lines, ndmin=2)
    except ValueError as error:
        raise DamagedFile(f"{path.name} is damaged: {error}") from error
    if rows.shape[1] < min_columns:
        raise DamagedFile(f"{path.name} is damaged: it has {rows.shape[1]} columns, expected at least {min_columns}")
    return rows


def is_data(line):
    return line.strip() != "" and line[0] not in '#"'


def split_text(path):
    """Returns the complete lines of a file, and the last line if a run was interrupted while it wrote this line, or else ""."""
    *lines, last = path.read_text(errors="replace").split("\n")
    return lines, last


def files_of(folder, pattern, read, errors=None):
    """Yields (match of the name, read(path)) for the files of a folder whose names match. Damaged files are omitted; `errors` receives
    their descriptions. Without `errors`, the first damaged file raises."""
    for path in sorted(folder.iterdir()):
        if (match := pattern.fullmatch(path.name)) and path.is_file():
            try:
                yield match, read(path)
            except DamagedFile as error:
                if errors is None:
                    raise
                errors += [str(error)] if str(error) not in errors else []


def read_rows(path, min_columns=1, is_output=True):
    """The rows of numbers in a file. Their number is 0 if the run ended before its first output. In files that runs write
    (`is_output`), the last row may be incomplete; then it is omitted."""
    complete, last = split_text(path)
    lines = [line for line in (complete if is_output else [*complete, last]) if is_data(line)]
    if is_output and len(lines) > 1 and len(lines[-1].split()) < len(lines[-2].split()):
        lines.pop()
    return numbers(path, lines, min_columns) if lines else numpy.empty((0, 0))


def last_of_each(keys):
    """Returns the indices of the last row of each key, in the order of the keys. A run that continues from a checkpoint appends rows,
    so that a file can contain an output twice."""
    _, first = numpy.unique(numpy.asarray(keys)[::-1], return_index=True)
    return len(keys) - 1 - first


@dataclasses.dataclass
class Curve:
    """A column of a file of time series. `iterations` is None if the file does not contain them."""

    times: numpy.ndarray
    values: numpy.ndarray
    iterations: numpy.ndarray | None = None

    def followed_by(self, other):
        """Returns the curve that has also the rows of a later segment of the run."""
        has_iterations = self.iterations is not None and other.iterations is not None
        times, values = (numpy.concatenate(pair) for pair in ((self.times, other.times), (self.values, other.values)))
        return Curve(times, values, numpy.concatenate((self.iterations, other.iterations)) if has_iterations else None).without_repetition()

    def without_repetition(self):
        rows = last_of_each(self.times if self.iterations is None else self.iterations)
        return Curve(self.times[rows], self.values[rows], None if self.iterations is None else self.iterations[rows])


def columns_of_ioscalar(path):
    """[(variable, reduction, Curve)] of a file of IOScalar. The names are empty if the file name contains them."""
    rows = read_rows(path, 3)
    header = re.search(r"(?m)^# data columns: (.*)$", path.read_text(errors="replace"))
    names = re.findall(r"(\d+):([^\s(]+)(?:\((\w+)\))?", header[1]) if header else [("3", "", "")]
    return [(name, reduction, Curve(rows[:, 1], rows[:, int(number) - 1], rows[:, 0].astype(int)).without_repetition())
            for number, name, reduction in names if len(rows) and int(number) <= rows.shape[1]]


def columns_of_iobasic(path):
    rows = numpy.empty((0, 0)) if LINE_FILE.fullmatch(path.name) else read_rows(path, 2)
    return [("", "", Curve(rows[:, 0], rows[:, 1]).without_repetition())] if len(rows) else []


def read_series(files):
    """Reads time series from the matching files of a segment. `files(pattern, read)` yields the match and the result for each file.
    Returns {variable: {reduction: Curve}}; the reduction of a grid scalar is "value"."""
    series = {}
    for pattern, read in [(IOBASIC_FILE, columns_of_iobasic), (IOSCALAR_FILE, columns_of_ioscalar)]:
        for match, columns in files(pattern, read):
            for name, reduction, curve in columns:
                reduction = reduction or match[2] or "value"
                curves = series.setdefault((name or match[1]).split("::")[-1], {})
                curves[SHORT_REDUCTIONS.get(reduction, reduction)] = curve
    return series


def block_of(path, time, lines, n_axes):
    """One output in a text file: its coordinates along each axis, and the values; their first index is the first axis."""
    rows = numbers(path, lines, n_axes + 1)
    if rows.shape[1] > n_axes + 1 and (rows[:, 0] == time).all():  # the styles "gnuplot f(t,x)" have a column of the time
        rows = rows[:, 1:]
    if n_axes == 1:
        return [rows[:, 0]], rows[:, 1]
    n = int((rows[:, 0] == rows[0, 0]).sum())  # the first axis varies slowest
    if len(rows) % n:
        raise DamagedFile(f"{path.name} is damaged: the output at t = {time:g} is incomplete")
    return [rows[::n, 0], rows[:n, 1]], rows[:, 2].reshape(-1, n)


@dataclasses.dataclass
class TextBlocks:
    """The outputs in a text file of lines or planes."""

    full_name: str  # empty if the file does not contain it
    position: dict  # {"y": 0.5}: the coordinates of the line or plane
    blocks: dict  # {time: (coordinates along each axis, values)}
    errors: list  # descriptions of omitted outputs


def lines_of_blocks(path):
    """[(time, lines of numbers)] of the outputs in a text file, without an output at the end whose last line is incomplete."""
    complete, last = split_text(path)
    blocks = []
    for line in complete:
        if match := TIME.match(line):
            blocks.append((match[1], []))
        elif blocks and is_data(line):
            blocks[-1][1].append(line)
    if blocks and is_data(last):
        blocks.pop()
    return [(numbers(path, [time], 1)[0, 0], lines) for time, lines in blocks if lines]


def is_incomplete(sizes, i):
    """Whether output number `i` has fewer rows than the output before it and the one after it, if there is one."""
    return i > 0 and sizes[i] < sizes[i - 1] and (i + 1 == len(sizes) or sizes[i] < sizes[i + 1])


def read_blocks(path, n_axes):
    """Reads a text file of lines or planes. A repeated output replaces the earlier one. Incomplete outputs are omitted. Only the last
    one is no error, because the run was interrupted while it wrote this output, or is still writing it."""
    blocks, errors, found = lines_of_blocks(path), [], {}
    sizes = [len(lines) for _, lines in blocks]
    for i, (time, lines) in enumerate(blocks):
        if not is_incomplete(sizes, i):
            found[time] = block_of(path, time, lines, n_axes)
        elif i + 1 < len(blocks):
            errors.append(f"{path.name} is damaged: the output at t = {time:g} has {sizes[i]} rows, expected {sizes[i - 1]}; it is omitted")
    labels = [match for match in LABEL.finditer(path.read_text(errors="replace")) if match[2] or "::" in match[1]]
    places = re.findall(r"([xyz]) = ([^\s,]+)", labels[-1][2] or "") if labels else []
    return TextBlocks(labels[-1][1] if labels else "", {axis: float(place) for axis, place in places},
                      {time: found[time] for time in sorted(found)}, errors)
