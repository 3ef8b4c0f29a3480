"""Sweeps of a thorn (docs/sweeps.md) write the same bits on any number of ranks and threads, for any division of the grid, plan and
device; and their report contains their plans."""

import re

import pytest
from devices import skip_without_opencl
from folders import new_folder
from output_values import values
from parameter_text import with_settings
from simulation import SOURCE, require_error, run

# The arrival times of a wave on a grid with different numbers of points along the axes.
EIKONAL = {"driver::global_nx": "23", "driver::global_ny": "18", "driver::global_nz": "17", "grid::dxyz": "0.1", "IO::out_dir": '"data"',
           "Eikonal::max_cycles": "3"}


def eikonal(*changes):
    return with_settings((SOURCE / "params/examples/eikonal.par").read_text(), EIKONAL, *changes)


@pytest.fixture(scope="module")
def work():
    return new_folder("sweeps")


@pytest.fixture(scope="module")
def data(work):
    def run_eikonal(name, ranks=1, threads=1, **changes):
        folder, result = run(eikonal(changes), ranks, threads, work / name)
        return values(folder), result.stdout

    return run_eikonal


@pytest.fixture(scope="module")
def reference(data):
    """The values of one process with one thread."""
    found, _ = data("one")
    assert any(name.startswith("T") for name in found), found.keys()
    return found


def require_equal(found, reference):
    assert set(found) == set(reference)
    assert not [file for file in reference if found[file] != reference[file]]


def topology(x, y, z):
    return {"PUGH::processor_topology": '"manual"', "PUGH::processor_topology_3d_x": x, "PUGH::processor_topology_3d_y": y,
            "PUGH::processor_topology_3d_z": z}


@pytest.mark.parametrize("ranks, threads", [(1, 2), (1, 3), (2, 1), (3, 2), (4, 1)])
def test_ranks_and_threads(data, reference, ranks, threads):
    require_equal(data(f"r{ranks}t{threads}", ranks, threads)[0], reference)


@pytest.mark.parametrize("parts", [(2, 1, 1), (2, 2, 1), (1, 3, 1), (4, 1, 1), (1, 1, 4), (2, 1, 2)])
def test_divisions_of_the_grid(data, reference, parts):
    ranks = parts[0] * parts[1] * parts[2]
    require_equal(data("parts" + "x".join(map(str, parts)), ranks, **topology(*parts))[0], reference)


@pytest.mark.parametrize("plan, reported", [("tile 8 4 3 lanes 4", "tile 8 4 3 lanes 4"), ("lanes 2 tile 16 16 16", "tile 16 16 16 lanes 2")])
def test_plans(work, data, reference, plan, reported):
    found, _ = data("plan " + plan, 2, **{"Recursions::sweep_plan": f'"{plan}"'})
    require_equal(found, reference)
    report = (work / f"plan {plan}/data/kernel_report.txt").read_text()
    passes = re.findall(r"(?m)^Eikonal::\S+, line \d+: along [-+xyz ]+, (.*)$", report)
    assert passes and all(text.startswith(reported) for text in passes), report


def test_memory_of_a_device(data, reference):
    require_equal(data("own", 2, **{"Devices::own_memory": "yes"})[0], reference)


def test_opencl(data, reference):
    try:
        found, _ = data("opencl", 2, **{"Devices::kind": '"opencl"'})
    except AssertionError as error:
        skip_without_opencl(str(error))
        raise
    require_equal(found, reference)


LINES = {"driver::global_nx": "14", "driver::global_ny": "11", "driver::global_nz": "17", "cactus::cctk_itlast": "2", "IO::out_dir": '"data"',
         "IOScalar::outScalar_every": "1", "IOHDF5::out_every": "2"}


def lines(*changes):
    return with_settings((SOURCE / "params/examples/line_solver.par").read_text(), LINES, *changes)


@pytest.fixture(scope="module")
def lines_reference(work):
    return values(run(lines(), folder=work / "lines")[0])


@pytest.mark.parametrize("parts, changes", [
    ((2, 1, 1), {}), ((1, 3, 1), {}), ((1, 2, 2), {"Devices::own_memory": "yes"}), ((2, 2, 1), {"driver::ghost_size": "2"}),
    ((1, 1, 1), {"Recursions::sweep_plan": '"separate lanes 4 tile 16 8 8"'})])
