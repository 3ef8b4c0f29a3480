"""Reads VTK files of spectral elements, which thorn SpectralEuler writes: elements.pvd lists the files elements_*.vtu by time. The
values are those at the nodes of elements with n^3 nodes."""

import dataclasses
import pathlib
import re

import numpy

from .errors import DamagedFile

LIST = "elements.pvd"
ENTRY = re.compile(r'<DataSet timestep="([^"]+)" file="([^"]+)"/>')
ARRAY = re.compile(r'<DataArray type="(\w+)" Name="([^"]+)" NumberOfComponents="(\d+)" format="appended" offset="(\d+)"')
TYPES = {"Float64": "f8", "Int64": "i8", "UInt8": "u1"}


@dataclasses.dataclass
class VtkFile:
    """One output time. `read(name)` returns an array of a file."""

    path: pathlib.Path
    time: float

    def arrays(self):
        """Returns {name: (type, components, offset)} and the offset of the data in the file."""
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise DamagedFile(f"{self.path} cannot be read: {error.strerror}") from error
        begin = content.find(b"\n_") + 2
        header = content[:begin].decode(errors="replace")
        order = "<" if 'byte_order="LittleEndian"' in header else ">"
        found = {name: (order + TYPES[kind], int(components), int(offset)) for kind, name, components, offset in ARRAY.findall(header)
                 if kind in TYPES}
        if begin < 2 or "Points" not in found or "connectivity" not in found:
            raise DamagedFile(f"{self.path.name} is damaged: it has no points")
        return content, begin, order, found

    def read(self, *names):
        content, begin, order, found = self.arrays()
        values = []
        for name in names:
            kind, components, offset = found[name]
            size = int(numpy.frombuffer(content, order + "u8", 1, begin + offset)[0]) if begin + offset + 8 <= len(content) else 0
            if begin + offset + 8 + size > len(content) or not size:
                raise DamagedFile(f"{self.path.name} is damaged: it ends within the values of {name}")
            array = numpy.frombuffer(content, kind, size // int(kind[-1]), begin + offset + 8)
            values.append(array.reshape(-1, components) if components > 1 else array)
        return values

    @property
    def names(self):
        """The variables in the file."""
        return [name for name in self.arrays()[3] if name not in ("Points", "connectivity", "offsets", "types")]


@dataclasses.dataclass
class ElementField:
    """A variable at the nodes of all elements, at several times."""

    name: str
    files: list

    def __len__(self):
        return len(self.files)

    @property
    def times(self):
        return numpy.array([file.time for file in self.files])

    def index_of(self, time):
        return int(numpy.argmin(abs(self.times - time)))

    def __getitem__(self, i):
        """Returns the coordinates and the values of output i: arrays with the axes element, k, j, i (and x, y, z)."""
        points, values, corners = self.files[i].read("Points", self.name, "connectivity")
        n = int(corners[3] - corners[0])  # the first hexahedron has the nodes 0, 1, n + 1, n
        return points.reshape(-1, n, n, n, 3), values.reshape(-1, n, n, n)


def read_element_fields(folders):
    """Returns {name: ElementField} of the files in the folders. Later folders have precedence at equal times."""
    files = {}
    for folder in folders:
        if not (folder / LIST).is_file():
            continue
        for time, name in ENTRY.findall((folder / LIST).read_text(errors="replace")):
            files[float(time)] = VtkFile(folder / name, float(time))
    fields = {}
    for time in sorted(files):
        for name in files[time].names:
            fields.setdefault(name, ElementField(name, [])).files.append(files[time])
    return dict(sorted(fields.items()))
