"""Reads the output of a run as numpy arrays.

    import chemora
    run = chemora.open("output/gaussian")
    last = run["rho"][-1]                  # last.time, last.x, last.y, last.z, last.values[i, j, k]
    energy = run.scalars["eps"]["sum"]     # at the times run.scalars["eps"].times

docs/python.md describes the package."""

from .errors import DamagedFile, MissingData
from .run import Run, open
from .table import Table
from .variable import Snapshot, Variable, exact_solution

__all__ = ["DamagedFile", "MissingData", "Run", "Snapshot", "Table", "Variable", "exact_solution", "open"]
