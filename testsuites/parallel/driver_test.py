"""The driver on 1 to 8 processes: ghost zones, time levels, storage, reductions and hyperslabs, by thorn TestDriver."""


import pytest
from simulation import require_words, run

THORNS = 'ActiveThorns = "PUGH PUGHReduce PUGHSlab TestDriver"\n'
END = 'Cactus::terminate = "iteration"\nCactus::cctk_itlast = 4\nCactus::allow_mixeddim_gfs = yes\n'

# A grid function of one dimension is cut by all processes, so direction x needs 8 times the ghost zone.
GRIDS = {
    "small ghost zones": "driver::global_nx = 13\ndriver::global_ny = 11\ndriver::global_nz = 12\ndriver::ghost_size = 1\n",
    "wide, uneven": "driver::global_nx = 26\ndriver::global_ny = 14\ndriver::global_nz = 16\n"
                    "driver::ghost_size_x = 3\ndriver::ghost_size_y = 1\ndriver::ghost_size_z = 2\n",
    "periodic": "driver::global_nsize = 30\ndriver::ghost_size = 3\ndriver::periodic = yes\n"
                "PUGH::initialize_memory = \"NaN\"\n",
    "periodic in y": "driver::global_nx = 17\ndriver::global_ny = 15\ndriver::global_nz = 13\ndriver::ghost_size = 2\n"
                     "driver::periodic = yes\ndriver::periodic_x = no\ndriver::periodic_z = no\n"
                     "PUGH::initialize_memory = \"zero\"\n",
    "flat": "driver::global_nx = 20\ndriver::global_ny = 18\ndriver::global_nz = 1\ndriver::ghost_size = 2\n"
            "TestDriver::array_x = 3\nTestDriver::array_y = 2\nTestDriver::array_ghosts = 0\n",
}

MANUAL = ('driver::global_nx = 30\ndriver::global_ny = 12\ndriver::global_nz = 16\n'
          'PUGH::processor_topology = "manual"\nPUGH::processor_topology_3d_x = 2\nPUGH::processor_topology_3d_y = 1\n'
          'PUGH::processor_topology_3d_z = 2\nPUGH::partition = "manual"\nPUGH::partition_3d_x = "20 10"\n')

WRONG = [  # ranks, parameters, words of the message
    (4, "driver::global_nsize = 10\nPUGH::processor_topology = \"manual\"\nPUGH::processor_topology_3d_x = 3\n",
     ["3 x 0 x 0", "processor_topology"]),
    (8, "driver::global_nsize = 3\ndriver::ghost_size = 2\n", ["3 x 3 x 3", "8 processes", "PUGH::ghost_size"]),
    (1, "driver::global_nsize = 5\ndriver::ghost_size = 2\ndriver::periodic = yes\n", ["5 x 5 x 5", "ghost zones"]),
    (1, "driver::global_nx = 0\n", ["at least one point", "direction x has 0 points"]),
    (2, "driver::global_nsize = 10\nPUGH::partition = \"manual\"\nPUGH::partition_3d_z = \"4 5\"\n",
     ["direction z", "9 points", "10 points"]),
]
WRONG += [(2, f"driver::global_nsize = 12\nPUGH::overload{function} = no\n", [f"PUGH::overload{function}", "CCTK_" + function])
          for function in ("SyncGroupsByDirI", "EnableGroupStorage", "DisableGroupStorage", "MyProc", "nProcs",
                           "ArrayGroupSizeB", "QueryGroupStorageB", "GroupDynamicData")]


def reductions(output):
    return [line for line in output.splitlines() if line.startswith("reduction ")]


def grid_reductions(parameters, ranks, threads=1):
    _, result = run(THORNS + END + parameters, ranks=ranks, threads=threads)
    lines = reductions(result.stdout)
    assert lines, result.stdout
    return lines


def test_topology():
    """Numbers of processes count only with "manual"; otherwise a warning names them."""
    numbers = "driver::global_nsize = 24\nPUGH::processor_topology_3d_x = 4\n"
    for topology, division, is_warned in (("manual", "4x1x1", False), ("automatic", "1x2x2", True)):
        parameters = numbers + f'PUGH::processor_topology = "{topology}"\n'
        _, result = run(THORNS + END + parameters, ranks=4)
        text = " ".join(result.stdout.split())
        assert f"divided {division} among 4" in text, topology
        assert ("without PUGH::processor_topology_3d_x" in text) == is_warned, topology


@pytest.mark.parametrize("name", GRIDS)
def test_reductions_are_those_of_one_process(name):
    expected = grid_reductions(GRIDS[name], 1)
    for ranks, threads in [(1, 2), (2, 1), (3, 2), (4, 1), (8, 1)]:
        assert grid_reductions(GRIDS[name], ranks, threads) == expected, f"{ranks} processes, {threads} threads"
    assert grid_reductions(GRIDS[name] + "PUGH::padding = yes\n", 3) == expected, "padded rows"


def test_manual_topology_and_partition():
    grid_reductions(MANUAL, 4)


@pytest.mark.parametrize("ranks, parameters, words", WRONG)
def test_errors(ranks, parameters, words):
    _, result = run(THORNS + END + parameters, ranks=ranks, expect=1)
    require_words(result, words, parameters)
