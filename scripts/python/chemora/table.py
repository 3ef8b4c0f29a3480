"""Tables of time series: scalars, and reductions of variables over the grid."""

import numpy

from .errors import find_name


class Table:
    """The time series of a scalar, with the column "value", or of the reductions of a variable, with columns such as "maximum"."""

    def __init__(self, name, curves):
        """`curves` is {column: Curve}."""
        self.name, self._curves = name, dict(sorted(curves.items()))

    @property
    def columns(self):
        return list(self._curves)

    @property
    def times(self):
        """The times of all columns."""
        return numpy.unique(numpy.concatenate([curve.times for curve in self._curves.values()]))

    def __len__(self):
        return len(self.times)

    def __getitem__(self, column):
        """The values of a column at `times`; NaN if the run did not write the column at a time."""
        curve, times = self.curve(column), self.times
        values = numpy.full(len(times), numpy.nan)
        values[numpy.searchsorted(times, curve.times)] = curve.values
        return values

    def curve(self, column):
        """The rows of one column, with the members `times`, `values` and `iterations` (None if the file does not contain them)."""
        return self._curves[find_name(f"column of {self.name}", column, self.columns)]

    def as_array(self):
        """A structured array with the field `time` and a field for each column, for example for pandas.DataFrame."""
        found = numpy.empty(len(self), [("time", float), *((column, float) for column in self.columns)])
        found["time"] = self.times
        for column in self.columns:
            found[column] = self[column]
        return found

    def __repr__(self):
        return f"<table {self.name}: {', '.join(self.columns)} at {len(self)} times>"
