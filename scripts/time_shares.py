"""Prints shares of the time of steps, from the table that a run prints at its end with Cactus::cctk_timer_output =
"full". The rows are equal to the rows of table 1 of Blazewicz et al., Scientific Programming 21 (2013) 1.

A kernel computes a right-hand side alone, or fused with the updates of the time integrator. The timer of thorn MoL
includes fused kernels; this program moves their time, which the kernel report contains, to the right-hand sides. One
kernel computes derivatives, advection and all other terms: its time is divided in proportion to the operation counts in
the report.

Waiting is part of synchronisation unless PUGH::time_waiting measures it. Copies between host and device are part of the
functions that need them unless the report of thorn Accelerator contains their times."""

import argparse
import json
import pathlib
import re
import sys

# Bins that run only once or when grids change. A function that also runs in another bin counts as part of steps. A
# function without a bin, which a thorn calls directly, also counts as part of steps.
START_AND_END = re.compile(r"CCTK_(STARTUP|WRAGH|PARAMCHECK|BASEGRID|COMPILE|\w*INITIAL|RECOVER_\w+|POST_RECOVER_\w+|PREREGRID|POSTREGRID|"
                           r"TERMINATE|SHUTDOWN)")
# Each entry is the name of a row and a pattern for the start of `group thorn function`. The first row with a match
# counts.
ROWS = [
    ("right-hand sides: evaluation", r"MoL_(CalcRHS|PostRHS|RHSBoundaries) "),
    ("synchronisation", r"\(SYNC\) "),
    ("Psi4", r"\S+ WeylScal4 "),
    ("modes on spheres", r"\(output\) Multipole "),
    ("output", r"\(output\) |\S+ IO\w+ "),
    ("punctures", r"\S+ PunctureTracker "),
    ("time integrator: copies", r"\S+ MoL MoL_InitialCopy$"),
    ("time integrator: updates", r"\S+ MoL "),
    ("horizons", r"\S+ ApparentHorizon "),
    ("boundary conditions", r"\S+ Boundary |\S+ \S+ (CartGrid3D_ApplyBC|\w+_Select(Boundaries|Outside))$"),
    ("algebraic constraints", r"MoL_PostStepModify "),
    ("quantities after a step", r"MoL_PseudoEvolution "),
    ("constraints", r"\w+_Constraints "),
]
OTHERS = "others"
EVALUATION, DERIVATIVES, ADVECTION = (f"right-hand sides: {part}" for part in ("evaluation", "derivatives", "advection"))
WAITING, PUNCTURE_COPIES, COPIES = "waiting for other processes", "punctures: copies", "other copies"
ROW_NAMES = [ADVECTION, EVALUATION, DERIVATIVES, WAITING, *(name for name, _ in ROWS if name != EVALUATION), PUNCTURE_COPIES, COPIES, OTHERS]
FLOPS = ("derivative_flops_per_point", "advection_flops_per_point")
LINE = re.compile(r"(\S+) +(\S+) +(\S.*?) +(\d+\.\d{6})(?:  (\S.*))?$")


def lines_of(text):
    """Returns (group, thorn, function, seconds, bins) for each line of the timer table in a run's output. Exits if
    there is no table."""
    found = re.search(r"^Bin or group +Thorn +Function +Seconds +Bins\n-+\n(.*?)^-+\nTotal +\S+$", text, re.MULTILINE | re.DOTALL)
    if not found:
        sys.exit('the output has no table of times; set Cactus::cctk_timer_output = "full" and wait for the end of the run')
    parts = [LINE.match(line) for line in found[1].splitlines()]
    return [(*match.groups()[:3], float(match[4]), (match[5] or "").split()) for match in parts if match]


def kernels_of(functions, report):
    """Returns times of the slowest process and operation counts of the kernels that compute right-hand sides, fused or
    not."""
    try:
        kernels = [(kernel["kernel"].split("::")[-1], kernel) for kernel in json.loads(report)["kernels"]]
        return [{name: kernel[name] for name in ("seconds", "flops_per_point", *FLOPS)} for name_of_kernel, kernel in kernels
                if any(re.fullmatch(rf"{function}(\.\d+)?(_\w+)?", name_of_kernel) for function in functions)]
    except (ValueError, TypeError, KeyError):
        sys.exit("the second file is not a report of kernels (kernel_report.json)")


