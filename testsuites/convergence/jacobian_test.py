"""A wave in a wind on a deformed periodic grid, by derivatives through the grid's Jacobian, centred and upwind: the difference from
the exact solution falls with their order. The output of edlc is integrated with numpy."""

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
# x, y and z are the grid's coordinates, X1 to X3 those of the equations: X1 = x + bend S(y), X2 = y + bend S(x),
# X3 = z + bend (S(z) + S(x + y)) with S(a) = sin(2 PI a)/(2 PI).
begin thorn Patch

begin parameters
  bend : real "How much the grid is deformed", default: 0.4, range: 0 to 0.45
  order : int "Order of the derivatives", default: 4, range: 4, 6
end parameters

begin variables
  u : "The wave"
  rho : "Its rate of change in the frame of the wind"
  J^i_j : "Derivatives of the grid's coordinates by those of the equations"
  wind^i
end variables

begin temporaries
  p m s q common
end temporaries

begin derivatives
  Patch_i = J^a_i centred(order)
  Up_i = J^a_i upwind(order, wind)
end derivatives

begin definitions
  bent(a) = bend sin(2 PI a)/(2 PI)
  slope(a) = bend cos(2 PI a)
  wave = 2 PI (x + bent(y) + z + bent(z) + bent(x + y))
end definitions

# The matrix of derivatives of the X by x, y, z is ((1, p, 0), (m, 1, 0), (s, s, q)); its inverse is the Jacobian. The wind's
# components have one sign each, those along the grid do not.
begin calculation Grid scheduled at initial
  p = slope(y)
  m = slope(x)
  s = slope(x + y)
  q = 1 + slope(z)
  common = 1/(1 - p m)
  J^1_1 = common
  J^1_2 = -p common
  J^1_3 = 0
  J^2_1 = -m common
  J^2_2 = common
  J^2_3 = 0
  J^3_1 = -s (1 - m) common/q
  J^3_2 = -s (1 - p) common/q
  J^3_3 = 1/q
  wind^1 = 0.1
  wind^2 = -0.6
  wind^3 = 0.2
end calculation

begin calculation Start scheduled at initial
  u = sin(wave)
  rho = -2 PI sqrt(2) cos(wave)
end calculation

begin calculation Evolve
  D_t u = rho + wind^i Up_i u
  D_t rho = delta^ij Patch_ij u + wind^i Up_i rho
end calculation

end thorn
"""

BEND, WIND = 0.4, (0.1, -0.6, 0.2)
TIME, COURANT = 1 / 32, 1 / 8
# Points along an axis, and a bound of the last error, in units of the wave's amplitude
CASES = {4: ((16, 20, 24), 2e-4), 6: ((20, 24, 28), 8e-6)}


def exact(x, y, z, t):
    """The wave propagates along (1, 0, 1) with speed 1 relative to the wind."""
    bent = lambda a: BEND * numpy.sin(2 * numpy.pi * a) / (2 * numpy.pi)
    place = x + bent(y) + z + bent(z) + bent(x + y) + (WIND[0] + WIND[2]) * t
    return numpy.sin(2 * numpy.pi * (place - numpy.sqrt(2) * t))


def error(calculations, order, points):
    """Returns the root mean square error at the end of the run."""
    spacing = (1 / points,) * 3
    x, y, z = numpy.meshgrid(*[numpy.arange(points) / points] * 3, indexing="ij")
    fields, parameters = {"x": x, "y": y, "z": z}, {"bend": BEND, "order": order}
    for calculation in ("Patch_Grid", "Patch_Start"):
        found = calculations[calculation].evaluate(fields, parameters, spacing)
        fields.update({name: value + 0 * x for name, value in found.items()})
    on_grid = sum(fields[f"J1{i}"] * WIND[i - 1] for i in (1, 2, 3))
    assert numpy.min(on_grid) < -0.1 and numpy.max(on_grid) > 0.1, "the wind along the grid has one sign"

    steps = round(TIME * points / COURANT)
    found = evolved(calculations["Patch_Evolve"], fields, parameters, spacing, TIME, steps)
    return float(numpy.sqrt(numpy.mean((found["u"] - exact(x, y, z, TIME)) ** 2)))


@pytest.fixture(scope="module")
def all_graphs():
    source = new_folder() / "patch.edl"
    source.write_text(EQUATIONS)
    result = subprocess.run([simulation.EDLC, "--emit=graph", source], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    return graphs.graphs_in(result.stdout)


@pytest.mark.parametrize("order", CASES)
def test_order(order, all_graphs):
    sizes, ceiling = CASES[order]
    calculations = {graph.name: graph for graph in all_graphs if graph.guards.get("order", str(order)) == str(order)}
    errors = [error(calculations, order, points) for points in sizes]
    assert abs(slope([1 / points for points in sizes], errors) - order) < 0.3 and errors[-1] < ceiling, errors
