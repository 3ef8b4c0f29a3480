"""The constraints of exact data fall with the order of the derivatives; those of Gowdy and of waves along x hold to rounding."""

import sys

from gowdy import Gowdy
from relativity import bar, box, check_order, data, lines_of, run

ONLY_DATA = {"cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "ADMBase::evolution_method": '"static"',
             "ADMBase::admbase_boundary_condition": '"none"'}
CONSTRAINTS = '"ADMConstraints::hamiltonian ADMConstraints::momentum"'
SIZES = {2: (12, 18, 24), 4: (8, 12, 16), 6: (8, 12, 16), 8: (8, 10, 12)}

# Of the puncture equation, solved by spectral methods: the only data that are exact to what the solver reaches
PUNCTURES = {"ADMBase::initial_data": '"twopunctures"', "ADMBase::initial_lapse": '"twopunctures-averaged"',
             "TwoPunctures::par_b": 0.5, "TwoPunctures::par_m_plus": 0.4, "TwoPunctures::par_m_minus": 0.3,
             "TwoPunctures::par_P_plus[1]": 0.2, "TwoPunctures::par_P_minus[1]": -0.2}

# Data, the box from where to where, and for each order what the largest constraint is below at the finest resolution
CASES = {
    "Kerr-Schild": (data("Kerr-Schild", spin=0.6), 1.5, {2: 1e-4, 4: 4e-7, 6: 5e-9, 8: 2.5e-10}),
    "Schwarzschild": (data("Brill-Lindquist", mass1=1), 1.0, {2: 1e-4, 4: 4e-7, 6: 2e-9, 8: 3e-10}),
    "two punctures": (PUNCTURES, 1.0, {8: 2.5e-10}),
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


WAVES = {"gauge wave": 0.1, "shifted gauge wave": 0.1, "linear wave": 1e-7}  # amplitudes; of the last the square counts


def check_waves():
    """Their curvature vanishes, that of the linear wave but for the square of the amplitude, and so do sums of differences."""
    good = True
    for name, amplitude in WAVES.items():
        folder, _ = run(data(name, amplitude=amplitude), bar(0, 16, 4), ONLY_DATA, {
            "IOASCII::out1D_vars": CONSTRAINTS[:-1] + ' ADMBase::curv"'})
        worst, curvature = (max(abs(value) for variable in variables for _, value in lines_of(folder, variable))
                            for variables in (("hamiltonian", "momentum1", "momentum2", "momentum3"), ("kxx", "kyy")))
        print(f"constraints of {name}: at most {worst:.1e}, curvature up to {curvature:.1e}")
        good = good and worst < 1e-11 and curvature > amplitude
    return good


def main():
    good = check_gowdy()
    good = check_waves() and good
    for name, (what, low, ceilings) in CASES.items():
        for order, ceiling in ceilings.items():
            good = check_order(f"constraints of {name}", order, SIZES[order],
                               lambda points: error_of(what, low, order, points), ceiling) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