def row_of(group, thorn, function):
    return next((name for name, pattern in ROWS if re.match(pattern, f"{group} {thorn} {function}")), OTHERS)


def move(seconds, source, destination, time):
    """Moves `time` seconds from the row `source` to the row `destination`, but at most the seconds of `source`."""
    moved = min(seconds[source], max(0, time))
    seconds[source] -= moved
    seconds[destination] += moved


def divide_right_hand_sides(seconds, lines, report):
    sides = [(function, time) for group, _, function, time, _ in lines if group == "MoL_CalcRHS"]
    kernels = kernels_of([function for function, _ in sides], report)
    in_kernels = sum(kernel["seconds"] for kernel in kernels)
    move(seconds, "time integrator: updates", EVALUATION, in_kernels - sum(time for _, time in sides))
    for flops, row in zip(FLOPS, (DERIVATIVES, ADVECTION)):
        move(seconds, EVALUATION, row, sum(kernel["seconds"] * kernel[flops] / kernel["flops_per_point"] for kernel in kernels
                                           if kernel["flops_per_point"]))


def separate_waiting_and_copies(seconds, lines, known_functions, text):
    """Moves the times of the printed, wrapped lines `Waiting for ...: 1.5 s` and `Copies for READER on this process: 0.1 s`.
    A READER is a function, `Thorn::Function, condition`, `Thorn::Function, which has neither READS nor WRITES` or
    `Thorn::Function after Thorn::Function`. Returns {READER: seconds} for copies that belong to no row of the table."""
    flat = " ".join(text.split())
    waiting = re.search(r"Waiting for other processes before exchanges of ghost zones on this process: ([\d.]+) s", flat)
    move(seconds, "synchronisation", WAITING, float(waiting[1]) if waiting else 0)
    rows = {f"{thorn}::{function}": row_of(group, thorn, function) for group, thorn, function, _, _ in lines}
    rows |= {"exchange of ghost zones": "synchronisation", "output": "output", "a checkpoint": "output"}
    without_row = {}
    for reader, time in re.findall(r"Copies for (.+?) on this process: ([\d.]+) s", flat):
        function = re.split(", | after ", reader)[0]
        if row := rows.get(function):
            move(seconds, row, PUNCTURE_COPIES if row == "punctures" else COPIES, float(time))
        elif function not in known_functions:
            without_row[reader] = float(time)
    return without_row


def shares_of(text, report):
    """Returns the seconds of all steps, the share of each row, and {reader: seconds} for copies that belong to no
    row."""
    seconds = dict.fromkeys(ROW_NAMES, 0.0)
    all_lines = lines_of(text)
    lines = [line for line in all_lines if not line[4] or not all(map(START_AND_END.fullmatch, line[4]))]
    known_functions = {f"{thorn}::{function}" for _, thorn, function, _, _ in all_lines}
    for group, thorn, function, time, _ in lines:
        seconds[row_of(group, thorn, function)] += time
    divide_right_hand_sides(seconds, lines, report)
    without_row = separate_waiting_and_copies(seconds, lines, known_functions, text)
    total = sum(seconds.values())
    if total == 0:
        sys.exit("the run made no steps")
    return total, {name: value / total for name, value in seconds.items()}, without_row


def main():
    parser = argparse.ArgumentParser(prog="scripts/shares", description=__doc__)
    parser.add_argument("output", type=pathlib.Path, help="file with the output of the run")
    parser.add_argument("kernels", type=pathlib.Path, help="kernel_report.json of the run")
    arguments = parser.parse_args()
    try:
        text, report = arguments.output.read_text(errors="replace"), arguments.kernels.read_text()
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
    total, shares, without_row = shares_of(text, report)
    for reader, seconds in without_row.items():
        print(f"note: {seconds:.3f} s of copies for {reader} are not in the rows of copies, because the table of times has no such function",
              file=sys.stderr)
    print(f"seconds of all steps on process 0: {total:.3f}")
    for name, share in shares.items():
        print(f"{name:<29} {100 * share:6.1f}%")


if __name__ == "__main__":
    main()
