"""The parameter `precision` of a thorn selects the type of its variables and kernels. In single precision, too, results have the
same bits for any number of ranks and threads, any plan, and with kernels in separate device memory."""

import h5py
import numpy
import pytest
from all_output import all_output, differences
from devices import continued, skip_without_opencl
from folders import new_folder
from mirrors import MIRRORS
from output_values import values
from parameter_text import wave
from simulation import require_words, run

FIELDS = [f"Wave::{name}" for name in ("u", "rho", "v1", "v2", "v3")]
# The sizes are odd, so that ranks get unequal boxes and some vectors and tiles are incomplete.
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "6", "Wave::boundary": '"radiative"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOHDF5::out_every": "3", "IOHDF5::out_vars": f'"{" ".join(FIELDS)} Wave::eps"',
    "IO::out_dir": '"data"',
}
REAL32 = {"Wave::precision": '"real32"'}
CHECKPOINT = {
    "IOHDF5::checkpoint": "yes", "IO::checkpoint_every": "3", "IO::checkpoint_keep": "-1",
    "IO::checkpoint_dir": '"checkpoints"', "IO::recover_dir": '"checkpoints"',
}
METHOD = {"MoL::ODE_Method": '"RK45"', "MoL::MoL_Intermediate_Steps": "6", "MoL::MoL_Num_Scratch_Levels": "6",
          "MoL::adaptive_stepsize": "yes"}


@pytest.fixture(scope="module")
def work():
    return new_folder("precision")


@pytest.fixture(scope="module")
def data(work):
    """Runs the wave in single precision in a folder of the given name and returns its output values."""
    def run_wave(name, *changes, ranks=1, threads=1):
        folder, _ = run(wave("gaussian", SMALL, REAL32, *changes), ranks, threads, work / name)
        return values(folder)

    return run_wave


@pytest.fixture(scope="module")
def reference(data):
    found = data("reference")
    assert any(name.endswith(".h5") for name in found) and any(name.endswith(".asc") for name in found), found
    return found


def require_equal(found, reference):
    assert set(found) == set(reference)
    assert not [file for file in reference if found[file] != reference[file]]


def arrays(folder, name):
    """Returns the datasets of one variable by their names."""
    found = {}
    for path in sorted((folder / "data").glob(f"{name}*.h5")):
        with h5py.File(path) as file:
            file.visititems(lambda key, item: found.update({key: item[()]})
                            if isinstance(item, h5py.Dataset) and item.ndim == 3 else None)
    assert found, f"no data of {name} in {folder}"
    return found


def test_types_and_values(work, reference):
    """Both precisions solve the same problem. They differ by rounding errors of single precision."""
    run(wave("gaussian", SMALL, {"Wave::precision": '"real64"'}), folder=work / "real64")
    double, single = (arrays(work / name, "rho") for name in ("real64", "reference"))
    assert set(double) == set(single)
    for key in double:
        assert double[key].dtype == numpy.float64 and single[key].dtype == numpy.float32
        difference = numpy.abs(double[key] - single[key]).max()
        assert 0 < difference < 1e-5 * numpy.abs(double[key]).max() + 1e-6, (key, difference)


@pytest.mark.parametrize("ranks, threads", [(2, 1), (3, 2), (8, 1), (1, 4)])
def test_ranks_and_threads(data, reference, ranks, threads):
    require_equal(data(f"r{ranks}t{threads}", ranks=ranks, threads=threads), reference)


@pytest.mark.parametrize("name, changes", [
    ("tile", {"CaKernel::plan[0]": '"Wave_RHS: tile 3 2 1"'}), ("lanes", {"CaKernel::plan[0]": '"Wave_RHS: vector x 1"'}),
    ("strides", {"CaKernel::strides": '"run-time"'}), ("separate", {"CaKernel::join_updates": "no"}),
    ("fission", {"CaKernel::fission": '"outputs"', "CaKernel::fission_operations": "12"}),
    ("built-in", {"CaKernel::compiler": '"none"'}), ("padding", {"PUGH::padding": "yes"}),
    ("overlap", {"PUGH::overlap": "yes"}), ("device-memory", {"Devices::own_memory": "yes"}),
])
def test_plans_and_memory(data, reference, name, changes):
    require_equal(data(name, changes, ranks=2), reference)


