"""Variables on the grid, on lines and on planes, with their coordinates and times."""

import dataclasses
import re

import numpy

from .errors import MissingData


@dataclasses.dataclass
class Snapshot:
    """A variable at one time. `values[i, j, k]` is the value at `x[i]`, `y[j]`, `z[k]`; lines and planes have fewer indices."""

    name: str
    time: float
    iteration: int | None  # None if the file does not contain it
    coordinates: dict  # {"x": array, ...}
    values: numpy.ndarray
    position: dict  # the coordinates of a line or plane, such as {"z": 0.0}

    @property
    def axes(self):
        return "".join(self.coordinates)

    def __getattr__(self, axis):
        """The coordinates along an axis: `snapshot.x`."""
        if axis in self.__dict__.get("coordinates", ()):
            return self.coordinates[axis]
        raise AttributeError(f"a snapshot has no '{axis}'; its axes are {', '.join(self.__dict__.get('coordinates', ()))}")


class TextStep:
    """A line or plane at one time, from a text file. hdf5_files.Step has the same members."""

    iteration = None

    def __init__(self, time, axes, position, coordinates, values):
        self.time, self.axes, self.position, self._coordinates, self._values = time, axes, position, coordinates, values
        self.shape, self.type = values.shape, values.dtype

    def coordinates(self):
        return self._coordinates

    def read(self, fixed):
        return self._values[tuple(fixed.get(d, slice(None)) for d in range(len(self.axes)))]


