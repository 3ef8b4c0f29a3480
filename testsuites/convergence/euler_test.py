"""The finite volumes of thorn Euler: exact solutions, conservation, symmetry, and equality for directions and processes."""

import sys

import numpy
import pytest
import riemann
import upwind
from devices import skip_without_opencl
from fluids import MIDPOINT, SOD, STATE, blob, centres, evolved, shock_tube, state, text
from parameter_text import with_settings
from simulation import SOURCE, require_error, run

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
GAMMA_MINUS_1 = 2 / 3
AXES = {"x": 0, "y": 1, "z": 2}


def density_error(problem, n, **settings):
    """The mean absolute error of the density of a shock tube with n cells."""
    cells = (n, 1, 1)
    values, time, steps = shock_tube(problem, cells, **settings)
    values["driver::ghost_size"] = 3
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


@pytest.mark.parametrize("settings", [{"riemann_solver": '"Rusanov"'}, {"riemann_solver": '"HLL"'}, {"reconstruction": '"parabolic"'},
                                      {"reconstruction": '"WENO5"', "riemann_solver": '"HLL"'}], ids=str)
@pytest.mark.parametrize("name", TORO)
def test_hard_shock_tubes_stay_positive_with_other_schemes(name, settings):
    problem = TORO[name]
    largest = riemann.solution(numpy.linspace(-100, 100, 2001), *problem[:2], gamma=1.4)[0].max()
    assert density_error(problem, 200, limiter='"minmod"', **settings) < 0.06 * largest


def test_boundary_none_is_an_inflow():
    """A supersonic gas replaces the gas at rest in front of it."""
    cells, left = (50, 1, 1), (1, 3, 1)
    values, _, _ = shock_tube((left, (0.5, 3, 1), 0.1, 1, 5), cells, boundary='"none"')
    found = evolved(cells, values, 0.5, 200, periodic=(False, True, True))
    assert numpy.abs(found["rho"].ravel()[:-2] - 1).max() < 1e-6 and numpy.abs(found["m1"].ravel()[:-2] - 3).max() < 1e-6


# A contact is smeared over more cells on finer grids, so its error decreases with an order below 1.
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


@pytest.mark.parametrize("solver", ["Rusanov", "HLL", "HLLC"])
def test_sums_are_conserved(solver):
    cells = (32, 24, 1)
    folder, _ = run(text(cells, blob(**{"Euler::riemann_solver": f'"{solver}"'}), 0.25, 100, origin=(-0.3, -0.1, 0)))
    first, last = (state(folder, cells, n) for n in (0, 100))
    assert numpy.abs(last["rho"] - first["rho"]).max() > 0.1
    for name in STATE:
        scale = numpy.abs(last[name]).sum() + 1e-300
        assert abs(last[name].sum() - first[name].sum()) < 1e-13 * scale or scale < 1e-12, name


STEP = {"time::timestep_method": '"courant_variable"', "time::courant_variable": '"Euler::rate"', "time::courant_fac": 0.4,
        "Euler::computes_rate": '"yes"', "cactus::terminate": '"time"', "cactus::cctk_final_time": 0.2, "IOHDF5::out_every": 1,
        "IOScalar::outScalar_every": 1, "IOScalar::outScalar_vars": '"Euler::courant"',
        "IOScalar::outScalar_reductions": '"maximum"', "ActiveThorns": '"IOScalar IOHDF5"'}
COMPARED = STATE + ("rate", "repairs")
RESTART = {"IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"', "IO::checkpoint_on_terminate": '"yes"',
           "IOHDF5::checkpoint": '"yes"'}
VARIANTS = {
    "processes": {"ranks": 3},
    "threads": {"threads": 3},
    "separate updates": {"CaKernel::join_updates": "no"},
    "run-time strides": {"CaKernel::strides": '"run-time"'},
    "own memory": {"Devices::own_memory": "yes"},
    "opencl": {"Devices::kind": '"opencl"'},
    "restart": {"cactus::cctk_itlast": 5, "ranks": 2},
}


# The second scheme repairs most cells in each step.
SCHEMES = {
    "linear": {},
    "WENO5 with floors": {"Euler::reconstruction": '"WENO5"', "Euler::limiter": '"minmod"', "Euler::riemann_solver": '"HLL"',
                          "MoL::ODE_Method": '"RK3"', "MoL::MoL_Intermediate_Steps": 3, "driver::ghost_size": 3,
                          "Euler::density_floor": 0.9, "Euler::pressure_floor": 0.12},
    "single precision": {"Euler::precision": '"real32"'},
    "midpoint": MIDPOINT,
}


