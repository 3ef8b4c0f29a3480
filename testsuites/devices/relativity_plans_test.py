"""The plan of the right-hand side does not change a bit of a run with BSSN. The plans are the built-in plan, another tile, and
fission by output groups or by derivatives. The cases are a black hole at orders 2 and 8 and a gauge wave with phi at order 4.
Another test compares updates of the integrator that run immediately with updates that run on request."""

import functools

import pytest
from output_values import values
from relativity import HOLE, SECOND_ORDER, bar, data, run

COMPILED = {"CaKernel::compiler": '"automatic"', "CaKernel::report": "yes"}


def fission(rule):
    return {"CaKernel::fission": f'"{rule}"', "CaKernel::fission_operations": 1500}


# Each plan has its parameters and a text that the printed plan of the right-hand side must contain.
PLANS = {"tile": ({"CaKernel::plan[0]": '"BSSN_RHS: tile 8 3 4"'}, "tile 8 3 4"),
         "outputs": (fission("outputs"), "kernel 2:"), "derivatives": (fission("derivatives"), "kernel 2:")}


# The right-hand side has too many arrays to be fused with the updates in one kernel. With strides as run-time arguments, all
# ranks share the same kernels.
PERIODIC = {"driver::periodic": "yes", "BSSN::boundary": '"none"', "CaKernel::strides": '"run-time"',
            "CaKernel::plan[0]": '"BSSN_RHS: tile 8 3 4"'}
FOLLOWED = "Followed by separate kernels for updates of the time integrator: BSSN::BSSN_RHS: The fused kernel would have too many arrays"
UPDATES = {"one rank": ({}, 1), "two ranks": ({}, 2), "own memory, padded rows": ({"Devices::own_memory": "yes", "PUGH::padding": "yes"}, 1)}


@pytest.fixture(scope="module")
def reference():
    """Returns the output values of a run whose updates run when their results are requested."""
    folder, result = run(HOLE, SECOND_ORDER, COMPILED, PERIODIC, {"CaKernel::join_updates": "no"})
    assert FOLLOWED not in result.stdout
    found = values(folder)
    assert found
    return found


@pytest.mark.parametrize("name", UPDATES)
def test_separate_updates(name, reference):
    changes, ranks = UPDATES[name]
    folder, result = run(HOLE, SECOND_ORDER, COMPILED, PERIODIC, changes, ranks=ranks)
    found = values(folder)
    assert not [file for file in reference if found.get(file) != reference[file]]
    assert FOLLOWED in result.stdout and "CaKernel::Updates1_rest " in result.stdout


def plan_of_right_side(folder):
    text = (folder / "data/kernel_plans.txt").read_text()
    return "\n".join(part for part in text.split("plan ") if part.startswith("BSSN::BSSN_RHS "))


EIGHTH_ORDER = {"BSSN::fd_order": 8, "ADMConstraints::fd_order": 8, "driver::ghost_size": 5, "driver::global_nx": 19,
                "driver::global_ny": 17, "driver::global_nz": 20, "cactus::cctk_itlast": 1}
OUTPUT = ("IOASCII::out1D_vars", "IOASCII::out1D_every", "IOASCII::out1D_d", "IOScalar::outScalar_vars", "IOScalar::outScalar_every",
          "IOScalar::outScalar_reductions")
GAUGE_WAVE = data("gauge wave", amplitude=0.1) | bar(0, 12, 4) | {name: HOLE[name] for name in OUTPUT} | {
    "BSSN::conformal_factor": '"phi"', "BSSN::slicing": '"harmonic"', "BSSN::shift_condition": '"static"', "time::dtfac": 0.25,
    "cactus::cctk_itlast": 2}
# Each case has its parameters and the names of the plans to test.
CASES = {"order 2": (HOLE | SECOND_ORDER, PLANS), "order 8": (HOLE | EIGHTH_ORDER, ["outputs"]),
         "gauge wave, phi, order 4": (GAUGE_WAVE, ["tile", "outputs"])}


@functools.cache
def values_of_default_plan(case):
    found = values(run(CASES[case][0])[0])
    assert len(found) > 100
    return found


@pytest.mark.parametrize("case, plan", [(case, plan) for case, (_, plans) in CASES.items() for plan in plans])
def test_plan(case, plan):
    changes, words = PLANS[plan]
    folder, _ = run(CASES[case][0], COMPILED, changes)
    found, reference = values(folder), values_of_default_plan(case)
    assert not [file for file in reference if found.get(file) != reference[file]]
    assert words in plan_of_right_side(folder)