@pytest.mark.parametrize("name, changes", [
    ("flat", {"Wave::boundary": '"flat"'}), ("scalar", {"Wave::boundary": '"scalar"'}),
    ("static", {"Wave::boundary": '"static"'}), ("mirrors", MIRRORS), ("adaptive", METHOD),
])
def test_boundaries_and_methods(data, name, changes):
    """The results do not depend on ranks, on the fusion of updates, or on device memory."""
    expected = data(name, changes)
    require_equal(data(f"{name}-2", changes, {"CaKernel::join_updates": "no"}, ranks=2), expected)
    require_equal(data(f"{name}-own", changes, {"Devices::own_memory": "yes"}), expected)


def test_recovery_on_other_ranks(work):
    """The checkpoint contains the precision, so the second run need not set it."""
    whole, _ = run(wave("gaussian", SMALL, REAL32, CHECKPOINT), folder=work / "whole")
    first = {**CHECKPOINT, "cactus::cctk_itlast": "3"}
    folder, _ = run(wave("gaussian", SMALL, REAL32, first), ranks=3, folder=work / "pieces")
    _, result = run(wave("gaussian", SMALL, CHECKPOINT, {"IO::recover": '"auto"'}), ranks=2, folder=folder)
    assert not differences(all_output(whole / "data"), all_output(folder / "data")), result.stdout
    other = wave("gaussian", SMALL, CHECKPOINT, {"IO::recover": '"auto"', "Wave::precision": '"real64"'})
    _, result = run(other, folder=folder, expect=1)
    require_words(result, ["Wave::precision", "real64", "real32"], other)


@pytest.mark.parametrize("ranks", [1, 2])
def test_opencl(work, ranks):
    """All runs start from one checkpoint, because the initial data contain exp, whose last bit depends on the device."""
    start = {**CHECKPOINT, **REAL32, "cactus::cctk_itlast": "0", "IO::checkpoint_ID": "yes"}
    folder, _ = run(wave("gaussian", SMALL, start), folder=work / f"start{ranks}")
    saved = folder / "checkpoints"
    host, _ = continued(work / f"host{ranks}", saved, **REAL32)
    there, output = continued(work / f"opencl{ranks}", saved, device="opencl", ranks=ranks, expect=None, **REAL32)
    skip_without_opencl(output)
    require_equal(values(there), values(host))


# Wave has type real64, TestPrecision real32. TestPrecision reads a coordinate of type real64, and two of its calculations
# compute in real64. The radiative condition reads coordinates, too.
MIXED = {"ActiveThorns": '"TestPrecision"', "TestPrecision::boundary": '"radiative"',
         "IOHDF5::out_vars": '"Wave::u TestPrecision::f TestPrecision::g TestPrecision::energy"',
         "IOASCII::out1D_vars": '"TestPrecision::f"', "IOScalar::outScalar_vars": '"TestPrecision::g"'}
MIXED_NAMES = ("f", "g", "energy")


def mixed(folder, *changes, ranks=1, threads=1, expect=0):
    """Runs both precisions together. Returns the datasets of TestPrecision and the printed output."""
    _, result = run(wave("gaussian", SMALL, MIXED, *changes), ranks, threads, folder, expect=expect)
    skip_without_opencl(result.stdout)
    assert result.returncode == 0, result.stdout
    return {(name, key): array for name in MIXED_NAMES for key, array in arrays(folder, name).items()}


@pytest.fixture(scope="module")
def both(work):
    return mixed(work / "both")


def test_calculations_of_both_precisions(both):
    """The energy is computed in double precision from the rounded variables, and rounded once."""
    last = {name: array for (name, key), array in both.items() if "it=6" in key}
    assert set(last) == set(MIXED_NAMES) and all(array.dtype == numpy.float32 for array in last.values())
    f, g = (last[name].astype(float) for name in ("f", "g"))
    is_equal = last["energy"] == (0.5 * (g**2 + f**2)).astype(numpy.float32)
    in_single = numpy.float32(0.5) * (last["g"] * last["g"] + last["f"] * last["f"])
    assert is_equal.mean() > 0.999 and (in_single == last["energy"]).mean() < 0.99


@pytest.mark.parametrize("ranks, threads, changes", [
    (3, 2, {}), (1, 1, {"CaKernel::plan[0]": '"TestPrecision_RHS: vector x 1"'}), (2, 1, {"CaKernel::strides": '"run-time"'}),
    (2, 1, {"CaKernel::compiler": '"none"'}), (1, 1, {"Devices::own_memory": "yes"}), (2, 1, {"Devices::kind": '"opencl"'}),
])
def test_bits_of_both_precisions_in_one_run(work, both, ranks, threads, changes):
    found = mixed(work / f"mixed-{ranks}-{threads}-{len(str(changes))}", changes, ranks=ranks, threads=threads, expect=None)
    assert set(found) == set(both)
    assert not [key for key in both if both[key].tobytes() != found[key].tobytes()]
