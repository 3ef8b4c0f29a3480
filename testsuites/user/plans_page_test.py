"""Every plan in docs/plans.md runs on the host; a plan of another device is an error that names the device."""

import re

import pytest
from folders import new_folder
from parameter_text import wave
from simulation import SOURCE, run

CHANGES = {"driver::global_nx": 33, "driver::global_ny": 17, "driver::global_nz": 17, "cactus::terminate": '"iteration"',
           "cactus::cctk_itlast": 1, "IO::out_dir": '"data"'}


PLANS = re.findall(r"^```plan\n(.*?)^```", (SOURCE / "docs/plans.md").read_text(), re.MULTILINE | re.DOTALL)


def run_with(plan, expect):
    folder = new_folder("plans")
    path = folder / "plan.txt"
    path.write_text(plan)
    return run(wave("gaussian", CHANGES, {"CaKernel::plan[0]": f'"{path}"'}), folder=folder, expect=expect)[1].stdout


def test_number_of_plans():
    assert len(PLANS) >= 5


@pytest.mark.parametrize("plan", [plan for plan in PLANS if " on host" in plan])
def test_plan_of_the_host(plan):
    output = run_with(plan, expect=0)
    rows = [line for line in output.splitlines() if re.match(r"Wave::Wave_RHS[. ]", line)]
    assert len(rows) == max(1, len(re.findall(r"^ *kernel \d+:", plan, re.MULTILINE))), output
    assert ("scratch arrays" in output) == ("grid" in plan), output


@pytest.mark.parametrize("plan", [plan for plan in PLANS if " on host" not in plan])
def test_plan_of_another_device(plan):
    output = " ".join(run_with(plan, expect=1).split())
    assert re.search("is for cuda:sm_90, but this (run|process) computes on host", output)
