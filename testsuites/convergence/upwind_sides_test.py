"""Advection with either sign of the coefficient, in several forms, stays bounded for many crossing times and converges. The output
of edlc is integrated with numpy on a periodic box."""

import subprocess
import sys

import numpy
import pytest

import graphs
import simulation
from folders import new_folder
from in_time import evolved

sys.path.insert(0, str(simulation.SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

EQUATIONS = """
begin thorn Sides
begin variables
  c
  v^i
end variables
begin derivatives
  Up_i = upwind(4, v)
end derivatives
{declarations}
begin calculation Advect
  {equations}
end calculation
begin calculation Start scheduled at initial
  v^i = 0
  c = 0
end calculation
end thorn
"""
FLUX = "begin temporaries\n  flux^i\nend temporaries\n"
ADVECT = "begin definitions\n  advect(f) = v^i Up_i f\nend definitions\n"

# Equations, declarations, sign of the coefficient of v^i d_i c
FORMS = [
    ("D_t c = v^i Up_i c", "", 1), ("D_t c = -v^i Up_i c", "", -1),
    ("D_t c = -1/2 advect(c) - 1/2 advect(c)", ADVECT, -1),
    ("flux^i = c v^i\n  D_t c = Up_i flux^i", FLUX, 1), ("flux^i = c v^i\n  D_t c = -Up_i flux^i", FLUX, -1), ("D_t c = -Lie_v c", "", -1),
]
VELOCITY = (0.8, -0.6, 0.4)


def difference(calculation, sign, points, time, courant):
    """Largest difference from the exact solution, and largest value."""
    x, y, z = numpy.meshgrid(numpy.arange(points) / points, numpy.arange(points) / points, numpy.arange(8) / points, indexing="ij")
    wave = lambda t: numpy.sin(2 * numpy.pi * (x + sign * VELOCITY[0] * t)) * numpy.cos(2 * numpy.pi * (y + sign * VELOCITY[1] * t))
    fields = {"c": wave(0), **{f"v{i + 1}": VELOCITY[i] + 0 * x for i in range(3)}}
    found = evolved(calculation, fields, {}, (1 / points,) * 3, time, round(time * points / courant))
    return float(numpy.max(numpy.abs(found["c"] - wave(time)))), float(numpy.max(numpy.abs(found["c"])))


@pytest.mark.parametrize("equations, declarations, sign", FORMS)
def test_advection_converges_and_stays_bounded(equations, declarations, sign):
    source = new_folder() / "sides.edl"
    source.write_text(EQUATIONS.format(equations=equations, declarations=declarations))
    result = subprocess.run([simulation.EDLC, "--emit=graph", source], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0 and not result.stderr, result.stderr
    [calculation] = [graph for graph in graphs.graphs_in(result.stdout) if graph.name == "Sides_Advect"]
    sizes = (16, 24, 32)
    errors = [difference(calculation, sign, points, 0.25, 0.25)[0] for points in sizes]
    assert abs(slope([1 / points for points in sizes], errors) - 4) < 0.3 and errors[-1] < 2e-3, errors
    _, largest = difference(calculation, sign, 16, 8, 0.5)
    assert largest <= 1.0001
