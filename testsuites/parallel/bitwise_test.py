"""Every output value has the same bits for any number of ranks, threads, vector lanes, any tile and partition into kernels,
cold and warm kernel cache."""

import itertools
import re

import pytest
from folders import new_folder
from output_values import values
from parameter_text import wave
from simulation import run

# The sizes are odd, so that ranks get unequal boxes and some tiles are incomplete. The run includes boundary
# conditions, output and time integration.
CHANGES = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "6", "Wave::boundary": '"radiative"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOHDF5::out_every": "3", "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"',
    "IO::out_dir": '"data"',
}
KERNELS = ["Wave_RHS", "Wave_Energy"]


def partition(output):
    """A plan of several kernels for Wave_RHS, made from the graph that a run printed: some values are stored on the grid, and
    each output has a kernel of its own."""
    graph = output[output.index("specialised of Wave::Wave_RHS"):]
    graph = graph[:graph.index("}")]
    values = re.findall(r"%(\d+) = (?:add|subtract|multiply|divide|fma|shift) ", graph)[::3]
    outputs = re.findall(r"store (\S+) %", graph)
    assert len(values) >= 3 and len(outputs) >= 3, graph
    kernels = [f"stores %{values[0]} %{values[1]}"] + [f"stores {name}" for name in outputs]
    lines = [f"kernel {n}: {stores}; tile {n + 4} 5 6" for n, stores in enumerate(kernels, 1)]
    grid = " ".join(f"%{value}" for value in values)
    return f'"Wave_RHS: grid {grid}; {"; ".join(lines)}"'


@pytest.fixture(scope="module")
def work():
    return new_folder()


@pytest.fixture(scope="module")
def data(work):
    """Runs the wave in a folder of the given name and returns its output values."""
    def run_wave(name, ranks=1, threads=1, **extra):
        folder, _ = run(wave("gaussian", CHANGES, extra), ranks, threads, work / name)
        return values(folder)

    return run_wave


def own_cache(work):
    return {"CaKernel::cache_dir": f'"{work / "cache"}"'}


@pytest.fixture(scope="module")
def reference(data, work):
    """The reference values, computed by one process and one thread with an empty kernel cache."""
    found = data("cold", **own_cache(work))
    assert any(name.endswith(".h5") for name in found) and any(name.endswith(".asc") for name in found), found
    assert any(len(set(lines)) > 3 for name, lines in found.items() if "_x_[" in name), "1-D output is constant"
    return found


def require_equal(found, reference):
    assert set(found) == set(reference)
    assert not [file for file in reference if found[file] != reference[file]]


def test_warm_cache(data, work, reference):
    require_equal(data("warm", **own_cache(work)), reference)


@pytest.mark.parametrize("ranks, threads", [*itertools.product((1, 2, 3, 4, 8), (1, 2)), (1, 4)])
def test_ranks_and_threads(data, reference, ranks, threads):
    require_equal(data(f"r{ranks}t{threads}", ranks, threads), reference)


def test_three_ranks_along_each_axis(data, reference):
    """The run uses built-in kernels, because compiling kernels for 27 different boxes takes minutes."""
    require_equal(data("r27", 27, **{"CaKernel::compiler": '"none"'}), reference)


@pytest.mark.parametrize("lanes", [1, 2])
def test_vector_lanes(data, work, reference, lanes):
    pinned = {f"CaKernel::plan[{i}]": f'"{kernel}: vector x {lanes}"' for i, kernel in enumerate(KERNELS)}
    require_equal(data(f"lanes{lanes}", **pinned), reference)
    plans = (work / f"lanes{lanes}/data/kernel_plans.txt").read_text()
    found = re.findall(r"(?m)^plan Wave::(?:Wave_RHS|Wave_Energy) on host\n  tile .*\n  vector x (\d+)$", plans)
    assert found == [str(lanes)] * 2, plans


@pytest.mark.parametrize("ranks", [1, 3])
def test_padded_rows(data, reference, ranks):
    require_equal(data(f"padded{ranks}", ranks, **{"PUGH::padding": "yes"}), reference)


@pytest.mark.parametrize("ranks", [1, 4])
def test_run_time_strides(data, reference, ranks):
    require_equal(data(f"strides{ranks}", ranks, **{"CaKernel::strides": '"run-time"'}), reference)


def test_overlapped_exchange(data, reference):
    require_equal(data("overlap4", 4, **{"PUGH::overlap": "yes"}), reference)


@pytest.mark.parametrize("tile", ["25 19 22", "3 2 1", "8 8 8"])
def test_tiles(data, reference, tile):
    pinned = {f"CaKernel::plan[{i}]": f'"{kernel}: tile {tile}"' for i, kernel in enumerate(KERNELS)}
    require_equal(data(f"tile {tile}".replace(" ", "-"), 2, 2, **pinned), reference)


@pytest.mark.parametrize("fission", ["outputs", "derivatives"])
@pytest.mark.parametrize("ranks", [1, 2])
def test_fission(data, work, reference, fission, ranks):
    found = data(f"{fission}{ranks}", ranks, **{"CaKernel::fission": f'"{fission}"', "CaKernel::fission_operations": 12})
    require_equal(found, reference)
    plans = work / f"{fission}{ranks}/data/kernel_plans.txt"
    assert fission != "outputs" or "kernel 2: stores" in plans.read_text(), plans.read_text()
    if fission == "outputs" and ranks == 1:
        require_equal(data("plans-of-a-file", 2, **{"CaKernel::plan[0]": f'"{plans}"'}), reference)


def test_values_stored_on_the_grid(data, work, reference):
    settings = {"CaKernel::dump": '"specialised"', "CaKernel::join_updates": "no"}
    _, dumped = run(wave("gaussian", CHANGES, settings), folder=work / "dump")
    require_equal(data("grid", 2, **{"CaKernel::plan[0]": partition(dumped.stdout)}), reference)
