"""Flow in a cavity by thorn IncompressibleFlow: published velocities, an independent implementation of the time step, the
same bits for any decomposition, number of threads, plan and device and after a recovery, and wrong parameters."""

import re
import sys

import numpy
import pytest
from checkpoints import differences, state
from devices import skip_without_opencl
from folders import new_folder
from output_values import values
from parameter_text import with_settings
from simulation import SOURCE, require_error, run

sys.path.append(str(SOURCE / "scripts"))
from cavity_reference import deviations, square  # noqa: E402
from validation import line_along, series  # noqa: E402

SQUARE, CUBE = ((SOURCE / f"params/fluids/cavity{d}d.par").read_text() for d in (2, 3))
SAVED = {"IO::out_dir": '"data"', "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"', "IO::checkpoint_keep": "-1",
         "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"', "IO::parfile_write": '"no"'}
CELLS = (9, 7, 8)  # along x, y and z; odd numbers make unequal parts
STEPS = 6
SMALL = SAVED | {f"driver::global_n{axis}": n + 2 for axis, n in zip("xyz", CELLS)} | {
    f"CoordBase::ncells_{axis}": n for axis, n in zip("xyz", CELLS)} | {
    "time::timestep_method": '"given"', "time::timestep": 0.015, "cactus::terminate": '"iteration"', "cactus::cctk_itlast": STEPS,
    "IOASCII::out1D_every": 2, "IOScalar::outScalar_every": 1, "IOBasic::outInfo_every": 1}
BUILT_IN = {"CaKernel::compiler": '"none"'}  # starts no compiler, whose time exceeds that of a short run


@pytest.mark.parametrize("reynolds, cells, time_step, final_time, precision",
                         [(100, 32, 0.0185, 25, "real64"), (100, 32, 0.0185, 25, "real32"), (400, 48, 0.0048, 45, "real64")])
def test_published_velocities(reynolds, cells, time_step, final_time, precision):
    """The deviation is below 2% of the lid's speed, and the divergence falls by four orders of magnitude."""
    first = {"IOScalar::outScalar_every": 100, "IO::out_dir": '"data"', "IncompressibleFlow::precision": f'"{precision}"'}
    folder, _ = run(with_settings(SQUARE, square(cells, reynolds, time_step, final_time), first))
    lines = [line_along(folder / "data", name, axis) for name, axis in (("u1", "y"), ("u2", "x"))]
    u, v = deviations(reynolds, *((line[max(line)][0][1:-1], line[max(line)][1][1:-1]) for line in lines))
    assert 1e-4 < u < 0.02 and 1e-4 < v < 0.02, (u, v)
    _, divergence = series(folder / "data", "divergence.norm_inf")
    assert divergence[1] > 1e-2 and divergence[-1] < 1e-4 * divergence[1], divergence


def test_divergence_falls_to_the_tolerance():
    """The first steps make the largest number of corrections. Later steps make fewer, and stop as soon as the divergence is
    not above the tolerance."""
    tolerance = {"FlowControl::tolerance": 1e-5, "FlowControl::iterations": 20, "IO::out_dir": '"data"', "IOScalar::outScalar_every": 1,
                 "IOScalar::outScalar_vars": '"IncompressibleFlow::divergence FlowControl::corrections"'}
    folder, _ = run(with_settings(SQUARE, square(16, 100, 0.018, 18), tolerance))
    _, divergence = series(folder / "data", "divergence.norm_inf")
    _, corrections = series(folder / "data", "corrections.")
    assert (corrections[1:10] == 20).all() and (divergence[1:10] > 1e-5).all(), (corrections, divergence)
    assert (corrections[-100:] == 2).all(), corrections
    assert (divergence[corrections < 20] <= 1e-5).all(), divergence


# --- the time step in numpy, with velocities of ghost points that the mean with the last cell makes that of the wall

def shifted(f, axis, by):
    """The value `by` points further along x (0), y (1) or z (2); arrays have the order z, y, x."""
    return numpy.roll(f, -by, 2 - axis)


def layer(axis, index):
    return tuple(index if d == 2 - axis else slice(None) for d in range(3))


def with_ghosts(u, lid):
    u = [component.copy() for component in u]
    for a in range(3):
        for b in range(3):
            for wall, inner in ((0, 1), (-1, -2)):
                speed = lid if (a, b, wall) == (0, 1, -1) else 0
                u[a][layer(b, wall)] = 2 * speed - u[a][layer(b, inner)] if a != b else 0
        u[a][layer(a, -2)] = 0  # the upper wall
    return u


def free_faces(a):
    """1 at the faces between two cells, 0 at walls and boundary points."""
    mask = numpy.zeros([n + 2 for n in reversed(CELLS)])
    mask[1:-1, 1:-1, 1:-1] = 1
    mask[layer(a, -2)] = 0
    return mask


def explicit_update(u, p, dt, h, viscosity):
    new = []
    for a in range(3):
        rate = -(shifted(p, a, 1) - p) / h[a]
        for b in range(3):
            flux = (u[a] + shifted(u[a], b, 1)) / 2 * (u[b] + shifted(u[b], a, 1)) / 2
            rate -= (flux - shifted(flux, b, -1)) / h[b]
            rate += viscosity * (shifted(u[a], b, 1) - 2 * u[a] + shifted(u[a], b, -1)) / h[b] ** 2
        new.append(free_faces(a) * (u[a] + dt * rate))
    return new


def correct(u, p, dt, h, relaxation):
    divergence = sum((u[a] - shifted(u[a], a, -1)) / h[a] for a in range(3))
    change = numpy.zeros_like(p)
    change[1:-1, 1:-1, 1:-1] = -relaxation * divergence[1:-1, 1:-1, 1:-1] / (2 * dt * sum(1 / s**2 for s in h))
    return [u[a] - free_faces(a) * dt * (shifted(change, a, 1) - change) / h[a] for a in range(3)], p + change


@pytest.fixture(scope="module")
def reference():
    """The final state and the output of one process and one thread."""
    folder, _ = run(with_settings(CUBE, SMALL))
    return state(folder / "saved", STEPS), values(folder)


def variable(found, name):
    return next(array for key, array in found.items() if key.lower().startswith(f"incompressibleflow::{name} "))


def test_steps_equal_an_independent_implementation(reference):
    h, dt, viscosity, relaxation, corrections = [1 / n for n in CELLS], 0.015, 0.01, 0.9, 4
    u, p = [numpy.zeros([n + 2 for n in reversed(CELLS)]) for _ in range(3)], numpy.zeros([n + 2 for n in reversed(CELLS)])
    for _ in range(STEPS):
        u = explicit_update(with_ghosts(u, 1), p, dt, h, viscosity)
        for _ in range(corrections):
            u, p = correct(u, p, dt, h, relaxation)
    inside = (slice(1, -1),) * 3
    for name, expected in zip(("u1", "u2", "u3", "p"), (*u, p)):
        found = variable(reference[0], name)[inside]
        assert abs(expected).max() > 1e-4 and abs(found - expected[inside]).max() < 1e-14, name


def test_two_dimensions_equal_a_slab():
    """A slab of three cells along z has in each plane the bits of the plane with one cell."""
    small = SAVED | BUILT_IN | {"cactus::cctk_itlast": 20, "cactus::terminate": '"iteration"'}
    thick = {"driver::global_nz": 5, "CoordBase::ncells_z": 3, "CoordBase::zmax": 3 * 0.015625}
    plane, slab = (state(run(with_settings(SQUARE, small, change))[0] / "saved", 20) for change in ({}, thick))
    for name in ("u1", "u2", "p"):
        one, three = variable(plane, name), variable(slab, name)
        assert abs(one).max() > 1e-3 and all((three[k] == one[1]).all() for k in (1, 2, 3)), name
    assert not variable(slab, "u3").any()


# --- the same bits

@pytest.mark.parametrize("ranks, threads, changes", [
    (1, 1, BUILT_IN),
    (1, 2, BUILT_IN),
    (2, 1, {}),
    (3, 2, BUILT_IN | {"PUGH::padding": "yes"}),
    (4, 1, BUILT_IN),
    (1, 1, {"CaKernel::plan[0]": '"IncompressibleFlow_Update: tile 3 2 1"', "CaKernel::plan[1]": '"IncompressibleFlow_Correction: tile 4 3 2"'}),
    (1, 1, {"CaKernel::strides": '"run-time"'}),
])
def test_bits_do_not_depend_on_the_decomposition(reference, ranks, threads, changes):
    folder, _ = run(with_settings(CUBE, SMALL, changes), ranks, threads)
    assert not differences(state(folder / "saved", STEPS), reference[0])
    assert values(folder) == reference[1]


def test_opencl_has_the_bits_of_the_host(reference):
    """No divergence reaches the tolerance, which makes FlowControl read the divergence of the second of four corrections."""
    opencl = {"Devices::kind": '"opencl"', "FlowControl::tolerance": 1e-300}
    folder, result = run(with_settings(CUBE, SMALL, opencl), expect=None)
    skip_without_opencl(result.stdout)
    assert result.returncode == 0 and re.search(r"computes on .*, device 0", result.stdout), result.stdout
    assert not differences(state(folder / "saved", STEPS), reference[0])
    assert values(folder) == reference[1]


def test_recovered_run_has_the_same_bits(reference):
    folder = new_folder()
    run(with_settings(CUBE, SMALL, BUILT_IN, {"cactus::cctk_itlast": 3}), 2, folder=folder)
    _, result = run(with_settings(CUBE, SMALL, BUILT_IN, {"IO::recover": '"auto"'}), 3, folder=folder)
    assert "Continuing at iteration 3" in result.stdout
    assert not differences(state(folder / "saved", STEPS), reference[0])
    assert values(folder) == reference[1]


# --- single precision

SINGLE = {"IncompressibleFlow::precision": '"real32"'}


@pytest.fixture(scope="module")
def single():
    folder, _ = run(with_settings(CUBE, SMALL, SINGLE))
    return state(folder / "saved", STEPS), values(folder)


def test_single_precision_differs_by_rounding_errors(reference, single):
    for name in ("u1", "u2", "u3", "p"):
        expected, found = variable(reference[0], name), variable(single[0], name)
        assert found.dtype == numpy.float32 and 0 < abs(found - expected).max() < 1e-5, name


@pytest.mark.parametrize("ranks, threads, changes", [
    (2, 1, BUILT_IN), (3, 2, {"PUGH::padding": "yes"}), (1, 1, {"CaKernel::plan[0]": '"IncompressibleFlow_Update: tile 3 2 1"'}),
    (1, 1, {"Devices::kind": '"opencl"', "FlowControl::tolerance": 1e-300})])
def test_bits_of_single_precision_do_not_depend_on_the_decomposition(single, ranks, threads, changes):
    folder, result = run(with_settings(CUBE, SMALL, SINGLE, changes), ranks, threads, expect=None)
    skip_without_opencl(result.stdout)
    assert result.returncode == 0, result.stdout
    assert not differences(state(folder / "saved", STEPS), single[0])
    assert values(folder) == single[1]


def test_recovered_run_of_single_precision_has_the_same_bits(single):
    folder = new_folder()
    run(with_settings(CUBE, SMALL, BUILT_IN, SINGLE, {"cactus::cctk_itlast": 3}), 2, folder=folder)
    run(with_settings(CUBE, SMALL, BUILT_IN, SINGLE, {"IO::recover": '"auto"'}), 3, folder=folder)
    assert not differences(state(folder / "saved", STEPS), single[0])
    assert values(folder) == single[1]


# --- wrong parameters

@pytest.mark.parametrize("changes, words", [
    ({"time::timestep": -0.01}, ["requires a positive time step", "courant_static"]),
    ({"time::timestep_method": '"courant_speed"'}, ["requires a positive time step", "courant_static"]),
    ({"IncompressibleFlow::initial": '"vortices"'}, ["requires a grid without boundaries"]),
    ({"time::timestep": 0.0201, "FlowControl::iterations": 1, "IncompressibleFlow::dimensions": 2},
     ["time step 0.0201", "largest allowed time step is 0.02:", "advection with speed 1 allows 0.02",
      "FlowControl::iterations = 1 is odd", "relaxation below 0.6667", "dimensions = 2 requires that nothing depends on z"]),
    ({"driver::periodic": "yes", "driver::periodic_x": "no", "driver::periodic_z": "no"}, ["requires a lid, the upper wall in y"]),
    ({"IncompressibleFlow::reynolds": 1}, ["largest allowed time step is 0.00257732:", "viscosity 1 allows 0.00257732"]),
])
def test_wrong_parameters(changes, words):
    require_error(with_settings(CUBE, SMALL, changes), words)


def test_vortices_need_whole_periods():
    text = (SOURCE / "params/fluids/vortices.par").read_text()
    require_error(with_settings(text, {"IncompressibleFlow::length": 0.7}), ["edge 1 along x", "multiple of the period"])


def test_largest_time_step_is_allowed():
    run(with_settings(CUBE, SMALL, {"time::timestep": 0.02}), options=("-P",))


def test_each_thorn_needs_the_other():
    require_error(CUBE.replace("FlowControl IncompressibleFlow", "IncompressibleFlow").replace("FlowControl::iterations      = 4", ""),
                  ["FlowControl"])
    require_error(CUBE.replace(" Time ", " "), ["IncompressibleFlow requires thorn Time"])
    without = "\n".join(line for line in CUBE.splitlines() if not line.startswith("IncompressibleFlow::") and "_vars" not in line)
    require_error(without.replace("FlowControl IncompressibleFlow", "FlowControl"), ["IncompressibleFlow, which is not active"])
