"""The constraints of exact data fall with the order of the derivatives; Gowdy's hold to rounding."""

import sys

from gowdy import Gowdy
from relativity import bar, box, check_order, data, lines_of, run

ONLY_DATA = {"cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "ADMBase::evolution_method": '"static"',
             "ADMBase::admbase_boundary_condition": '"none"'}
CONSTRAINTS = '"ADMConstraints::hamiltonian ADMConstraints::momentum"'
SIZES = {2: (12, 18, 24), 4: (8, 12, 16), 6: (8, 12, 16), 8: (8, 10, 12)}

# Data, the box from where to where, and for each order what the largest constraint is below at the finest resolution
CASES = {
    "Kerr-Schild": (data("Kerr-Schild", spin=0.6), 1.5, {2: 1e-4, 4: 4e-7, 6: 5e-9, 8: 2.5e-10}),
    "Brill-Lindquist": (data("Brill-Lindquist", mass1=0.5, x1=-0.5, mass2=0.7, y2=0.5), 1.0, {2: 1.5e-4, 4: 8e-7, 6: 2e-9, 8: 4e-10}),
}


def error_of(what, low, order, points):
    """The largest Hamiltonian and momentum constraint along a line."""
    folder, _ = run(what, box(points, order, low, low + 1), ONLY_DATA, {"IOASCII::out1D_vars": CONSTRAINTS})
    return max(abs(value) for variable in ("hamiltonian", "momentum1", "momentum3") for _, value in lines_of(folder, variable))


def check_gowdy():
    """Where P = 0 nothing but K depends on z, and that so that the derivatives cancel: the constraints hold to rounding."""
    worst = 0.0
    folder, _ = run(data("Gowdy"), bar(2, 32, 4), ONLY_DATA, {
        "IOASCII::out1D_vars": CONSTRAINTS[:-1] + ' ADMBase::kxx ADMBase::gxx ADMBase::gzz"'})
    for variable in ("hamiltonian", "momentum1", "momentum3"):
        worst = max(worst, max(abs(value) for _, value in lines_of(folder, variable, "z")))
    gowdy = Gowdy()
    exact = {"gxx": lambda z: gowdy.metric(0, z)[0], "gzz": lambda z: gowdy.metric(0, z)[1], "kxx": gowdy.first_kxx}
    for variable, values in exact.items():
        off = max(abs(value / values(z) - 1) for z, value in lines_of(folder, variable, "z"))
        print(f"{variable} of Gowdy is off by {off:.1e}")
        worst = max(worst, off / 10)
    curvature = max(abs(value) for _, value in lines_of(folder, "kxx", "z"))
    print(f"constraints of Gowdy: at most {worst:.1e}; kxx up to {curvature:.2f}")
    return worst < 1e-12 and curvature > 0.01


def main():
    good = check_gowdy()
    for name, (what, low, ceilings) in CASES.items():
        for order, ceiling in ceilings.items():
            good = check_order(f"constraints of {name}", order, SIZES[order],
                               lambda points: error_of(what, low, order, points), ceiling) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
