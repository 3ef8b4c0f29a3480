"""Loops of a thorn (docs/loops.md) write the same bits on any number of ranks and threads, on any device, with and without their
transformations; and their report contains their plans and counts."""

import itertools
import re
import sqlite3

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


def tuned_settings(database, tuning="use", **changes):
    return {"CaKernel::tuning": f'"{tuning}"', "CaKernel::tuning_database": f'"{database}"', **changes}


def test_opencl(work, data, reference):
    try:
        settings = tuned_settings(work / "opencl.db", "search")
        found, output = data("opencl", 2, **{"Devices::kind": '"opencl"'}, **settings)
    except AssertionError as error:
        if "no OpenCL" in str(error) or "cannot be used" in str(error):
            skip("there is no OpenCL device")
        raise
    require_equal(found, reference)
    assert "combinations, 0 of which failed" in output, output


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


def plans_of(folder):
    return (folder / "data/kernel_plans.txt").read_text()


@pytest.mark.parametrize("ranks", (1, 2))
def test_search_for_sizes(work, data, reference, ranks):
    """A search does not change results. Its database contains all combinations, and a later run uses the fastest one."""
    database = work / f"tuning{ranks}.db"
    search = tuned_settings(database, "search", **{"CaKernel::tuning_seconds": "60"})
    found, output = data(f"search{ranks}", ranks, **search)
    require_equal(found, reference)
    assert "Search for the sizes of HeatLoops::HeatLoops_Apply: measured 4 of 4 combinations, 0 of which failed" in output, output
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT plan, failure, n_scores > 0, kernel, shape FROM individual JOIN subject ON subject.id = subject").fetchall()
    assert sorted(row[0] for row in rows) == [f"elements = {n}" for n in (1, 2, 4, 8)]
    expected = ("", 1, "HeatLoops::HeatLoops_Apply", f"Ne {64 // ranks}, Nq 4, 1 thread")
    assert {(*row[1:4], row[4].replace("ne", "Ne").replace("nq", "Nq")) for row in rows} == {expected}
    found, output = data(f"use{ranks}", ranks, **tuned_settings(database))
    require_equal(found, reference)
    assert "Search for" not in output
    first_line = "# tuned: fastest of 4 measured plans"
    assert first_line in plans_of(work / f"use{ranks}") and first_line in plans_of(work / f"search{ranks}")
    assert "tuned: fastest of 4" in (work / f"use{ranks}/data/kernel_report.txt").read_text()
    found, output = data(f"again{ranks}", ranks, **search)
    assert "Search for" not in output


def test_search_with_a_short_budget(work, data):
    """A process without elements takes part in the search. At least two combinations are measured."""
    few = {"HeatLoops::n_elements": "2"}
    found, output = data("short", 3, **few, **tuned_settings(work / "short.db", "search", **{"CaKernel::tuning_seconds": "0.001"}))
    require_equal(found, data("few", 1, **few)[0])
    assert "measured 2 of 4 combinations" in output, output


def test_search_in_memory_of_a_device(work, data, reference):
    settings = tuned_settings(work / "own.db", "search", **{"Devices::own_memory": "yes"})
    found, output = data("own_search", 2, **settings)
    require_equal(found, reference)
    assert "measured 4 of 4 combinations, 0 of which failed" in output, output


def test_pins_and_off_disable_measured_sizes(work, data, reference):
    database = work / "tuning1.db"
    if not database.exists():
        data("search1", **tuned_settings(database, "search", **{"CaKernel::tuning_seconds": "60"}))
    for name, changes in {"off": tuned_settings(database, "off"),
                          "pin": tuned_settings(database, "search", **{"CaKernel::plan[0]": '"HeatLoops_Apply: elements = 2"'})}.items():
        found, output = data(name + "_sizes", **changes)
        require_equal(found, reference)
        assert "# tuned:" not in plans_of(work / (name + "_sizes")) and "Search for" not in output
    assert "elements = 2" in plans_of(work / "pin_sizes")


def test_wrong_database(work, data, reference):
    database = work / "wrong.db"
    database.write_text("not a database\n" * 500)
    found, output = data("wrong_database", **tuned_settings(database))
    require_equal(found, reference)
    assert "The run continues without plans of earlier searches." in output


def test_errors_before_the_first_step(work):
    script = "f = parse_fortran(SOURCE, FILENAME); f = split_iname(f, 'k', 8); RESULT = [f]"
    _, result = run(heat({"CaKernel::plan[0]": f'"HeatLoops_Apply: {script}"'}), folder=work / "wrong", expect=1)
    assert "CaKernel::plan[0]:2:" in result.stdout and "split_iname" in result.stdout, result.stdout
    assert "iteration 1" not in result.stdout


def test_pinned_plans_of_unknown_functions(work):
    _, result = run(heat({"CaKernel::plan[0]": '"HeatLoops_Aply: a = 1"'}), folder=work / "unknown", expect=1)
    assert "pins a plan for kernel HeatLoops_Aply, which no active thorn has" in result.stdout
