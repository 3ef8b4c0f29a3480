"""Flows of thorn Euler in two dimensions: an isentropic vortex, a dye and a double Mach reflection."""

import sys

import numpy
import pytest
import riemann
from fluids import MIDPOINT, SOD, STATE, WENO, blob, shock_tube, state, text
from parameter_text import with_settings
from simulation import SOURCE, require_error, run

sys.path.insert(0, str(SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

VORTEX = {"Euler::initial": '"isentropic vortex"', "Euler::adiabatic_index": 1.4, "Euler::normal1": 1, "Euler::normal2": 1,
          "Euler::wave_velocity": repr(2**0.5), "driver::ghost_size": 3}


@pytest.mark.parametrize("settings, ceiling", [(MIDPOINT, 1.5e-2), (WENO, 5e-3)], ids=["linear", "WENO5"])
def test_vortex_returns_with_second_order(settings, ceiling):
    """One value of the flux at each face limits the order in two dimensions to 2."""
    errors = []
    for n in (40, 80):
        cells = (n, n, 1)
        folder, _ = run(text(cells, VORTEX | settings, 10, 15 * n, origin=(-5, -5, 0), width=10.0))
        first, last = (state(folder, cells, iteration)["rho"] for iteration in (0, None))
        assert numpy.ptp(first) > 0.4
        errors.append(numpy.abs(last - first).mean())
    assert slope([1 / 40, 1 / 80], errors) > 1.8 and errors[-1] < ceiling, errors


DYE = {"Euler::has_dye": '"yes"', "IOHDF5::out_vars": '"Euler::rho Euler::m Euler::E Euler::dye"'}


@pytest.mark.parametrize("settings", [{}, WENO], ids=["linear", "WENO5"])
def test_dye_is_conserved_and_moves_with_the_mass(settings):
    cells = (32, 24, 1)
    found = {}
    for name, ends in (("everywhere", (-9, 9)), ("half", (-9, 0.1))):
        dye = DYE | settings | {"Euler::dye_from": ends[0], "Euler::dye_to": ends[1]}
        folder, _ = run(text(cells, blob(**dye), 0.25, 100, origin=(-0.3, -0.1, 0)))
        found[name] = [state(folder, cells, n, (*STATE, "dye")) for n in (0, 100)]
    first, last = found["everywhere"]
    assert numpy.abs(last["rho"] - first["rho"]).max() > 0.1
    assert numpy.abs(last["dye"] / last["rho"] - 1).max() < 1e-13
    first, last = found["half"]
    for name in ("rho", "E", "dye"):
        assert abs(last[name].sum() - first[name].sum()) < 1e-13 * first[name].sum(), name
    assert numpy.ptp(first["dye"]) == 1 and numpy.abs(last["dye"] - first["dye"]).max() > 0.1
    for name in STATE:
        assert (last[name] == found["everywhere"][1][name]).all()


@pytest.mark.parametrize("settings", [{}, WENO], ids=["linear", "WENO5"])
def test_more_dyes_add_up_to_the_mass(settings):
    """Two dyes that start in complementary halves have the sum of the mass. A third dye has the bits of the first one."""
    cells = (32, 24, 1)
    more = {"Euler::has_more_dyes": '"yes"', "Euler::dye2_from": 0.1, "Euler::dye2_to": 9, "Euler::dye3_from": -9,
            "Euler::dye3_to": 0.1, "IOHDF5::out_vars": '"Euler::rho Euler::dye Euler::dye2 Euler::dye3"'}
    found = []
    for variant in ({}, more):
        values = blob(**DYE | settings | {"Euler::dye_from": -9, "Euler::dye_to": 0.1} | variant)
        folder, _ = run(text(cells, values, 0.25, 100, origin=(-0.3, -0.1, 0)), ranks=2)
        found.append(state(folder, cells, None, ("rho", "dye", "dye2", "dye3") if variant else ("rho", "dye")))
    one, three = found
    assert (three["dye"] == one["dye"]).all() and (three["dye3"] == three["dye"]).all()
    assert numpy.abs((three["dye"] + three["dye2"]) / three["rho"] - 1).max() < 1e-13
    assert three["dye2"].min() < 0.01 and three["dye2"].max() > 0.1


def test_more_dyes_need_the_first():
    require_error(text((20, 1, 1), {"Euler::has_more_dyes": '"yes"'}, 1, 1), ["has_more_dyes needs has_dye."])


def test_dye_follows_the_contact():
    """In a shock tube, the dye of the left gas ends at the contact of the exact solution."""
    cells = (200, 1, 1)
    values, time, steps = shock_tube(SOD, cells)
    folder, _ = run(text(cells, values | DYE | {"Euler::dye_from": -1}, time, steps, periodic=(False, True, True)))
    last = state(folder, cells, None, (*STATE, "dye"))
    concentration = (last["dye"] / last["rho"]).ravel()
    assert concentration.min() > -1e-12 and concentration.max() < 1 + 1e-12
    contact = 0.5 + time * riemann.contact(*SOD[:2], 1.4)[1]
    assert abs(concentration.sum() / 200 - contact) < 2 / 200 and numpy.diff(concentration).max() < 1e-12


def double_mach(ranks=1, threads=1, **settings):
    """The state of a coarse double Mach reflection at the time 0.1 or at another iteration."""
    cells = (96, 24, 1)
    width = {"driver::global_nx": 100, "driver::global_ny": 28, "CoordBase::ncells_x": 96, "CoordBase::ncells_y": 24,
             "CoordBase::zmax": repr(1 / 24), "cactus::cctk_final_time": 0.1, "IO::out_dir": '"data"', "IOBasic::outInfo_every": 0,
             "IOHDF5::out_criterion": '"iteration"', "IOHDF5::out_every": 1,
             "IOHDF5::out_vars": '"Euler::rho Euler::m Euler::E"'}
    par = with_settings((SOURCE / "params/fluids/double_mach.par").read_text(), width, settings)
    folder, _ = run(par, ranks, threads)
    return state(folder, cells)


def test_double_mach_reflection_is_positive_and_has_the_exact_shock():
    last = double_mach()
    rho, m1, m2 = last["rho"][0], last["m1"][0], last["m2"][0]
    pressure = 0.4 * (last["E"][0] - (m1**2 + m2**2) / (2 * rho))
    assert rho.min() > 1.39 and pressure.min() > 0.99 and rho.max() > 10
    x, y = numpy.meshgrid((numpy.arange(96) + 0.5) / 24, (numpy.arange(24) + 0.5) / 24)
    shock = 1 / 6 + (y + 20 * 0.1) / 3**0.5
    ahead = x > shock + 0.4
    assert numpy.abs(rho[ahead] - 1.4).max() < 1e-10 and numpy.abs(pressure[ahead] - 1).max() < 1e-10
    top = rho[-2]  # the incident shock crosses half of the jump at its exact place
    crossing = x[0][numpy.nonzero(top > (8 + 1.4) / 2)[0].max()]
    assert abs(crossing - shock[-2, 0]) < 2 / 24
    assert abs(rho[-1, 2] - 8) < 1e-6 and abs(m1[-1, 2] / 8 - 8.25 * 3**0.5 / 2) < 1e-6 and abs(m2[-1, 2] / 8 + 8.25 / 2) < 1e-6


@pytest.mark.parametrize("ranks, threads", [(2, 1), (4, 1), (1, 2)])
def test_bits_of_the_double_mach_reflection_do_not_depend_on_processes(ranks, threads):
    short = {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": 12, "IOHDF5::out_every": 12}
    one, several = double_mach(**short), double_mach(ranks, threads, **short)
    assert [name for name in STATE if one[name].tobytes() != several[name].tobytes()] == []
