"""Compiles scripts in Kranc's language and integrates their equations with numpy on a periodic box, to compare them with exact
solutions."""

import pathlib
import subprocess
import sys

import numpy

import graphs
import simulation
from in_time import evolved

sys.path.insert(0, str(simulation.SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

TIME, SIZES = 1 / 8, (48, 64, 96)


def require_thorn(path, thorn_folder):
    """Compiles the script `path` with edlc; the compilation must succeed."""
    assert path.is_file(), f"there is no {path.name} in {path.parent}"
    result = subprocess.run([simulation.EDLC, "--thorn", thorn_folder, path], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0 and (pathlib.Path(thorn_folder) / "schedule.ccl").is_file(), result.stdout + result.stderr


def calculations(path):
    """Returns the kernel graphs of a script by the names of its calculations."""
    result = subprocess.run([simulation.EDLC, "--emit=graph", path], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    return {graph.name.removeprefix(f"{path.stem}_"): graph for graph in graphs.graphs_in(result.stdout)}


def run(all_calculations, start, evolve, parameters, points):
    """Returns the fields at time 0 and at TIME. The grid is one plane, because no field depends on z. Variables are 0 before
    the calculation `start`."""
    x, y, z = numpy.meshgrid(*[numpy.arange(points) / points - 0.5] * 2, [0.0], indexing="ij")
    fields = {"x": x, "y": y, "z": z, "t": 0.0, "pi": 0 * x}
    spacing = (1 / points,) * 3
    fields |= {name: value + 0 * x for name, value in all_calculations[start].evaluate(fields, parameters, spacing).items()}
    return fields, evolved(all_calculations[evolve], fields, parameters, spacing, TIME, points // 2)


def norm(values):
    return float(numpy.sqrt(numpy.mean(values**2)))


def analysed(all_calculations, name, fields, parameters, points):
    return all_calculations[name].evaluate(fields, parameters, (1 / points,) * 3)


def require_fourth_order(path, start, evolve, exact, parameters):
    """Checks that errors fall with the fourth power of the spacing. `exact(x, y, t)` returns the exact variables as a
    dictionary. Returns the calculations and the fields at the start and at the end of the finest run."""
    all_calculations = calculations(path)
    errors = []
    for points in SIZES:
        before, after = run(all_calculations, start, evolve, parameters, points)
        solution = exact(after["x"], after["y"], TIME)
        errors.append(max(norm(after[variable] - values) for variable, values in solution.items()))
    assert abs(slope([1 / points for points in SIZES], errors) - 4) < 0.2 and errors[-1] < 2e-4, errors
    return all_calculations, before, after
