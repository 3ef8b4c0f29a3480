"""Opens the output of a run."""

import collections.abc
import functools
import json
import pathlib
import re

import numpy

from . import black_holes
from .errors import DamagedFile, MissingData, find_name, nearest
from .hdf5_files import HDF5_FILE, Step, pieces_of_file
from .parameters import read_parameters
from .table import Table
from .text_files import LINE_FILE, PLANE_FILE, Curve, files_of, read_blocks, read_series
from .variable import TextStep, Variable
from .vtk_files import read_element_fields

SEGMENT = re.compile(r"output-\d{4}")
ORDER = ["x", "y", "z", "d", "xy", "xz", "yz", "xyz"]


class Names(collections.abc.Mapping):
    """{name: variable or table}. Names may be in upper or lower case, and with or without the thorn."""

    def __init__(self, kind, found, errors):
        self._kind, self._found, self._errors = kind, dict(sorted(found.items())), errors

    def __getitem__(self, name):
        try:
            return self._found[find_name(self._kind, name, list(self._found))]
        except MissingData as error:
            damaged = f". These files could not be read: {'; '.join(self._errors)}" if self._errors else ""
            raise MissingData(f"{error}{damaged}") from None

    def __iter__(self):
        return iter(self._found)

    def __len__(self):
        return len(self._found)

    def __repr__(self):
        return "\n".join(map(repr, self._found.values()))


def segments_of(folder):
    """The folders of each segment of a run, in the order of the segments. A folder with subfolders output-0000, output-0001, ... contains a
    segment in each, whose files may be in a subfolder."""
    found = sorted(path for path in folder.iterdir() if path.is_dir() and SEGMENT.fullmatch(path.name))
    return [[path, *sorted(below for below in path.rglob("*") if below.is_dir())] for path in found] or [[folder]]


def precedence(variable):
    """The variable with the most points has precedence; among equals, earlier axes (x before y, xy before xz). Among those with the same
    axes, the middle line of a plane is last, then the one with more times has precedence, and then the one that is no cut."""
    return numpy.prod(variable.shape), -ORDER.index(variable.axes), not variable.is_cut_of_plane, len(variable), not variable.is_cut


def choose(candidates, axes):
    """Returns {variable: Variable}: for each variable the candidate along `axes`, or the one that has precedence if `axes` is None."""
    chosen = {}
    for variable in sorted(candidates, key=precedence):
        if axes in (None, variable.axes) and min(variable.shape) > 1:
            chosen[variable.name] = variable
    return dict(sorted(chosen.items()))


