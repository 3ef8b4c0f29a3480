"""Reads HDF5 files in the layout of Carpet, which IOHDF5 writes: a dataset `wave::rho it=48 tl=0 rl=0 c=0` for each output, stored in
the order z, y, x. The file of a line or plane has a name such as rho.xy.h5. A variable may be divided among files of several processes,
and into components and refinement levels."""

import contextlib
import dataclasses
import functools
import pathlib
import re

import h5py
import numpy

from .errors import DamagedFile

HDF5_FILE = re.compile(r"(?!.*\.it_\d+(?:\.file_\d+)?\.h5)(?:.+?)(?:\.(x|y|z|d|xy|xz|yz|xyz))?(?:\.file_\d+)?\.h5")  # without checkpoints
DATASET = re.compile(r"(\S+) it=(\d+) tl=0(?: m=0)?(?: rl=(\d+))?(?: c=\d+)?")
METADATA = "Parameters and Global Attributes"


@contextlib.contextmanager
def open_hdf5(path):
    try:
        with h5py.File(path, "r") as file:
            yield file
    except (OSError, RuntimeError, KeyError) as error:  # h5py reports damaged files by any of these
        raise DamagedFile(f"{path.name} cannot be read: {error}. The file is damaged, or a run is writing to it; in that case repeat "
                          "the command.") from error


def is_complex(data_type):
    return data_type.names is not None and len(data_type.names) == 2


def value_type(data_type):
    """Returns the type of the values that a dataset gives: compound types of a real and an imaginary part become complex numbers."""
    return numpy.result_type(data_type[0], numpy.complex64) if is_complex(data_type) else data_type


def is_supported(data):
    return data.ndim <= 3 and (data.dtype.kind in "iuf" or is_complex(data.dtype))


def as_numbers(values):
    if not is_complex(values.dtype):
        return values
    real, imaginary = (values[name] for name in values.dtype.names)
    return (real + 1j * imaginary).astype(value_type(values.dtype))


@dataclasses.dataclass
class Piece:
    """A dataset: a box of grid points at one time. `origin`, `delta` and `shape` start with x, the dataset's indices with z."""

    path: pathlib.Path
    dataset: str
    time: float
    origin: numpy.ndarray
    delta: numpy.ndarray
    shape: numpy.ndarray
    type: numpy.dtype
    axes: str
    position: dict  # the coordinates of a line or plane that the file contains, such as {"z": 0.0}


def read_piece(path, name, data, axes):
    """Describes a dataset. `axes` are those of the file's name. Without coordinates, the axes show indices."""
    shape, attributes = numpy.array(data.shape[::-1], int), data.attrs
    axes = axes if axes and len(axes) == len(shape) else "xyz"[: len(shape)]
    time = float(attributes.get("time", DATASET.fullmatch(name)[2]))
    origin, delta = (numpy.array(attributes.get(key, numpy.full(len(shape), value)), float) for key, value in (("origin", 0), ("delta", 1)))
    directions = attributes.get("slice_directions", range(3))
    position = {axis: float(place) for d, (axis, place) in enumerate(zip("xyz", attributes.get("slice_position", ()))) if d not in directions}
    return Piece(path, name, time, origin, delta, shape, value_type(data.dtype), axes, position)


def pieces_of_file(path):
    """[(variable, level, iteration, Piece)] of the numbers in an HDF5 file."""
    axes, found = HDF5_FILE.fullmatch(path.name)[1], []
    with open_hdf5(path) as file:
        for name in file:
            if (match := DATASET.fullmatch(name)) and is_supported(file[name]):
                found.append((match[1], int(match[3] or 0), int(match[2]), read_piece(path, name, file[name], axes)))
    return found


def saved_parameters(path):
    """The text of the parameters in an HDF5 file, which is empty if it has none."""
    with open_hdf5(path) as file:
        text = file[METADATA]["All Parameters"][()] if "All Parameters" in file.get(METADATA, ()) else b""
    return (text if isinstance(text, bytes) else numpy.asarray(text).tobytes()).decode(errors="replace").rstrip("\0")


class Step:
    """A variable at one time, in one or several pieces, which may overlap in ghost zones."""

    def __init__(self, iteration, pieces):
        self.iteration, self.pieces, self.time = iteration, pieces, pieces[0].time
        self.axes, self.position = pieces[0].axes, pieces[0].position

    @functools.cached_property
    def delta(self):
        return self.pieces[0].delta

    @functools.cached_property
    def origin(self):
        return numpy.min([piece.origin for piece in self.pieces], axis=0)

    @functools.cached_property
    def shape(self):
        return tuple(int(n) for n in numpy.max([self.first_point(piece) + piece.shape for piece in self.pieces], axis=0))

    @property
    def type(self):
        return numpy.result_type(*(piece.type for piece in self.pieces))

    def first_point(self, piece):
        return numpy.rint((piece.origin - self.origin) / self.delta).astype(int)

    def coordinates(self):
        """The coordinates of the points along each axis."""
        return [self.origin[d] + self.delta[d] * numpy.arange(n) for d, n in enumerate(self.shape)]

    def read(self, fixed):
        """Returns the values at the points whose indices along some axes are fixed, {axis: index}, counted from 0 for x. Their first
        index is the first free axis. Real values are NaN at points that no piece contains; integers become reals then."""
        free = [d for d in range(len(self.shape)) if d not in fixed]
        shape = [self.shape[d] for d in free]
        values, is_present = numpy.empty(shape, self.type), numpy.zeros(shape, bool)
        for piece in self.pieces:
            first = self.first_point(piece)
            if not all(first[d] <= index < first[d] + piece.shape[d] for d, index in fixed.items()):
                continue
            source = [fixed[d] - first[d] if d in fixed else slice(None) for d in range(len(first))]
            target = tuple(slice(first[d], first[d] + piece.shape[d]) for d in free)
            with open_hdf5(piece.path) as file:
                values[target] = as_numbers(file[piece.dataset][tuple(source[::-1])]).T
            is_present[target] = True
        if is_present.all():
            return values
        return numpy.where(is_present, values, numpy.nan).astype(numpy.result_type(values, numpy.float32) if values.dtype.kind in "iu" else values.dtype)
