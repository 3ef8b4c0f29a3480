"""Reductions of the equation language: their values, and equal bits on any number of processes, threads and devices."""

import numpy
import pytest
from cache_entries import kernel_entries
from devices import skip_without_opencl
from folders import new_folder
from output_values import by_iteration
from simulation import require_error, run

STEPS = 6
PAR = f"""ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOScalar IOHDF5 CaKernel Accelerator Devices
  TestReduce"
IO::out_dir = "data"
cactus::terminate = "iteration"
cactus::cctk_itlast = {STEPS}
driver::global_nx = 19
driver::global_ny = 14
driver::global_nz = 13
driver::ghost_size = 1
grid::type = "byspacing"
grid::dxyz = 0.1
MoL::ODE_Method = "RK2"
MoL::MoL_Intermediate_Steps = 2
time::dtfac = 0.25
TestReduce::boundary = "flat"
IOHDF5::out_every = 1
IOHDF5::out_vars = "TestReduce::u TestReduce::scaled TestReduce::top TestReduce::low TestReduce::steep TestReduce::total"
"""
SCALARS = ("top", "low", "steep", "total")
NAMES = ("u", "scaled", *SCALARS)



def results(ranks=1, threads=1, settings=""):
    folder, result = run(PAR + settings, ranks, threads, expect=None)
    if "opencl" in settings:
        skip_without_opencl(result.stdout)
    assert result.returncode == 0, result.stdout
    return {name: by_iteration(folder, name) for name in NAMES}


@pytest.fixture(scope="module")
def alone():
    return results()


def test_values_are_those_of_the_points_of_each_region(alone):
    found = alone
    assert sorted(found["top"]) == list(range(STEPS + 1))
    inside = (slice(1, -1),) * 3
    for iteration, u in found["u"].items():
        top, low, steep, total = (float(numpy.squeeze(found[name][iteration])) for name in SCALARS)
        assert u.shape == (13, 14, 19)
        assert top == u[inside].max() and low == u[inside].min() and numpy.ptp(u) > 0.1
        assert abs(total / u.sum() - 1) < 1e-13
        squares = sum(((numpy.roll(u, -1, axis) - numpy.roll(u, 1, axis))[inside] / 0.2)**2 for axis in range(3))
        assert abs(steep / squares.sum() - 1) < 1e-11
        assert numpy.abs(found["scaled"][iteration] - ((u - low) / (top - low) + total / 1000)).max() < 1e-13
    assert found["top"][0] != found["top"][STEPS]


def test_changing_scalars_do_not_compile_kernels_again():
    """The kernels of the first step serve all steps, although their scalars change."""
    cache = new_folder("cache")
    entries = []
    for steps in (1, STEPS):
        run(PAR.replace(f"itlast = {STEPS}", f"itlast = {steps}"), XDG_CACHE_HOME=cache)
        entries.append(kernel_entries(cache / "chemora"))
    assert entries[0] and entries[0] == entries[1]


@pytest.mark.parametrize("ranks, threads, settings", [
    (2, 1, ""), (4, 1, ""), (1, 2, ""), (2, 1, 'driver::processor_topology = "manual"\ndriver::processor_topology_3d_x = 1\n'
     "driver::processor_topology_3d_y = 1\ndriver::processor_topology_3d_z = 2\n"),
    (1, 1, 'CaKernel::compiler = "none"\n'), (1, 1, 'Devices::kind = "opencl"\n'), (2, 1, 'Devices::kind = "opencl"\n')],
    ids=["2 ranks", "4 ranks", "2 threads", "2 ranks along z", "built-in", "OpenCL", "2 ranks with OpenCL"])
def test_bits_do_not_depend_on_the_mapping(alone, ranks, threads, settings):
    found = results(ranks, threads, settings)
    for name in NAMES:
        for iteration, expected in alone[name].items():
            assert numpy.asarray(found[name][iteration]).tobytes() == numpy.asarray(expected).tobytes(), (name, iteration)


def test_single_precision_reduces_the_rounded_values():
    single = 'TestReduce::precision = "real32"\n'
    found, on_two = results(1, 1, single), results(2, 1, single)
    inside = (slice(1, -1),) * 3
    for iteration, u in found["u"].items():
        top, total = (float(numpy.squeeze(found[name][iteration])) for name in ("top", "total"))
        assert u.dtype == numpy.float32 and top == u[inside].max()
        assert abs(total / u.astype(float).sum() - 1) < 1e-13
        for name in NAMES:
            assert numpy.asarray(found[name][iteration]).tobytes() == numpy.asarray(on_two[name][iteration]).tobytes()


def test_scalars_are_part_of_checkpoints(alone):
    checkpoint = ('IOHDF5::checkpoint = "yes"\nIO::checkpoint_on_terminate = "yes"\nIO::checkpoint_dir = "cp"\n'
                  'IO::recover_dir = "cp"\nIO::recover = "autoprobe"\n')
    folder, _ = run((PAR + checkpoint).replace(f"itlast = {STEPS}", "itlast = 3"), ranks=2)
    run(PAR + checkpoint, folder=folder)
    for name in NAMES:
        assert numpy.asarray(by_iteration(folder, name)[STEPS]).tobytes() == numpy.asarray(alone[name][STEPS]).tobytes(), name


def test_missing_reductions_are_an_error():
    require_error(PAR.replace("PUGHReduce", ""), ['The equations need the reduction "maximum". Activate PUGHReduce.'])