def blob_with_courant_step(cells, ranks=1, threads=1, **settings):
    """The bits after 9 steps of an explosion whose time step follows from the signal speeds. The rate gives the time step."""
    step = {name: value for name, value in STEP.items() if "Scalar" not in name and "final" not in name}
    step |= {"cactus::terminate": '"iteration"', "ActiveThorns": '"IOHDF5"', "cactus::cctk_itlast": 9, "CaKernel::join_updates": "yes",
             "IOHDF5::out_vars": f'"{" ".join("Euler::" + name for name in COMPARED)}"'}
    par = text(cells, blob() | step | RESTART | settings, 1, 1, origin=(-0.3, -0.4, -0.2))
    folder, result = run(par, ranks, threads, expect=None if "Devices::kind" in settings else 0)
    if "Devices::kind" in settings:
        skip_without_opencl(result.stdout)
        assert result.returncode == 0, result.stdout
    if "cactus::cctk_itlast" in settings:
        run(text(cells, blob() | step | RESTART | settings | {"cactus::cctk_itlast": 9, "IO::recover": '"auto"'}, 1, 1, origin=(-0.3, -0.4, -0.2)), folder=folder)
    return {name: values.tobytes() for name, values in state(folder, cells, 9, COMPARED).items()}


@pytest.fixture(scope="module", params=[((24, 20, 1), "linear"), ((24, 20, 1), "WENO5 with floors"), ((24, 20, 1), "midpoint"),
                                        ((16, 13, 12), "linear"), ((16, 13, 12), "single precision")], ids=str)
def scheme(request):
    """The cells and settings of a run, and the bits of one process and thread."""
    cells, name = request.param
    expected = blob_with_courant_step(cells, **SCHEMES[name])
    size = 4 if name == "single precision" else 8
    assert all(len(bits) == (8 if name == "rate" else size * numpy.prod(cells)) for name, bits in expected.items())
    assert "floors" not in name or numpy.frombuffer(expected["repairs"]).max() > 1
    return cells, SCHEMES[name], expected


@pytest.mark.parametrize("name", VARIANTS)
def test_bits_do_not_depend_on_the_plan(name, scheme):
    cells, settings, expected = scheme
    found = blob_with_courant_step(cells, **settings | VARIANTS[name])
    assert [variable for variable in COMPARED if found[variable] != expected[variable]] == []


@pytest.mark.parametrize("kind", upwind.RECONSTRUCTIONS)
def test_advection_agrees_with_an_independent_implementation(kind):
    """In an entropy wave of constant velocity and pressure, the density is advected by the upwind value at each face."""
    n, steps = 48, 96
    reconstruction, limiter = kind if isinstance(kind, tuple) else (kind, "mc")
    settings = {"Euler::initial": '"entropy wave"', "Euler::amplitude": 0.1, "driver::ghost_size": 3,
                "Euler::reconstruction": f'"{reconstruction}"', "Euler::limiter": f'"{limiter}"'}
    rho = evolved((n, 1, 1), settings, 0.25, steps)["rho"].ravel()
    start = 1 + 0.1 * numpy.sin(2 * numpy.pi * (numpy.arange(n) + 0.5) / n)
    expected = upwind.advected(start, upwind.RECONSTRUCTIONS[kind], 0.25, steps)
    assert numpy.abs(rho - expected).max() < 1e-13


def test_midpoint_rule_agrees_with_an_independent_implementation():
    """The two stages of Paraiso's solver are those of RK2-central."""
    n, steps = 48, 96
    settings = {"Euler::initial": '"entropy wave"', "Euler::amplitude": 0.1, "Euler::limiter": '"minmod"'} | MIDPOINT
    rho = evolved((n, 1, 1), settings, 0.25, steps)["rho"].ravel()
    start = 1 + 0.1 * numpy.sin(2 * numpy.pi * (numpy.arange(n) + 0.5) / n)
    expected, heun = (upwind.advected(start, upwind.RECONSTRUCTIONS["linear", "minmod"], 0.25, steps, method)
                      for method in ("RK2-central", "RK2"))
    assert numpy.abs(rho - expected).max() < 1e-13 < numpy.abs(heun - expected).max()


@pytest.mark.parametrize("solver, reconstruction, precision", [
    ("Rusanov", "linear", "real64"), ("HLL", "parabolic", "real64"), ("HLLC", "linear", "real64"), ("HLLC", "WENO5", "real64"),
    ("HLL", "WENO5", "real32")])
