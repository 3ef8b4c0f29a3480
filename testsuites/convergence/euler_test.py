"""The finite volumes of thorn Euler: exact solutions, conservation, and independence of direction, dimension and processes."""

import sys

import numpy
import pytest
import riemann
from fluids import STATE, centres, evolved, state, text
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

# Toro's tests: states (density, velocity, pressure) left and right of the diaphragm, its position, the time of the
# solution, and the largest signal speed. Riemann Solvers and Numerical Methods for Fluid Dynamics, 3rd edition, table 6.2.
TORO = {
    "1 sonic rarefaction": ((1, 0.75, 1), (0.125, 0, 0.1), 0.3, 0.2, 2.5),
    "2 near vacuum": ((1, -2, 0.4), (1, 2, 0.4), 0.5, 0.15, 3),
    "3 strong shock": ((1, 0, 1000), (1, 0, 0.01), 0.5, 0.012, 60),
    "4 colliding shocks": ((5.99924, 19.5975, 460.894), (5.99242, -6.19633, 46.0950), 0.4, 0.035, 40),
    "5 slow contact": ((1, -19.59745, 1000), (1, -19.59745, 0.01), 0.8, 0.012, 60),
}
SOD = ((1, 0, 1), (0.125, 0, 0.1), 0.5, 0.2, 2.3)
AXES = {"x": 0, "y": 1, "z": 2}


def shock_tube(problem, cells, axis=0, gamma=1.4, **settings):
    """Settings, time and number of steps of a shock tube along an axis."""
    left, right, interface, time, speed = problem
    values = {"Euler::initial": '"shock tube"', "Euler::adiabatic_index": gamma, "Euler::interface": interface,
              "Euler::boundary": '"flat"'}
    values |= {f"Euler::normal{n + 1}": int(n == axis) for n in range(3)}
    for side, values_of_side in (("left", left), ("right", right)):
        values |= {f"Euler::{name}_{side}": repr(value) for name, value in zip(("rho", "v", "p"), values_of_side)}
    steps = int(numpy.ceil(time * speed * max(cells) / 0.4))
    return values | {f"Euler::{name}": value for name, value in settings.items()}, time, steps


def density_error(problem, n, **settings):
    """The mean absolute error of the density of a shock tube with n cells."""
    cells = (n, 1, 1)
    values, time, steps = shock_tube(problem, cells, **settings)
    rho = evolved(cells, values, time, steps, periodic=(False, True, True))["rho"].ravel()
    exact = riemann.solution((centres(cells) - problem[2]) / time, *problem[:2], gamma=1.4)[0]
    assert numpy.isfinite(rho).all() and rho.min() > 0
    return numpy.abs(rho - exact).mean()


@pytest.mark.parametrize("solver", ["Rusanov", "HLL", "HLLC"])
@pytest.mark.parametrize("limiter", ["minmod", "mc", "van Leer"])
def test_shock_tube_converges(solver, limiter):
    sizes = (100, 200, 400)
    errors = [density_error(SOD, n, riemann_solver=f'"{solver}"', limiter=f'"{limiter}"') for n in sizes]
    assert slope([1 / n for n in sizes], errors) > 0.8, errors
    assert errors[-1] < 3.5e-3, errors


def test_constant_states_are_of_first_order():
    errors = [density_error(SOD, n, reconstruction='"constant"') for n in (100, 400)]
    assert errors[0] > errors[1] > 2 * density_error(SOD, 400), errors


@pytest.mark.parametrize("name", TORO)
def test_hard_shock_tubes_stay_positive_and_near_the_exact_solution(name):
    problem = TORO[name]
    errors = [density_error(problem, n, limiter='"minmod"') for n in (100, 400)]
    largest = riemann.solution(numpy.linspace(-100, 100, 2001), *problem[:2], gamma=1.4)[0].max()
    assert slope([1 / 100, 1 / 400], errors) > 0.6 and errors[1] < 0.03 * largest, (errors, largest)


@pytest.mark.parametrize("axis", ["y", "z"])
def test_direction_does_not_matter(axis):
    along = {}
    for name in ("x", axis):
        cells = tuple(50 if n == AXES[name] else 1 for n in range(3))
        values, time, steps = shock_tube(SOD, cells, AXES[name])
        found = evolved(cells, values, time, steps, periodic=tuple(n != AXES[name] for n in range(3)))
        along[name] = [found["rho"].ravel(), found[f"m{AXES[name] + 1}"].ravel(), found["E"].ravel()]
    for a, b in zip(along["x"], along[axis]):
        assert numpy.abs(a - b).max() < 1e-13 and numpy.ptp(a) > 0.1


@pytest.mark.parametrize("cells", [(50, 8, 1), (50, 6, 6)])
def test_dimension_does_not_matter(cells):
    values, time, steps = shock_tube(SOD, cells)
    one, several = (evolved(n, values, time, steps, periodic=(False, True, True)) for n in ((50, 1, 1), cells))
    for name in STATE:
        assert numpy.abs(several[name] - one[name]).max() < 1e-13


def blob(**settings):
    """Settings of an explosion in a periodic box, off the centre, which crosses the boundary of the box."""
    return {"Euler::initial": '"Sedov"', "Euler::blast_radius": 0.2, "Euler::blast_pressure": 0.1,
            "Euler::blast_dimension": 2} | settings


@pytest.mark.parametrize("solver", ["Rusanov", "HLL", "HLLC"])
def test_sums_are_conserved(solver):
    cells = (32, 24, 1)
    folder, _ = run(text(cells, blob(**{"Euler::riemann_solver": f'"{solver}"'}), 0.25, 100, origin=(-0.3, -0.1, 0)))
    first, last = (state(folder, cells, n) for n in (0, 100))
    assert numpy.abs(last["rho"] - first["rho"]).max() > 0.1
    for name in STATE:
        scale = numpy.abs(last[name]).sum() + 1e-300
        assert abs(last[name].sum() - first[name].sum()) < 1e-13 * scale or scale < 1e-12, name


def test_processes_do_not_matter():
    one, two = (evolved((24, 20, 12), blob(), 0.05, 12, ranks=ranks, origin=(-0.3, -0.4, -0.2)) for ranks in (1, 2))
    for name in STATE:
        assert one[name].tobytes() == two[name].tobytes()


WAVES = {"entropy wave": 0.1, "sound wave": 1e-6}


def wave_error(kind, n, direction):
    """The mean absolute error of the density after one period, relative to the amplitude."""
    cells = (n, n if direction[1] else 1, 1)
    length = numpy.hypot(*direction)
    time = 1 / length  # both waves have the speed 1
    settings = {"Euler::initial": f'"{kind}"', "Euler::amplitude": WAVES[kind], "Euler::adiabatic_index": repr(5 / 3),
                "Euler::normal1": direction[0], "Euler::normal2": direction[1], "Euler::boundary": '"none"'}
    folder, _ = run(text(cells, settings, time, int(numpy.ceil(8 * n * time))))
    first, last = (state(folder, cells, iteration)["rho"] for iteration in (0, None))
    return numpy.abs(last - first).mean() / WAVES[kind]


@pytest.mark.parametrize("direction", [(1, 0), (1, 1), (1, 2)])
@pytest.mark.parametrize("kind", WAVES)
def test_smooth_waves_are_of_second_order(kind, direction):
    sizes = (96, 192) if direction[1] else (64, 128, 256)
    errors = [wave_error(kind, n, direction) for n in sizes]
    assert slope([1 / n for n in sizes], errors) > 1.8, errors
    assert errors[-1] < 0.05, errors
