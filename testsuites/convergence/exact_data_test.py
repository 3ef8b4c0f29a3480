"""The constraints of exact data fall with the order of the derivatives; those of Gowdy and of waves along x vanish up to rounding."""


import pytest
from gowdy import Gowdy
from relativity import bar, box, data, lines_of, require_order, run

ONLY_DATA = {"cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "ADMBase::evolution_method": '"static"',
             "ADMBase::admbase_boundary_condition": '"none"'}
CONSTRAINTS = '"ADMConstraints::hamiltonian ADMConstraints::momentum"'
SIZES = {2: (12, 18, 24), 4: (8, 12, 16), 6: (8, 12, 16), 8: (8, 10, 12)}

# Solutions of the puncture equation by spectral methods, exact up to the tolerance of the solver
PUNCTURES = {"ADMBase::initial_data": '"twopunctures"', "ADMBase::initial_lapse": '"twopunctures-averaged"',
             "TwoPunctures::par_b": 0.5, "TwoPunctures::par_m_plus": 0.4, "TwoPunctures::par_m_minus": 0.3,
             "TwoPunctures::par_P_plus[1]": 0.2, "TwoPunctures::par_P_minus[1]": -0.2}

# Data, the lower corner of the box, and for each order a bound of the largest constraint at the finest resolution
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


def test_gowdy():
    """Where P = 0, only K depends on z, in such a way that the derivatives cancel: the constraints vanish up to rounding."""
    folder, _ = run(data("Gowdy"), bar(2, 32, 4), ONLY_DATA, {
        "IOASCII::out1D_vars": CONSTRAINTS[:-1] + ' ADMBase::kxx ADMBase::gxx ADMBase::gzz"'})
    for variable in ("hamiltonian", "momentum1", "momentum3"):
        assert max(abs(value) for _, value in lines_of(folder, variable, "z")) < 1e-12, variable
    gowdy = Gowdy()
    exact = {"gxx": lambda z: gowdy.metric(0, z)[0], "gzz": lambda z: gowdy.metric(0, z)[1], "kxx": gowdy.first_kxx}
    for variable, values in exact.items():
        assert max(abs(value / values(z) - 1) for z, value in lines_of(folder, variable, "z")) < 1e-11, variable
    assert max(abs(value) for _, value in lines_of(folder, "kxx", "z")) > 0.01


# The constraints of the linear wave are proportional to the square of its amplitude.
WAVES = {"gauge wave": 0.1, "shifted gauge wave": 0.1, "linear wave": 1e-7}


@pytest.mark.parametrize("name", WAVES)
def test_waves(name):
    """The curvature of space-time vanishes, and so do the sums of differences that approximate it."""
    folder, _ = run(data(name, amplitude=WAVES[name]), bar(0, 16, 4), ONLY_DATA, {
        "IOASCII::out1D_vars": CONSTRAINTS[:-1] + ' ADMBase::curv"'})
    worst, curvature = (max(abs(value) for variable in variables for _, value in lines_of(folder, variable))
                        for variables in (("hamiltonian", "momentum1", "momentum2", "momentum3"), ("kxx", "kyy")))
    assert worst < 1e-11 and curvature > WAVES[name]


@pytest.mark.parametrize("name, order", [(name, order) for name, (_, _, ceilings) in CASES.items() for order in ceilings])
def test_constraints_converge(name, order):
    what, low, ceilings = CASES[name]
    require_order(order, SIZES[order], lambda points: error_of(what, low, order, points), ceilings[order])