def test_explosion_is_symmetric(solver, reconstruction, precision):
    cells = (32, 32, 32)
    scheme = {"Euler::riemann_solver": f'"{solver}"', "Euler::reconstruction": f'"{reconstruction}"', "driver::ghost_size": 3,
              "Euler::precision": f'"{precision}"', "Euler::blast_dimension": 3}
    found = evolved(cells, blob(**scheme), 0.1, 60, origin=(-0.5, -0.5, -0.5))
    assert numpy.ptp(found["rho"]) > 0.1
    for axis in range(3):
        mirrored = {name: numpy.flip(values, 2 - axis) for name, values in found.items()}
        mirrored[f"m{axis + 1}"] = -mirrored[f"m{axis + 1}"]
        assert [name for name in STATE if (mirrored[name] != found[name]).any()] == [], axis


def test_walls_keep_mass_energy_and_symmetry():
    """A Rayleigh-Taylor instability between two walls: gravity adds momentum, but no mass passes the walls."""
    cells = (64, 192, 1)
    par = with_settings((SOURCE / "params/fluids/rayleigh_taylor.par").read_text(), {
        "cactus::terminate": '"iteration"', "cactus::cctk_itlast": 300, "IOHDF5::out_criterion": '"iteration"', "IOHDF5::out_every": 300,
        "IO::out_dir": '"data"', "IOBasic::outInfo_every": 0, "IOHDF5::out_vars": '"Euler::rho Euler::m Euler::E"'})
    folder, _ = run(par, ranks=2)
    first, last = (state(folder, cells, n) for n in (0, 300))
    assert numpy.abs(last["m2"]).max() > 1e-3
    assert abs(last["rho"].sum() - first["rho"].sum()) < 1e-13 * first["rho"].sum()
    assert (last["rho"] == last["rho"][:, :, ::-1]).all() and (last["m1"] == -last["m1"][:, :, ::-1]).all()
    height = (numpy.arange(192) + 0.5) / 128 - 0.75
    total = [(found["E"] + 0.1 * found["rho"] * height[:, None]).sum() for found in (first, last)]
    assert abs(total[1] - total[0]) < 1e-6 * abs(total[0])


def test_exact_solution_has_the_published_contacts():
    """Pressures and velocities of the contacts of Toro's tests, table 4.3 of the book."""
    published = [(0.46631, 1.36), (0.00189, 0.0), (460.894, 19.5975), (1691.64, 8.68975), (460.894, 0.0)]
    for (left, right, *_), (p, _) in zip(TORO.values(), published):
        assert abs(riemann.contact(left, right, 1.4)[0] / p - 1) < 3e-3  # the table has three digits


def test_floors_limit_the_pressure_and_count_their_cells():
    cells = (32, 32, 1)
    output = {"IOHDF5::out_vars": '"Euler::rho Euler::m Euler::E Euler::repairs"'}
    settings = blob(**{"Euler::blast_pressure": 1e-4, "Euler::pressure_floor": 1e-3, "Euler::density_floor": 1e-3} | output)
    folder, _ = run(text(cells, settings, 0.02, 40, origin=(-0.5, -0.5, 0)))
    first, last = (state(folder, cells, n, STATE + ("repairs",)) for n in (0, 40))
    pressure = GAMMA_MINUS_1 * (last["E"] - (last["m1"]**2 + last["m2"]**2) / (2 * last["rho"]))
    assert pressure.min() > 0.999e-3 and last["rho"].min() > 0.999e-3
    outside = sum(x**2 for x in numpy.meshgrid(centres(cells) - 0.5, centres(cells) - 0.5)) > 0.2**2
    assert (first["repairs"][0] == outside).all()


def test_floors_keep_momentum_and_energy():
    """A floor of the density at the start, and floors that only the evolution reaches."""
    cells = (100, 1, 1)
    output = {"driver::ghost_size": 3, "IOHDF5::out_vars": '"Euler::rho Euler::m Euler::E Euler::repairs"'}
    left, right = TORO["2 near vacuum"][:2]
    cases = {"start": ((left, (0.01, 2, 0.4)) + TORO["2 near vacuum"][2:], 0.02), "evolution": (TORO["2 near vacuum"], 0.05)}
    for name, (problem, floor) in cases.items():
        values, time, steps = shock_tube(problem, cells, density_floor=floor, pressure_floor=0.01)
        folder, _ = run(text(cells, values | output, time, steps, periodic=(False, True, True)))
        first, last = ({key: found.ravel() for key, found in state(folder, cells, n, STATE + ("repairs",)).items()} for n in (0, steps))
        is_right = centres(cells) > problem[2]
        if name == "start":
            assert (first["repairs"] == is_right).all() and (first["rho"][is_right] == floor).all()
            assert (first["m1"][is_right] == 0.01 * 2).all() and numpy.abs(first["E"][is_right] / (0.4 / 0.4 + 0.02) - 1).max() < 1e-15
        else:
            assert not first["repairs"].any() and last["repairs"].any()
        pressure = 0.4 * (last["E"] - last["m1"]**2 / (2 * last["rho"]))
        assert last["rho"].min() >= floor and pressure.min() > 0.01 * (1 - 1e-12)


