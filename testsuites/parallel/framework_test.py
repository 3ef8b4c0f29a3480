"""What TestFramework says on 1 and 3 processes: order, conditions, storage; and that a failing run ends everywhere."""

import re
import sys
import time

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
SAID = [
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

# value of TestFramework::fail, exit code, what is said once
FAILURES = [
    ("all", 1, "Every process fails."),
    ("one", 1, "One process fails."),
    ("parameter", 1, "This parameter is wrong."),
    ("one parameter", 1, "Only the last process finds this."),
    ("warning level", 1, "A warning of level 0."),
    ("exit", 3, ""),
]


def main():
    problems = []
    for ranks in (1, 3):
        _, result = simulation.run(PARAMETERS, ranks=ranks)
        said = re.findall(r"INFO \(TestFramework\): (.*)", result.stdout)
        if said != SAID:
            problems.append(f"{ranks} processes say:\n" + "\n".join(said))
    _, result = simulation.run(PARAMETERS + 'TestFramework::fail = "end"\n', ranks=3)
    if "iteration 1 " in result.stdout:
        problems.append("CCTK_TerminateNext on the last process does not end the run:\n" + result.stdout)
    for fail, code, text in FAILURES:
        start = time.monotonic()
        _, result = simulation.run(PARAMETERS + f'TestFramework::fail = "{fail}"\n', ranks=3, expect=code)
        if text and result.stdout.count(text) != 1:
            problems.append(f"fail = {fail}: `{text}` is said {result.stdout.count(text)} times:\n{result.stdout}")
        print(f"fail = {fail}: ended after {time.monotonic() - start:.1f} s")
    print("\n".join(problems))
    sys.exit(bool(problems))


main()
