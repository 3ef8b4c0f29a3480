"""scripts/convergence compares three runs at the times that they share, finds the order of made-up errors, draws them, and
says what is wrong with a study."""

import pathlib
import re
import subprocess
import sys

import numpy

from folders import new_folder
from simulation import SOURCE

SIZES = [0.25, 0.2, 1 / 6]
STUDY = f"""title = "Made up"
parameter_file = "params/wave/plane.par"
compare = {{ file = "series.asc", time = 2, value = 4 }}
against = "h"
order = 4
cases = [{{ h = {SIZES[0]} }}, {{ h = {SIZES[1]} }}, {{ h = {SIZES[2]!r} }}]
[set]
"""


def fill(out, order, steps):
    """Series sin(t) + 3 h^order cos(t): columns iteration, time, nothing, value; a time step of 0.4 h and `steps` steps."""
    for number, (h, n) in enumerate(zip(SIZES, steps), 1):
        folder = out / str(number) / "data"
        folder.mkdir(parents=True, exist_ok=True)
        time = numpy.arange(0, n) * 0.4 * h
        values = numpy.sin(time) + 3 * h**order * numpy.cos(time)
        numpy.savetxt(folder / "series.asc", numpy.array([numpy.arange(n), time, 0 * time, values]).T, header="iteration time x value")


def evaluate(out, text, expect, words):
    study = out / "study.toml"
    study.write_text(text)
    result = subprocess.run([SOURCE / "scripts/convergence", study, "--out", out, "--evaluate"], capture_output=True, text=True)
    said = result.stdout + result.stderr
    if result.returncode != expect or any(word not in said for word in words):
        sys.exit(f"exit code {result.returncode}, not {expect}, or some of {words} not said:\n{said}")
    return said


def main():
    out = pathlib.Path(new_folder("study"))
    fill(out, 4, (200, 250, 300))
    # Steps of 0.1, 0.08 and 0.0667 meet each 0.4.
    evaluate(out, STUDY, 0, ["50 times from 0 to 19.6", "order of the root mean squares: 4.00"])
    curves = re.findall(r' d="(M [^"]*)"', (out / "convergence.svg").read_text())
    assert sum(curve.count("L ") > 20 for curve in curves) >= 5, "the picture lacks some of three curves and two differences"
    fill(out, 2, (200, 250, 300))
    evaluate(out, STUDY, 1, ["order of the root mean squares: 2.00", "order 2.000, expected 4 within 0.2: NO"])
    fill(out, 4, (200, 250, 6))
    evaluate(out, STUDY, 1, ["the runs have only 1 times in common"])
    fill(out, 4, (200, 250, 300))
    evaluate(out, STUDY.replace("value = 4", "value = 9"), 1, ["has columns 1 to 4", "value = 9"])
    evaluate(out, STUDY.replace("value = 4", "value = 3"), 1, ["the two finer runs have the same values"])
    evaluate(out, STUDY.replace("order", "error_below = 1\norder", 1), 1, ["`error_below` belongs to `error`"])
    evaluate(out, STUDY.replace(f"h = {SIZES[0]}", "h = 0.1"), 1, ["must get smaller from case to case"])
    evaluate(out, STUDY.replace("value = 4", "values = 4"), 1, ["`compare` names file, time and value"])
    evaluate(out, STUDY.replace("order", 'error = "x"\norder', 1), 1, ["either `error` or `compare`"])
    evaluate(out, STUDY.replace("series.asc", "other.asc"), 1, ["other.asc"])


if __name__ == "__main__":
    main()