def test_floors_that_are_not_reached_change_no_bit():
    cells, low = (24, 20, 1), {"Euler::pressure_floor": 1e-6, "Euler::density_floor": 1e-6}
    without, with_floors = (evolved(cells, blob(**floors), 0.05, 20, origin=(-0.3, -0.4, 0)) for floors in ({}, low))
    for name in STATE:
        assert without[name].tobytes() == with_floors[name].tobytes()


def test_time_step_follows_the_fastest_signal():
    """The Courant number of every step is the requested one, and the result is the exact solution on 1 and 2 processes."""
    cells, results = (100, 1, 1), []
    values, _, _ = shock_tube(SOD, cells)
    for ranks in (1, 2):
        folder, _ = run(text(cells, values | STEP, 1, 1, periodic=(False, True, True)), ranks)
        lines = (folder / "data/courant.maximum.asc").read_text().splitlines()
        rows = [[float(word) for word in line.split()] for line in lines if line.strip() and line[0] != "#"]
        results.append((rows, state(folder, cells)["rho"].ravel()))
    (rows, rho), (other_rows, other_rho) = results
    assert len(rows) > 80 and abs(rows[-1][1] - 0.2) < 1e-9
    assert all(abs(row[2] / 0.4 - 1) < 1e-14 for row in rows[:-2]), rows
    exact = riemann.solution((centres(cells) - SOD[2]) / 0.2, *SOD[:2], gamma=1.4)[0]
    assert numpy.abs(rho - exact).mean() < 0.01
    assert rho.tobytes() == other_rho.tobytes() and rows == other_rows


@pytest.mark.parametrize("name, words", [
    ("Euler::no", 'time::courant_variable = "Euler::no" must be a grid function'),
    ("time::courant_dt", "The largest value of time::courant_dt is 0, but"),
    ("MoL::MoL_Intermediate_Step", 'time::courant_variable = "MoL::MoL_Intermediate_Step" must be a grid function'),
    ("Euler::courant", "The largest value of Euler::courant is 0, but")])
def test_wrong_variable_of_the_time_step_is_an_error(name, words):
    values, _, _ = shock_tube(SOD, (20, 1, 1))
    par = text((20, 1, 1), values | STEP | {"time::courant_variable": f'"{name}"', "IOScalar::outScalar_every": 0}, 1, 1,
               periodic=(False, True, True))
    require_error(par, [words])


SINGLE = {"precision": '"real32"'}


@pytest.mark.parametrize("reconstruction", ["constant", "linear", "parabolic", "WENO5"])
def test_single_precision_has_the_error_of_the_scheme(reconstruction):
    single, double = (density_error(SOD, 200, reconstruction=f'"{reconstruction}"', **precision) for precision in (SINGLE, {}))
    assert single != double and abs(single / double - 1) < 0.01, (single, double)


@pytest.mark.parametrize("reconstruction", ["linear", "WENO5"])
@pytest.mark.parametrize("name", TORO)
def test_hard_shock_tubes_stay_positive_in_single_precision(name, reconstruction):
    settings = {"reconstruction": f'"{reconstruction}"', "limiter": '"minmod"'}
    single, double = (density_error(TORO[name], 100, **settings, **precision) for precision in (SINGLE, {}))
    assert abs(single / double - 1) < 0.1, (single, double)


def test_sums_are_conserved_in_single_precision():
    """Each of 100 steps changes the sums by the rounding errors of the cells."""
    cells = (32, 24, 1)
    folder, _ = run(text(cells, blob(**{"Euler::precision": '"real32"'}), 0.25, 100, origin=(-0.3, -0.1, 0)))
    first, last = (state(folder, cells, n) for n in (0, 100))
    for name in ("rho", "E"):
        start, end = (found[name].astype(float).sum() for found in (first, last))
        assert 0 < abs(end - start) < 1e-5 * abs(start), (name, start, end)


def test_rate_that_is_not_computed_is_an_error():
    values, _, _ = shock_tube(SOD, (20, 1, 1))
    par = text((20, 1, 1), values | STEP | {"Euler::computes_rate": '"no"', "IOScalar::outScalar_every": 0}, 1, 1,
               periodic=(False, True, True))
    require_error(par, ["The largest value of Euler::rate is 0, but"])
