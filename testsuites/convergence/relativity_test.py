"""BSSN against exact solutions: errors fall with the order of the derivatives and are below fixed bounds."""

import functools
import math
import re

import pytest
from gowdy import Gowdy
from relativity import WITHIN, bar, box, data, lines_of, require_order, run

TIME = 0.02
SIZES = {2: (32, 48, 64), 4: (24, 36, 48), 6: (32, 40, 48), 8: (40, 48, 56)}
LINEAR_SIZES = {2: (32, 48, 64), 4: (16, 24, 32), 6: (12, 16, 20), 8: (10, 12, 16)}


def phase_and_slope(x, t, amplitude):
    """The wave and its derivative by x."""
    phase = 2 * math.pi * (x - t)
    return amplitude * math.sin(phase), 2 * math.pi * amplitude * math.cos(phase)


def gauge(h, dh):
    return -dh / (2 * math.sqrt(1 - h))


def shifted(h, dh):
    return -dh / (2 * math.sqrt(1 + h))


def linear(b, db):
    return db / 2


# Amplitude, condition for the shift, the variable that the derivatives enter first, its exact value, and for each order a
# bound of the largest error at the finest resolution, in units of the amplitude. The linear wave solves the equations up to
# powers of its amplitude. Half the difference of two waves of opposite sign is exact up to the third power.
WAVES = [
    ("gauge wave", 0.1, "static", "kxx", gauge, {2: 1.2e-3, 4: 3e-5, 6: 6e-7, 8: 7e-9}),
    ("gauge wave", 0.01, "static", "kxx", gauge, {4: 8e-6}),
    ("shifted gauge wave", 0.1, "harmonic", "kxx", shifted, {2: 3e-3, 4: 5e-5, 6: 1e-6, 8: 1e-8}),
    ("linear wave", 1e-5, "static", "kyy", linear, {2: 5e-4, 4: 1e-5, 6: 1e-6, 8: 1e-7}),
]


def harmonic(shift, time, steps):
    return {"BSSN::slicing": '"harmonic"', "BSSN::shift_condition": f'"{shift}"', "BSSN::dissipation_strength": 0,
            "time::timestep_method": '"given"', "time::timestep": time / steps, "cactus::cctk_itlast": steps,
            "IOASCII::out1D_every": steps}


def wave(name, amplitude, shift, variable, order, points):
    """(x, value) after a short time, so that the error of RK4 is below that of the derivatives."""
    steps = {"shifted gauge wave": 16}.get(name, 8) if order == 8 else 4
    folder, _ = run(data(name, amplitude=amplitude), bar(0, points, order), harmonic(shift, TIME, steps),
                    {"IOASCII::out1D_vars": f'"ADMBase::{variable}"'})
    return lines_of(folder, variable)


def error_of_wave(name, amplitude, shift, variable, exact, order, points):
    values = wave(name, amplitude, shift, variable, order, points)
    if name == "linear wave":
        opposite = wave(name, -amplitude, shift, variable, order, points)
        values = [(x, (value - other) / 2) for (x, value), (_, other) in zip(values, opposite)]
    return max(abs(value - exact(*phase_and_slope(x, TIME, amplitude))) for x, value in values) / amplitude


# Along the diagonal of a periodic cube no component vanishes and every mixed derivative contributes: name, condition for the
# shift, exact value, order, sizes, a bound of the error at the finest.
DIAGONAL = [
    ("gauge wave", "static", gauge, 4, (16, 20, 24), 1e-3),
    ("shifted gauge wave", "harmonic", shifted, 4, (16, 20, 24), 1e-3),
    ("shifted gauge wave", "harmonic", shifted, 8, (28, 32, 36), 2e-8),
]


def error_of_diagonal(name, shift, slope, order, points):
    """The largest error of k_xy along x, in units of the amplitude."""
    amplitude, steps = 0.01, 24 if order == 8 else 4
    folder, _ = run(data(name, amplitude=amplitude, direction='"diagonal"', wave_length=1 / math.sqrt(3)),
                    bar(0, points, order, width=points), harmonic(shift, TIME, steps), {"IOASCII::out1D_vars": '"ADMBase::kxy"'})
    path = next(iter((folder / "data").glob("kxy_x_*.xg")))
    line, ghosts = lines_of(folder, "kxy"), order // 2 + 1
    across = sum(line[0][0] + (int(index) - ghosts) / points for index in re.findall(r"\[(\d+)\]", path.name))
    exact = (slope(*phase_and_slope(x + across, math.sqrt(3) * TIME, amplitude)) * math.sqrt(3) / 3 for x, _ in line)
    return max(abs(value - right) for (_, value), right in zip(line, exact)) / amplitude