class Variable:
    """A variable at the times of its output, or its values on a line or plane. len() and indices count the outputs; iteration gives
    a Snapshot for each."""

    def __init__(self, name, full_name, levels, level=None, fixed=None):
        """`levels` contains the steps of each refinement level, {level: [step]}. `fixed` contains the coordinates of a cut, {axis:
        coordinate}, or None for the middle of the grid."""
        self.name, self.full_name, self._levels, self._fixed = name, full_name, levels, fixed or {}
        self.levels = sorted(levels)
        self.level = self.levels[0] if level is None else level
        self._steps = levels[self.level]
        self._grid_axes = self._steps[0].axes
        self.axes = "".join(axis for axis in self._grid_axes if axis not in self._fixed)
        self.times = numpy.array([step.time for step in self._steps])
        self.iterations = [step.iteration for step in self._steps]

    def __len__(self):
        return len(self._steps)

    def __getitem__(self, i):
        """The output number `i`; -1 is the last one."""
        if not -len(self) <= i < len(self):
            raise IndexError(f"{self.name} has {len(self)} outputs, of which number {i} was requested")
        step = self._steps[i]
        fixed = self._indices(step)
        coordinates = {axis: points for axis, points in zip(self._grid_axes, step.coordinates()) if axis in self.axes}
        return Snapshot(self.name, step.time, step.iteration, coordinates, step.read(fixed), self._position(step, fixed))

    def __repr__(self):
        return f"<variable {self.name} along {self.axes}, {' x '.join(map(str, self.shape))} points, {len(self)} times from {self.times[0]:g} to {self.times[-1]:g}>"

    @property
    def shape(self):
        """The number of points along each axis at the first time."""
        return tuple(n for axis, n in zip(self._grid_axes, self._steps[0].shape) if axis in self.axes)

    @property
    def position(self):
        """The coordinates of a line or plane at the first time, such as {"z": 0.0}."""
        return self._position(self._steps[0], self._indices(self._steps[0]))

    @property
    def type(self):
        """The type of the values at the first time, such as float32."""
        return self._steps[0].type

    def at(self, time):
        """The output whose time is the closest to `time`."""
        return self[self.index_of(time)]

    def index_of(self, time):
        """The number of the output whose time is the closest to `time`."""
        spacing = numpy.max(numpy.diff(self.times), initial=0)
        if not self.times[0] - spacing <= time <= self.times[-1] + spacing:
            raise MissingData(f"{self.name} has no output at t = {time:g}: expected a time from {self.times[0]:g} to {self.times[-1]:g}")
        return int(numpy.argmin(abs(self.times - time)))

    def on_level(self, level):
        """The variable on another refinement level; 0 is the coarsest. Values are NaN where the level has no points."""
        if level not in self._levels:
            raise MissingData(f"{self.name} has no refinement level {level}: there are {', '.join(map(str, self.levels))}")
        return Variable(self.name, self.full_name, self._levels, level, self._fixed)

    def line(self, axis, **at):
        """The variable on a line along `axis`: rho.line("x", y=0, z=0.5). Without a coordinate, the line is in the middle of the grid."""
        return self._cut(axis, at)

    def plane(self, axes, **at):
        """The variable on a plane: rho.plane("xy", z=0.5). Without a coordinate, the plane is in the middle of the grid."""
        return self._cut(axes, at)

    @property
    def is_cut(self):
        """Whether line() or plane() created the variable, so that the run wrote a grid of more dimensions."""
        return bool(self._fixed)

    @property
    def is_cut_of_plane(self):
        return self.is_cut and len(self._grid_axes) == 2

    def moved_to(self, at):
        """A cut along a plane with another coordinate of its normal."""
        (normal,) = self._fixed
        return Variable(self.name, self.full_name, self._levels, self.level).plane(self.axes, **{normal: at})

    def contains(self, at):
        """Whether a plane that the run wrote is at the coordinate `at` of its normal, to half a spacing of its points."""
        spacings = [abs(points[1] - points[0]) for points in self._steps[0].coordinates() if len(points) > 1]
        return any(abs(place - at) <= min(spacings, default=0) / 2 for place in self.position.values())

    def _cut(self, axes, at):
        if not set(axes) <= set(self.axes) or len(set(axes)) != len(axes):
            raise MissingData(f"{self.name} has no values along '{axes}': its axes are {', '.join(self.axes)}")
        removed = [axis for axis in self.axes if axis not in axes]
        if wrong := [axis for axis in at if axis not in removed]:
            raise MissingData(f"a cut of {self.name} along '{axes}' has no coordinate {wrong[0]}: expected {', '.join(removed) or 'none'}")
        cut = Variable(self.name, self.full_name, self._levels, self.level, self._fixed | {axis: at.get(axis) for axis in removed})
        cut._indices(cut._steps[0])  # reports a coordinate outside the grid at once
        return cut

    def _indices(self, step):
        """The indices of the cut along its fixed axes, {number of the axis: index}."""
        found = {}
        for axis, coordinate in self._fixed.items():
            d = self._grid_axes.index(axis)
            points = step.coordinates()[d]
            half = abs(points[1] - points[0]) / 2 if len(points) > 1 else numpy.inf
            if coordinate is not None and not points[0] - half <= coordinate <= points[-1] + half:
                kind = "plane" if len(self.axes) == 2 else "line"
                raise MissingData(f"{self.name} has no {kind} at {axis} = {coordinate:g}: expected a coordinate from {points[0]:g} to {points[-1]:g}")
            found[d] = len(points) // 2 if coordinate is None else int(numpy.argmin(abs(points - coordinate)))
        return found

    def _position(self, step, fixed):
        cut = {}
        for d, index in fixed.items():
            points = step.coordinates()[d]
            rounding = 1e-9 * abs(points[1] - points[0]) if len(points) > 1 else 0
            cut[self._grid_axes[d]] = float(points[index]) if abs(points[index]) > rounding else 0.0
        return dict(sorted((step.position | cut).items()))


def exact_solution(snapshot, variables):
    """Returns the exact solution of a snapshot that the run wrote at the same time and points, or None: the variable NAME_exact, or
    the difference of NAME and the variable NAME_error. `variables` is {name: Variable}."""
    name, component = re.fullmatch(r"(.*?)((?:\d+|\[\d+\])*)", snapshot.name).groups()
    for kind, suffix in (("exact", "_exact"), ("error", "_error")):
        for other in (f"{name}{suffix}{component}", f"{snapshot.name}{suffix}"):
            if (variable := variables.get(other)) is None or variable.axes != snapshot.axes:
                continue
            i = int(numpy.argmin(abs(variable.times - snapshot.time)))
            if abs(variable.times[i] - snapshot.time) > 1e-9 * (1 + abs(snapshot.time)):
                continue
            found = variable[i]
            if kind == "error" and found.values.shape != snapshot.values.shape:
                continue
            values = found.values if kind == "exact" else snapshot.values - found.values
            return dataclasses.replace(found, name=f"{snapshot.name} (exact)", values=values)
    return None
