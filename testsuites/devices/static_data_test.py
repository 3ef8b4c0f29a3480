"""Initial data that no thorn evolves stays constant, with one to three time levels, in host memory and in device memory. A
kernel computes a constraint from the data, and the value of the constraint must be the same at each iteration."""


import pytest
from relativity import data, lines_of, run

BOX = data("Kerr-Schild", spin=0.6) | {
    "driver::global_nsize": 11, "driver::ghost_size": 2, "grid::type": '"byrange"', "grid::xyzmin": 1.5, "grid::xyzmax": 2.5,
    "ADMConstraints::fd_order": 2, "ADMBase::evolution_method": '"static"', "ADMBase::admbase_boundary_condition": '"none"',
    "ADMBase::initial_dtlapse": '"zero"', "ADMBase::initial_dtshift": '"zero"', "cactus::cctk_itlast": 3,
    "IOASCII::out1D_every": 1,
    "IOASCII::out1D_vars": '"ADMConstraints::hamiltonian ADMBase::gxx ADMBase::alp ADMBase::betax ADMBase::dtalp ADMBase::dtbetax"',
}


@pytest.mark.parametrize("levels", [1, 2, 3])
@pytest.mark.parametrize("own", ["no", "yes"])
def test_values_stay(levels, own):
    folder, _ = run(BOX, {f"ADMBase::{name}_timelevels": levels for name in ("metric", "lapse", "shift")},
                    {"Devices::own_memory": own})
    for variable in ("hamiltonian", "gxx", "alp", "betax", "dtalp", "dtbetax"):
        first, *others = (lines_of(folder, variable, time_index=n) for n in range(-4, 0))
        assert all(other == first for other in others) and all(value == value for _, value in first), variable
        if variable in ("hamiltonian", "gxx", "alp", "betax"):
            assert len({value for _, value in first}) >= 3, f"{variable} is constant, so that the test cannot fail"
