"""Shares of the time of steps from the table that Cactus::cctk_timer_output = "full" prints when a run ends.

A right-hand side runs at once, or together with the sums of the time integrator (CaKernel), and the timer of thorn MoL has both:
what the report of kernels has of right-hand sides beyond their own timers was taken from MoL."""

import argparse
import json
import pathlib
import re
import sys

# Bins of what a run does once, and of changes of the grids. What runs in others, too, counts as part of steps, and what is in no
# bin, as a thorn runs it itself.
START_AND_END = re.compile(r"CCTK_(STARTUP|WRAGH|PARAMCHECK|BASEGRID|COMPILE|\w*INITIAL|RECOVER_\w+|POST_RECOVER_\w+|PREREGRID|POSTREGRID|"
                           r"TERMINATE|SHUTDOWN)")
# Row, and what a line's `group thorn function` begins with; the first row that fits counts.
ROWS = [
    ("right-hand sides", r"MoL_(CalcRHS|PostRHS|RHSBoundaries) "),
    ("synchronisation", r"\(SYNC\) "),
    ("Psi4", r"\S+ WeylScal4 "),
    ("modes on spheres", r"\(output\) Multipole "),
    ("output", r"\(output\) |\S+ IO\w+ "),
    ("punctures", r"\S+ PunctureTracker "),
    ("time integrator", r"\S+ MoL "),
    ("horizons", r"\S+ ApparentHorizon "),
    ("boundary conditions", r"\S+ Boundary |\S+ \S+ (CartGrid3D_ApplyBC|\w+_Select(Boundaries|Outside))$"),
    ("algebraic constraints", r"MoL_PostStepModify "),
    ("quantities after a step", r"MoL_PseudoEvolution "),
    ("constraints", r"\w+_Constraints "),
]
OTHERS = "others"
LINE = re.compile(r"(\S+) +(\S+) +(\S.*?) +(\d+\.\d{6})(?:  (\S.*))?$")


def lines_of(text):
    """(group, thorn, function, seconds, bins) of the table in a run's output; exits if there is none."""
    found = re.search(r"^Bin or group +Thorn +Function +Seconds +Bins\n-+\n(.*?)^-+\nTotal +\S+$", text, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit('there is no table of times: the run needs Cactus::cctk_timer_output = "full" and must have ended')
    parts = [LINE.match(line) for line in found[1].splitlines()]
    return [(*match.groups()[:3], float(match[4]), (match[5] or "").split()) for match in parts if match]


def in_kernels(functions, report):
    """Seconds of right-hand sides, alone or joined with sums, of the slowest process."""
    try:
        kernels = [(kernel["kernel"].split("::")[-1], kernel["seconds"]) for kernel in json.loads(report)["kernels"]]
    except (ValueError, TypeError, KeyError):
        sys.exit("what is given as a report of kernels is none")
    return sum(seconds for name, seconds in kernels if any(re.fullmatch(rf"{one}(_\w+)?", name) for one in functions))


def shares_of(text, report):
    """Seconds of all steps, and the share of each row."""
    seconds = dict.fromkeys([name for name, _ in ROWS] + [OTHERS], 0.0)
    lines = [line for line in lines_of(text) if not line[4] or not all(map(START_AND_END.fullmatch, line[4]))]
    for group, thorn, function, time, _ in lines:
        line = f"{group} {thorn} {function}"
        seconds[next((name for name, pattern in ROWS if re.match(pattern, line)), OTHERS)] += time
    sides = [(function, time) for group, _, function, time, _ in lines if group == "MoL_CalcRHS"]
    beyond = in_kernels([function for function, _ in sides], report) - sum(time for _, time in sides)
    later = min(seconds["time integrator"], max(0, beyond))
    seconds["right-hand sides"] += later
    seconds["time integrator"] -= later
    total = sum(seconds.values())
    if total == 0:
        sys.exit("the run has made no steps")
    return total, {name: value / total for name, value in seconds.items()}


def main():
    parser = argparse.ArgumentParser(prog="scripts/shares", description=__doc__)
    parser.add_argument("output", type=pathlib.Path, help="what the run has printed")
    parser.add_argument("kernels", type=pathlib.Path, help="the run's kernel_report.json")
    arguments = parser.parse_args()
    try:
        text, report = arguments.output.read_text(errors="replace"), arguments.kernels.read_text()
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
    total, shares = shares_of(text, report)
    print(f"seconds of all but what runs once, as process 0 has them: {total:.3f}")
    for name, share in shares.items():
        print(f"{name:<24} {100 * share:6.1f}%")


if __name__ == "__main__":
    main()