class Run:
    """The output of a run, which is read when it is requested.

    `variables` is {name: Variable}, `scalars` is {name: Table}, `parameters` is {name: value}. `errors` describes the damaged files
    among those that were read."""

    def __init__(self, *folders):
        """The output is in one folder, or in the folders of several segments of the run; later segments have precedence."""
        for folder in folders:
            if not folder.is_dir():
                others = [path.name for path in folder.parent.iterdir() if path.is_dir()] if folder.parent.is_dir() else []
                similar = nearest(folder.name, others)
                hint = f"; the most similar name is {folder.with_name(similar[0])}" if similar else ""
                raise MissingData(f"there is no folder {folder}{hint}")
        self.folder, self.errors = folders[0], []
        self._segments = [segment for folder in folders for segment in segments_of(folder)]

    @property
    def folders(self):
        """All folders that may contain files of the run."""
        return [folder for segment in self._segments for folder in segment]

    def __getitem__(self, name):
        return self.variables[name]

    def __repr__(self):
        return f"<run {self.folder}: variables {', '.join(self.variables) or 'none'}; scalars {', '.join(self.scalars) or 'none'}>"

    @property
    def name(self):
        """The name of the folder."""
        return self.folder.resolve().name

    def _files(self, segment, pattern, read):
        """Yields (match of the name, read(path)) for the files of a segment whose names match."""
        for folder in segment:
            yield from files_of(folder, pattern, read, self.errors)

    @functools.cached_property
    def _text_outputs(self):
        """The lines and planes in text files."""
        blocks = {}
        for segment in self._segments:
            for pattern, n_axes in ((LINE_FILE, 1), (PLANE_FILE, 2)):
                for match, found in self._files(segment, pattern, functools.partial(read_blocks, n_axes=n_axes)):
                    axes = next((group for group in match.groups()[1:] if group), "xy"[:n_axes])
                    key = match[1].split("::")[-1], axes, match[0]
                    blocks.setdefault(key, []).append(found)
                    self.errors += [error for error in found.errors if error not in self.errors]
        outputs = []
        for (name, axes, _), parts in blocks.items():
            merged = {time: block for part in parts for time, block in part.blocks.items()}
            steps = [TextStep(time, axes, parts[-1].position, *merged[time]) for time in sorted(merged)]
            outputs += [Variable(name, parts[-1].full_name or name, {0: steps})] if steps else []
        return outputs

    @functools.cached_property
    def _pieces(self):
        """The datasets of the HDF5 files: {(full name, axes of the file): {level: {iteration: [Piece]}}}."""
        found = {}
        for segment in self._segments:
            of_segment = {}
            for match, pieces in self._files(segment, HDF5_FILE, pieces_of_file):
                for name, level, iteration, piece in pieces:
                    of_segment.setdefault((name, match[1], level, iteration), []).append(piece)
            for (name, axes, level, iteration), pieces in of_segment.items():
                found.setdefault((name, axes), {}).setdefault(level, {})[iteration] = pieces
        return found

    @functools.cached_property
    def _fields(self):
        """The variables in HDF5 files. Names contain the thorn only if two thorns have a variable of this name."""
        full_names = {name for name, _ in self._pieces}
        short_names = [name.split("::")[-1] for name in full_names]
        fields = []
        for (name, _), levels in self._pieces.items():
            short = name.split("::")[-1]
            steps = {level: [Step(iteration, pieces) for iteration, pieces in sorted(of_level.items())] for level, of_level in levels.items()}
            fields.append(Variable(short if short_names.count(short) == 1 else name, name, steps))
        return fields

    @functools.cached_property
    def variables(self):
        """{name: Variable}: each variable on the whole grid, or else on the plane or line with the most points that the run wrote."""
        on_grid = [variable for variable in [*self._text_outputs, *self._fields] if numpy.prod(variable.shape) > 1]
        on_grid.sort(key=lambda one: (len(one.axes), *precedence(one)))
        return Names("variable", {variable.name: variable for variable in on_grid}, self.errors)

    @functools.cached_property
    def scalars(self):
        """{name: Table}: scalars, and reductions of variables over the grid."""
        tables = {}
        for segment in self._segments:
            for name, curves in read_series(functools.partial(self._files, segment)).items():
                for column, curve in curves.items():
                    table = tables.setdefault(name, {})
                    table[column] = table[column].followed_by(curve) if column in table else curve
        for variable in self._fields:
            if numpy.prod(variable.shape) == 1 and variable.name not in tables:
                values = numpy.array([one.values.reshape(()) for one in variable])
                tables[variable.name] = {"value": Curve(variable.times, values, numpy.array(variable.iterations))}
        return Names("scalar", {name: Table(name, curves) for name, curves in tables.items()}, self.errors)

    def lines(self, axis=None):
        """{name: Variable} along `axis` (x, y, z, or d for the diagonal), or along the axis with the most points. Lines that are cut from
        grids or planes are in the middle, those that the run wrote at the positions that its parameters specify."""
        lines = [variable for variable in self._text_outputs if len(variable.axes) == 1]
        return choose(lines + [field.line(one) for field in self._fields for one in field.axes], axis)

    def planes(self, axes=None, at=None):
        """{name: Variable} along two `axes`, or on the plane with the most points. `at` is the coordinate of the normal: planes are cut
        from whole grids there. Planes that the run wrote at other coordinates are omitted."""
        cuts = [field.plane(plane) for field in self._fields for plane in ("xy", "xz", "yz") if set(plane) < set(field.axes)]
        written = [variable for variable in [*self._text_outputs, *self._fields] if len(variable.axes) == 2]
        if at is None:
            return choose(cuts + written, axes)
        chosen = choose(cuts + [plane for plane in written if plane.contains(at)], axes)
        if not chosen and (others := choose(written, axes)):
            places = ", ".join(f"{name} at {' '.join(f'{axis} = {place:g}' for axis, place in plane.position.items()) or 'no coordinate'}"
                               for name, plane in others.items())
            raise MissingData(f"the run wrote no plane at the coordinate {at:g} and no whole grid; there are planes of {places}")
        return {name: plane.moved_to(at) if plane.is_cut else plane for name, plane in chosen.items()}

    @functools.cached_property
    def elements(self):
        """{name: ElementField}: variables at the nodes of spectral elements, from VTK files."""
        try:
            return Names("variable of elements", read_element_fields(self.folders), self.errors)
        except DamagedFile as error:
            self.errors.append(str(error))
            return Names("variable of elements", {}, self.errors)

    @functools.cached_property
    def parameters(self):
        """The parameters of the run."""
        return read_parameters(self.folders)

    @functools.cached_property
    def kernel_report(self):
        """The report of the kernels: the contents of kernel_report.json, whose entry "kernels" is a list with an entry for each kernel."""
        for folder in reversed(self.folders):
            if (path := folder / "kernel_report.json").exists():
                try:
                    return json.loads(path.read_text())
                except ValueError as error:
                    raise DamagedFile(f"{path} is damaged: {error}") from error
        raise MissingData(f"there is no {self.folder / 'kernel_report.json'}, which the thorn CaKernel writes at the end of a run")

    @functools.cached_property
    def waveforms(self):
        """{(name, radius): {(l, m): array with the columns time, real part, imaginary part}}, from files of Multipole."""
        return black_holes.of_segments(black_holes.read_modes, self.folders, self.errors)

    @functools.cached_property
    def trajectories(self):
        """{number of the puncture: array with the rows time, x, y, z}, from files of PunctureTracker."""
        return black_holes.of_segments(black_holes.read_trajectories, self.folders, self.errors)

    @functools.cached_property
    def horizons(self):
        """{number of the horizon: array with the rows time, irreducible mass}, from files of ApparentHorizon."""
        return black_holes.of_segments(black_holes.read_horizons, self.folders, self.errors)

    @functools.cached_property
    def constraints(self):
        """{name: array with the rows time, norm}, from files of IOScalar."""
        return black_holes.of_segments(black_holes.read_constraints, self.folders, self.errors)


def open(*folders):  # the name that users know from other packages
    """Opens the output of a run: chemora.open("output/gaussian"). Several folders contain the segments of a run that continued from
    checkpoints; so does a folder with subfolders output-0000, output-0001, ..."""
    if not folders:
        raise MissingData("chemora.open needs the folder of a run, for example output/gaussian")
    return Run(*map(pathlib.Path, folders))
