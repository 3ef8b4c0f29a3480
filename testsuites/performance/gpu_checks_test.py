"""The check of fat kernels in `scripts/bench gpu` must fail if no kernel is fat, if two plans give the same kernel, or if the
treatment of fat kernels makes them slower. In this test, a function replaces the runs of the program."""

import pathlib
import sys
import tempfile
import types

import pytest
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks import gpu  # noqa: E402

TREATED = "plan BSSN::BSSN_RHS on cuda:sm_90\n  tile 64 2 16\n  block 64 2 1\n  resident 1\n  fat\n"
DIVIDED = ("plan BSSN::BSSN_RHS on cuda:sm_90\n  grid %7\n  kernel 1: stores %7; tile 64 2 16; block 64 2 1; resident 1; fat\n"
           "  kernel 2: tile 32 4 16; block 32 4 1\n")
SLIM = "plan BSSN::BSSN_RHS on cuda:sm_90\n  tile 64 4 16\n  block 64 4 1\n"
ORDERED = "one kernel; 300 live values, 200 after reordering"


def rates_of(treated):
    """Returns a function that gives the rate of a plan: `treated` points per second for the chosen plan, 100 for all other
    plans."""
    return lambda plan, chosen: treated if plan == chosen else 100.


def outcome(chosen, reason=ORDERED, rate=rates_of(120.), source=lambda plan: plan, divided=DIVIDED):
    """Returns the result of check_fat for runs in which the planner chooses `chosen`. `source` returns the source text of a
    plan's kernels; `divided` is the plan after fission by outputs."""
    def run(family, settings, order, size, steps, folder):
        pinned = settings.get("CaKernel::plan[0]")
        plan = pathlib.Path(pinned.strip('"')).read_text() if pinned else chosen
        if settings.get("CaKernel::fission") == '"outputs"':
            plan = divided
        elif settings.get("CaKernel::fission") == '"none"':
            plan = TREATED
        (folder / "out").mkdir()
        (folder / "out/kernel_plans.txt").write_text(plan)
        (folder / "output.txt").write_text(f"INFO (CaKernel): source of BSSN::BSSN_RHS:\n{source(plan)}\nINFO (CaKernel): the end\n")
        kernel = {"kernel": "BSSN::BSSN_RHS", "points": rate(plan, chosen), "seconds": 1., "plan_reason": reason}
        return 1., {"kernels": [kernel]}

    original, gpu.bssn_run = gpu.bssn_run, run
    try:
        with tempfile.TemporaryDirectory() as work:
            return gpu.check_fat("cuda", {}, types.SimpleNamespace(quick=False), pathlib.Path(work), {})
    except RuntimeError as error:
        return False, str(error)
    finally:
        gpu.bssn_run = original


def expect(name, found, is_good, *words):
    if found[0] != is_good or any(word not in found[1] for word in words):
        pytest.fail(f"{name}: {found}, expected {is_good} with {words}")
    print(f"{name}: {found[1]}")


def test_outcomes():
    expect("treated is fastest", outcome(TREATED), True, "untreated, twice as many threads 0.83", "as many blocks at a time as fit 0.83",
           "statements as in the graph 0.83", "divided by outputs 0.83")
    expect("divided is fastest", outcome(DIVIDED), True, "as one kernel 0.83")
    expect("treated is slower", outcome(TREATED, rate=rates_of(80.)), False, "untreated, twice as many threads 1.25")
    expect("nothing is fat", outcome(SLIM), False, "no kernel of the right-hand side is fat")
    expect("the same order of statements", outcome(TREATED, source=lambda plan: "one text"), False,
           "statements as in the graph and as planned are the same kernels")
    found = outcome(TREATED, reason="300 live values, 300 after reordering")
    expect("no better order is known", found, True)
    if "statements" in found[1]:
        pytest.fail(f"equal statements are compared: {found}")
    expect("fission divides nothing", outcome(TREATED, divided=TREATED), False, "divided by outputs and as planned are the same kernels")
