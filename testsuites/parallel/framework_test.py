"""The flesh on 1 and 3 processes, by thorn TestFramework: order, conditions, storage; a failing run ends on all processes."""

import re

import pytest
import simulation

PARAMETERS = """
ActiveThorns = "TestFramework"
Cactus::cctk_itlast = 2
TestFramework::flag = yes
TestFramework::number = 4
TestFramework::mode = "QUICK"
TestFramework::list = [1, 2*3, 1.5]
"""

LAST = (
    "last, TestFramework_Last in TestFramework_Loop reads testframework::counter "
    "writes testframework::counter(everywhere)"
)
LINES = [
    'number 4 real 0.5 mode quick text "abc" flag 1 list 1 6 1.5',
    "flagged",
    "iteration 1 time 1 levels 1 0 0",
    "first 2, temporary storage 1", "middle", LAST,
    "first 1, temporary storage 1", "middle", LAST,
    "flagged",
    "iteration 2 time 2 levels 2 1 0",
    "first 2, temporary storage 1", LAST,
    "first 1, temporary storage 1", LAST,
    "computed what is to be written",
    "output of TestFramework::triggered: 12",
]

# value of TestFramework::fail, exit code, a message that is printed once
FAILURES = [
    ("all", 1, "Every process fails."),
    ("one", 1, "One process fails."),
    ("parameter", 1, "This parameter is wrong."),
    ("one parameter", 1, "Only the last process reports this."),
    ("warning level", 1, "A warning of level 0."),
    ("exit", 3, ""),
]


@pytest.mark.parametrize("ranks", [1, 3])
def test_schedule(ranks):
    _, result = simulation.run(PARAMETERS, ranks=ranks)
    assert re.findall(r"INFO \(TestFramework\): (.*)", result.stdout) == LINES


def test_terminate_next_on_one_process_ends_the_run():
    _, result = simulation.run(PARAMETERS + 'TestFramework::fail = "end"\n', ranks=3)
    assert "iteration 1 " not in result.stdout


@pytest.mark.parametrize("fail, code, message", FAILURES)
def test_failure_ends_all_processes(fail, code, message):
    _, result = simulation.run(PARAMETERS + f'TestFramework::fail = "{fail}"\n', ranks=3, expect=code)
    assert not message or result.stdout.count(message) == 1, result.stdout
