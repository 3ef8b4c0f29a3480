"""Orders of convergence of thorn Euler for smooth waves and for Sod's shock tube, along x and at 60 degrees to x. Run as a
program, this file prints a table of errors and orders.

A wave at 60 degrees is periodic in a box whose sides have the ratio sqrt(3). The shock tube at 60 degrees is compared in the
middle of a square, which no signal from the boundary reaches.
"""

import functools
import sys

import numpy
import pytest
import riemann
from fluids import MIDPOINT, SOD, WENO, centres, evolved, shock_tube, state, text
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

WAVES = {"entropy wave": 0.1, "sound wave": 1e-7}  # amplitudes
ANGLES = {"along x": (1, 0), "60 degrees": (0.5, 0.75**0.5)}
SHOCK_SIZES, SHOCK_TIME = (64, 128, 256), 0.125
LARGE, SMALL = (64, 128, 256), (32, 64, 128)
# Settings, and for smooth waves the numbers of cells along each side, the time steps per period and cell of a side, the
# smallest order, and the largest error on the finest grid.
SCHEMES = {
    "midpoint rule, minmod": (MIDPOINT | {"Euler::limiter": '"minmod"'}, LARGE, 4, 1.8, 4e-3),
    "RK2, MC": ({"Euler::limiter": '"mc"'}, LARGE, 4, 1.8, 1e-3),
    "RK2, van Leer": ({"Euler::limiter": '"van Leer"'}, LARGE, 4, 1.8, 1.5e-3),
    "RK3, parabolic": (WENO | {"Euler::reconstruction": '"parabolic"'}, SMALL, 4, 1.8, 4e-3),
    "RK3, WENO5": (WENO, (16, 32, 64), 8, 3, 1e-5),
}


@functools.cache
def wave_errors(kind, angle, scheme):
    """The mean absolute errors of the density after one period, relative to the amplitude, by number of cells."""
    (cosine, sine), errors = ANGLES[angle], []
    settings, sizes, steps, _, _ = SCHEMES[scheme]
    height = cosine / sine if sine else 1  # of a box of width 1 with one period along each side
    ghosts = settings.get("driver::ghost_size", 2)
    for n in sizes:
        values = {"Euler::initial": f'"{kind}"', "Euler::amplitude": WAVES[kind], "Euler::adiabatic_index": repr(5 / 3),
                  "Euler::normal1": 1, "Euler::normal2": repr(1 / height if sine else 0), "Euler::boundary": '"none"'}
        if sine:
            values |= {f"grid::y{end}": repr(row * height / n) for end, row in (("min", 0.5 - ghosts), ("max", n + ghosts - 0.5))}
        cells, period = (n, n if sine else 1, 1), cosine  # the wave length of a wave of speed 1
        folder, _ = run(text(cells, values | settings, period, steps * n))
        first, last = (state(folder, cells, iteration)["rho"] for iteration in (0, None))
        errors.append(numpy.abs(last - first).mean() / WAVES[kind])
    return errors


@functools.cache
def shock_errors(angle, scheme):
    """The mean absolute errors of the density of Sod's shock tube, by number of cells."""
    (cosine, sine), errors = ANGLES[angle], []
    left, right, _, _, speed = SOD
    middle = (cosine + sine) / 2
    for n in SHOCK_SIZES:
        cells = (n, n if sine else 1, 1)
        values, time, steps = shock_tube((left, right, middle, SHOCK_TIME, speed * (cosine + sine)), cells)
        direction = {"Euler::normal1": cosine, "Euler::normal2": repr(sine)}
        rho = evolved(cells, values | SCHEMES[scheme][0] | direction, time, steps, periodic=(False, not sine, True))["rho"][0]
        x, y = numpy.meshgrid(centres(cells), centres(cells, 1))
        exact = riemann.solution((cosine * x + sine * y - middle) / time, left, right, gamma=1.4)[0]
        is_compared = numpy.maximum(abs(x - 0.5), abs(y - 0.5)) < 0.2 if sine else abs(x - 0.5) < 0.5
        errors.append(numpy.abs(rho - exact)[is_compared].mean())
    return errors


def order(sizes, errors):
    return slope([1 / n for n in sizes], errors)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("kind", WAVES)
def test_smooth_waves(kind, angle, scheme):
    _, sizes, _, smallest_order, ceiling = SCHEMES[scheme]
    errors = wave_errors(kind, angle, scheme)
    assert order(sizes, errors) >= smallest_order and errors[-1] < ceiling, errors


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("angle", ANGLES)
def test_shock_tube(angle, scheme):
    errors = shock_errors(angle, scheme)
    assert order(SHOCK_SIZES, errors) >= 0.8 and errors[-1] < 1e-2, errors


def print_table():
    print("| scheme | angle | problem | cells per side | errors | order |")
    print("|---|---|---|---|---|---|")
    for scheme, (_, sizes, *_) in SCHEMES.items():
        for angle in ANGLES:
            rows = [(kind, sizes, wave_errors(kind, angle, scheme)) for kind in WAVES]
            for problem, cells, errors in [*rows, ("Sod", SHOCK_SIZES, shock_errors(angle, scheme))]:
                columns = ", ".join(map(str, cells)), ", ".join(f"{error:.2e}" for error in errors), f"{order(cells, errors):.2f}"
                print("|", " | ".join((scheme, angle, problem, *columns)), "|", flush=True)


if __name__ == "__main__":
    print_table()
