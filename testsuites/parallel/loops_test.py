"""Loops of a thorn (docs/loops.md) write the same bits on any number of ranks and threads, on any device, with and without their
transformations; and their report contains their plans and counts."""

import itertools
import re

import pytest
from folders import new_folder
from output_values import values
from parameter_text import with_settings
from simulation import SOURCE, run, skip

SMALL = {"HeatLoops::n_elements": "37", "cactus::cctk_itlast": "6", "IO::out_dir": '"data"', "IOScalar::outScalar_every": "2",
         "IOHDF5::out_every": "3"}


def heat(*changes):
    return with_settings((SOURCE / "params/examples/heat_loops.par").read_text(), SMALL, *changes)


@pytest.fixture(scope="module")
def work():
    return new_folder("loops")


@pytest.fixture(scope="module")
def data(work):
    def run_heat(name, ranks=1, threads=1, **changes):
        folder, result = run(heat(changes), ranks, threads, work / name)
        return values(folder), result.stdout

    return run_heat


@pytest.fixture(scope="module")
def reference(data):
    """The values of the loops as written, computed by one process and one thread."""
    found, _ = data("plain", **{"HeatLoops::tuned": "no"})
    assert any(name.startswith("q") for name in found), found.keys()
    return found


def require_equal(found, reference):
    assert set(found) == set(reference)
    assert not [file for file in reference if found[file] != reference[file]]


@pytest.mark.parametrize("ranks, threads, tuned", [*itertools.product((1, 2, 3, 4), (1, 2), ("yes",)), (3, 2, "no")])
def test_ranks_threads_and_transformations(data, reference, ranks, threads, tuned):
    require_equal(data(f"r{ranks}t{threads}{tuned}", ranks, threads, **{"HeatLoops::tuned": tuned})[0], reference)


def test_more_ranks_than_elements(data):
    few = {"HeatLoops::n_elements": "2"}
    require_equal(data("few3", 3, **few)[0], data("few1", **few)[0])


def test_memory_of_a_device(data, reference):
    found, output = data("own", 2, **{"Devices::own_memory": "yes"})
    require_equal(found, reference)


def test_opencl(data, reference):
    try:
        found, output = data("opencl", 2, **{"Devices::kind": '"opencl"'})
    except AssertionError as error:
        if "no OpenCL" in str(error) or "cannot be used" in str(error):
            skip("there is no OpenCL device")
        raise
    require_equal(found, reference)


def test_report(work, data):
    data("report")
    report = (work / "report/data/kernel_report.txt").read_text()
    assert re.search(r"HeatLoops::HeatLoops_Apply: \d+\.\d words of arrays and \d+\.\d operations", report), report
    assert "tag_inames" in report, report
    plans = (work / "report/data/kernel_plans.txt").read_text()
    assert "plan HeatLoops::HeatLoops_Apply on host\n" in plans, plans


def test_pinned_plan(work, data, reference):
    """A run accepts the plans that another run wrote, and a script in the parameter file."""
    data("written")
    file = work / "written/data/kernel_plans.txt"
    found, output = data("from_file", **{"CaKernel::plan[0]": f'"{file}"'})
    require_equal(found, reference)
    script = "f = parse_fortran(SOURCE, FILENAME); f = split_iname(f, 'e', 8, outer_tag='g.0'); RESULT = [f]"
    found, output = data("script", **{"CaKernel::plan[0]": f'"HeatLoops_Apply: {script}"'})
    require_equal(found, reference)
    assert "split_iname" in (work / "script/data/kernel_report.txt").read_text()


def test_errors_before_the_first_step(work):
    script = "f = parse_fortran(SOURCE, FILENAME); f = split_iname(f, 'k', 8); RESULT = [f]"
    _, result = run(heat({"CaKernel::plan[0]": f'"HeatLoops_Apply: {script}"'}), folder=work / "wrong", expect=1)
    assert "CaKernel::plan[0]:2:" in result.stdout and "split_iname" in result.stdout, result.stdout
    assert "iteration 1" not in result.stdout


def test_pinned_plans_of_unknown_functions(work):
    _, result = run(heat({"CaKernel::plan[0]": '"HeatLoops_Aply: a = 1"'}), folder=work / "unknown", expect=1)
    assert "pins a plan for kernel HeatLoops_Aply, which no active thorn has" in result.stdout