GOWDY_TIME = 1.0  # a wave crosses the grid in 47
GOWDY = {2: 2e-6, 4: 8e-8, 6: 2e-9, 8: 2e-11}
GOWDY_WITHIN = {8: 0.25}  # 7.77: on finer grids rounding errors dominate
gowdy = functools.cache(Gowdy)


@functools.cache
def exact_gowdy(z):
    return gowdy().metric(GOWDY_TIME, z)


def error_of_gowdy(order, points):
    """The largest relative error of g_xx, g_zz and the lapse."""
    steps = {6: 32, 8: 128}.get(order, 8)
    folder, _ = run(data("Gowdy"), bar(2, points, order), harmonic("static", GOWDY_TIME, steps),
                    {"IOASCII::out1D_vars": '"ADMBase::gxx ADMBase::gzz ADMBase::alp"'})
    return max(abs(value / exact_gowdy(round(z, 12))[place] - 1) for place, variable in enumerate(("gxx", "gzz", "alp"))
               for z, value in lines_of(folder, variable, "z"))


HOLE = {2: 2.5e-4, 4: 4e-6, 6: 9e-9, 8: 6e-11}
HOLE_BY_DIAGONALS = {4: 4e-6, 8: 2.5e-11}
HOLE_SIZES = {2: (12, 16, 20), 4: (16, 20, 24), 6: (20, 24, 28), 8: (24, 28, 32)}
LOW, HIGH = 0.7, 2.7
HOLE_STEPS = 2


def change_of_hole(order, points, mixed="product"):
    """The rate of change of the stationary Kerr-Schild hole at the centre of a box beside it, before the influence of the outer
    boundary arrives there. With Euler's method a stationary solution has no error in time."""
    middle, step = (LOW + HIGH) / 2, 0.4 / points
    assert HOLE_STEPS * (order // 2 + 1) < points / 2
    folder, _ = run(data("Kerr-Schild", spin=0.6), box(points, order, LOW, HIGH), {
        "BSSN::slicing": '"static"', "BSSN::shift_condition": '"static"', "BSSN::dissipation_strength": 0,
        "BSSN::mixed_derivatives": f'"{mixed}"', "BSSN::boundary": '"static"', "MoL::ODE_Method": '"Euler"', "MoL::MoL_Intermediate_Steps": 1,
        "MoL::MoL_Num_Scratch_Levels": 0, "time::timestep_method": '"given"', "time::timestep": step,
        "cactus::cctk_itlast": HOLE_STEPS, "IOASCII::out1D_every": HOLE_STEPS,
        "IOASCII::out1D_vars": '"ADMBase::metric ADMBase::curv"'})
    worst = 0.0
    for variable in [f"{kind}{pair}" for kind in "gk" for pair in ("xx", "xy", "xz", "yy", "yz", "zz")]:
        before, after = (lines_of(folder, variable, time_index=index) for index in (-2, -1))
        worst = max([worst] + [abs(b[1] - a[1]) for a, b in zip(before, after) if abs(a[0] - middle) < 1e-9])
    return worst / (HOLE_STEPS * step)


@pytest.mark.parametrize("row, order", [(row, order) for row in WAVES for order in row[-1]],
                         ids=lambda value: value if isinstance(value, int) else f"{value[0]} {value[1]:g}")
def test_wave(row, order):
    name, amplitude, shift, variable, exact, ceilings = row
    sizes = LINEAR_SIZES if name == "linear wave" else SIZES
    error = functools.partial(error_of_wave, name, amplitude, shift, variable, exact, order)
    require_order(order, sizes[order], error, ceilings[order])


@pytest.mark.parametrize("name, shift, slope, order, sizes, ceiling", DIAGONAL)
def test_wave_along_the_diagonal(name, shift, slope, order, sizes, ceiling):
    require_order(order, sizes, functools.partial(error_of_diagonal, name, shift, slope, order), ceiling)


@pytest.mark.parametrize("order", GOWDY)
def test_gowdy(order):
    require_order(order, SIZES[order], functools.partial(error_of_gowdy, order), GOWDY[order], GOWDY_WITHIN.get(order, WITHIN))


@pytest.mark.parametrize("order", HOLE)
def test_stationary_hole(order):
    require_order(order, HOLE_SIZES[order], functools.partial(change_of_hole, order), HOLE[order])


@pytest.mark.parametrize("order", HOLE_BY_DIAGONALS)
def test_stationary_hole_with_diagonal_mixed_derivatives(order):
    require_order(order, HOLE_SIZES[order], functools.partial(change_of_hole, order, mixed="diagonal"), HOLE_BY_DIAGONALS[order])
