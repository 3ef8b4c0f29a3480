"""BSSN against exact solutions, and the constraints of exact data: errors fall with the order of the derivatives."""

import math
import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
from convergence_study import slope
from relativity import bar, data, lines_of, run

TIME = 0.02
WITHIN = 0.5


def wave(x, t, amplitude):
    """sin and its derivative by x."""
    phase = 2 * math.pi * (x - t)
    return amplitude * math.sin(phase), 2 * math.pi * amplitude * math.cos(phase)


# Extrinsic curvature of each wave: the variable that the derivatives enter first, and its exact value.
WAVES = {
    "gauge wave": (0.1, "static", "kxx", lambda h, dh: -dh / (2 * math.sqrt(1 - h))),
    "shifted gauge wave": (0.1, "harmonic", "kxx", lambda h, dh: -dh / (2 * math.sqrt(1 + h))),
    "linear wave": (1e-7, "static", "kyy", lambda b, db: db / 2),
}
SIZES = {2: (32, 64), 4: (24, 48), 6: (32, 48), 8: (32, 48)}
EXACT_TO = {"linear wave": 4}  # beyond, the square of the amplitude is larger than the error


def error_of_wave(name, order, points):
    amplitude, shift, variable, exact = WAVES[name]
    steps = 8 if order == 8 else 4  # so short that the error of RK4 is below that of the derivatives
    folder, _ = run(
        data(name, amplitude=amplitude), bar(0, points, order),
        {"BSSN::slicing": '"harmonic"', "BSSN::shift_condition": f'"{shift}"', "BSSN::dissipation_strength": 0,
         "time::timestep_method": '"given"', "time::timestep": TIME / steps, "cactus::cctk_itlast": steps,
         "IOASCII::out1D_every": steps, "IOASCII::out1D_vars": f'"ADMBase::{variable}"'})
    values = lines_of(folder, variable)
    return max(abs(value - exact(*wave(x, TIME, amplitude))) for x, value in values) / amplitude


def box(points, order, low, high):
    """No symmetry; the physical points are `points` intervals from low to high in each direction."""
    ghosts = order // 2 + 1
    h = (high - low) / points
    return {"driver::global_nsize": points + 1 + 2 * ghosts, "driver::ghost_size": ghosts, "grid::type": '"byrange"',
            "grid::xyzmin": repr(low - ghosts * h), "grid::xyzmax": repr(high + ghosts * h), "BSSN::fd_order": order,
            "ADMConstraints::fd_order": order, "IOASCII::out1D_xline_yi": ghosts + points // 2,
            "IOASCII::out1D_xline_zi": ghosts + points // 2}


# Data, the grid for a number of points, the direction of the line that is looked at
CONSTRAINTS = {
    "Kerr-Schild": (data("Kerr-Schild", spin=0.6), lambda points, order: box(points, order, 1.5, 2.5), "x", {2: (8, 16), 4: (8, 16), 6: (8, 16), 8: (8, 12)}),
    "Brill-Lindquist": (data("Brill-Lindquist", mass1=0.5, x1=-0.5, mass2=0.7, y2=0.5), lambda points, order: box(points, order, 1.0, 2.0), "x", {2: (8, 16), 4: (8, 16), 6: (8, 16), 8: (8, 12)}),
}


def error_of_constraints(name, order, points):
    """The largest Hamiltonian and momentum constraint at points that both resolutions have."""
    what, grid, direction, sizes = CONSTRAINTS[name]
    folder, _ = run(what, grid(points, order), {
        "cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "ADMBase::evolution_method": '"static"',
        "ADMBase::admbase_boundary_condition": '"none"',
        "IOASCII::out1D_vars": '"ADMConstraints::hamiltonian ADMConstraints::momentum"'})
    worst = 0.0
    for variable in ("hamiltonian", "momentum1", "momentum3"):
        worst = max(worst, max(abs(value) for _, value in lines_of(folder, variable, direction)))
    return worst


def bessel(n, x):
    """J_n by its integral over a period, for which the trapezoidal rule is exact to rounding."""
    points = 200
    return sum(math.cos(n * a - x * math.sin(a)) for a in (2 * math.pi * (i + 0.5) / points for i in range(points))) / points


def gowdy(z):
    """g_xx, g_zz, k_xx of ds^2 = T^(-1/2) exp(lambda/2) (dz^2 - dT^2) + T (exp(P) dx^2 + ...) where J0(2 pi T) = 0; T falls.
    lambda with the constant of Babiuc et al., in terms of J0 and J1 at 2 pi."""
    low, high = 9.8, 9.95
    while high - low > 1e-15 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        same = bessel(0, 2 * math.pi * low) * bessel(0, 2 * math.pi * middle) > 0
        low, high = (middle, high) if same else (low, middle)
    time, k = low, 2 * math.pi
    j0, j1 = bessel(0, k), bessel(1, k)
    here = bessel(1, k * time)
    length = (k * time * here) ** 2 / 2 - (k**2 * (j0**2 + j1**2) - k * j0 * j1) / 2
    root = math.exp(length / 4) * time**-0.25
    return time, root**2, (1 - time * k * here * math.cos(k * z)) / (2 * root)


def check_gowdy():
    """Where P = 0 nothing but K depends on z, and that so that the derivatives cancel: the constraints hold to rounding."""
    worst = 0.0
    folder, _ = run(data("Gowdy"), bar(2, 32, 4), {
        "cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "ADMBase::evolution_method": '"static"',
        "ADMBase::admbase_boundary_condition": '"none"',
        "IOASCII::out1D_vars": '"ADMConstraints::hamiltonian ADMConstraints::momentum ADMBase::kxx ADMBase::gxx ADMBase::gzz"'})
    for variable in ("hamiltonian", "momentum1", "momentum3"):
        worst = max(worst, max(abs(value) for _, value in lines_of(folder, variable, "z")))
    for place, variable in enumerate(("gxx", "gzz", "kxx")):
        off = max(abs(value / gowdy(z)[place] - 1) for z, value in lines_of(folder, variable, "z"))
        print(f"{variable} of Gowdy is off by {off:.1e}")
        worst = max(worst, off / 10)
    curvature = max(abs(value) for _, value in lines_of(folder, "kxx", "z"))
    print(f"constraints of Gowdy: at most {worst:.1e}; kxx up to {curvature:.2f}")
    return worst < 1e-12 and curvature > 0.01


def check(name, order, sizes, error):
    errors = [error(points) for points in sizes]
    found = slope([1 / points for points in sizes], errors)
    good = abs(found - order) < WITHIN
    print(f"{'ok' if good else 'WRONG'} {name}, order {order}: errors {errors[0]:.2e} {errors[-1]:.2e}, slope {found:.2f}", flush=True)
    return good


def main():
    good = True
    for name in WAVES:
        for order, sizes in SIZES.items():
            if order > EXACT_TO.get(name, order):
                continue
            good = check(name, order, sizes, lambda points: error_of_wave(name, order, points)) and good
    for name, (_, _, _, sizes_of) in CONSTRAINTS.items():
        for order, sizes in sizes_of.items():
            good = check(f"constraints of {name}", order, sizes, lambda points: error_of_constraints(name, order, points)) and good
    good = check_gowdy() and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