def test_tridiagonal_systems_across_processes(work, lines_reference, parts, changes):
    ranks = parts[0] * parts[1] * parts[2]
    folder, _ = run(lines(topology(*parts), changes), ranks, 2, new_folder("lines"))
    require_equal(values(folder), lines_reference)


def test_periodic_axes_with_independent_points(work):
    """The sweeps along y and z of a step are defined if x is periodic, but that along x is not."""
    require_error(lines({"driver::periodic": "yes", "driver::periodic_y": "no", "driver::periodic_z": "no"}),
                  ["LineSolver_Step.rec:55:1: error: The sweep reads other points along x, but axis x of the grid is periodic"])


def test_report(work, data):
    data("report", 2, **topology(1, 2, 1))
    report = (work / "report/data/kernel_report.txt").read_text()
    assert "Eikonal::Eikonal_Sweep.2, line 53: along +x +y +z, tile" in report, report
    assert "a pipeline with" in report and "Eikonal::Eikonal_Sweep.9.boundary" in report, report


def test_compiled_ahead(work):
    """A run with the cache of --compile-only compiles nothing."""
    settings = {"CaKernel::cache_dir": f'"{work / "cache"}"'}
    run(eikonal(settings), 2, folder=work / "ahead", options=("--compile-only",))
    _, result = run(eikonal(settings), 2, folder=work / "after")
    assert "compilers for" not in result.stdout, result.stdout


# The position of source 0 at a point of the grid.
POINT = {"Eikonal::source_x[0]": "-0.45", "Eikonal::source_y[0]": "-0.25", "Eikonal::source_z[0]": "0.05"}


def test_a_known_source_without_known_neighbours(work):
    """The only known point is the source itself. The sweeps reach all points, with a larger error near the source."""
    folder, result = run(eikonal(POINT, {"Eikonal::n_sources": 1, "Eikonal::known_width": 0, "IOScalar::outScalar_vars": '"Eikonal::T"'}),
                         folder=work / "point")
    assert "T is not smooth at source 0" in result.stdout, result.stdout
    times = [float(line.split()[-1]) for line in (folder / "data/T.maximum.asc").read_text().splitlines() if line and line[0] not in '#"']
    assert 2 < times[-1] < 3, times  # the corner farthest from the source is at the distance 2.1


@pytest.mark.parametrize("changes, words", [
    ({"driver::periodic": "yes", "driver::periodic_x": "no", "driver::periodic_z": "no"},
     ["Eikonal_Sweep.rec:53:1: error: The sweep reads other points along y, but axis y of the grid is periodic"]),
    ({"driver::ghost_size": 0}, ["Eikonal_Sweep.rec:53:1: error: The sweep reads points at a distance of 1 along x, but the grid has 0 "
                                 "ghost zones. Set driver::ghost_size to at least 1."]),
    ({"Recursions::sweep_plan": '"lanes 3"'}, ["The number of lanes is 3; allowed are powers of two up to 64."]),
    (POINT | {"Eikonal::known_width": "0.03", "Eikonal::source_z[0]": "0.09"},
     ["Eikonal::known_width is 0.03, but the grid point nearest to source 0 is at the distance 0.04, so that no point near "
      "the source has a known arrival time.", "Parts of the sphere of source 1 may have no point with a known arrival time."]),
    ({"Eikonal::source_y[0]": "0.9"}, ["Source 0 of thorn Eikonal, with the centre (-0.5, 0.9, 0) and the radius 0, is outside of the grid, "
                                       "which extends from (-1.05, -0.85, -0.75) to (1.15, 0.85, 0.85)."]),
    ({"Eikonal::radius[1]": "3"}, ["Source 1 of thorn Eikonal, with the centre (0.5, 0, 0) and the radius 3, is outside of the grid"]),
    ({"Recursions::sweep_plan": '"lanes 4 lanes 8"'}, ["This property of the plan occurs twice."]),
    ({"Recursions::sweep_plan": '"tiles 8 8 8"'}, ["tiles", "Did you mean `tile`?"]),
    ({"Recursions::sweep_plan": '"tile 8 8"'}, ["Recursions::sweep_plan"]),
    ({"Recursions::sweep_plan": '"tile 8 8 100000"'}, ["A tile has 100000 points; allowed are 1 to 65536."]),
])
def test_errors_before_the_first_step(changes, words):
    require_error(eikonal(changes), words)
