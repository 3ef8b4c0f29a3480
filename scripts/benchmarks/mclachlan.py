"""McLachlan, the Einstein equations in a Cactus of the user's own, as a peer: what it must have, its parameter file, its runs."""

import argparse
import os
import pathlib
import re
import subprocess

from benchmarks.common import ROOT, timed
from parameter_file import with_parameters

PARAMETERS = ROOT / "testsuites/performance/mclachlan.par"
KERNELS = "ML_BSSN_EvolutionInterior"  # one function, or three whose names go on
CLOCK = "gettimeofday [secs]"


def add_options(parser):
    parser.add_argument("--mclachlan", type=executable, metavar="EXECUTABLE",
                        help="a Cactus with McLachlan (docs/performance.md says with which thorns); takes turns with ours")
    parser.add_argument("--mclachlan-set", type=assignment, nargs="+", default=[], metavar="NAME=VALUE",
                        help="changes to its parameters, say LoopControl::tilesize_i=16")


def needed_thorns():
    return re.search(r'ActiveThorns\s*=\s*"([^"]*)"', PARAMETERS.read_text()).group(1).split()


def executable(text):
    """A Cactus that has the thorns: it can list those it was compiled with."""
    path = pathlib.Path(text).resolve()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is no executable file")
    try:
        listed = subprocess.run([path, "--list-thorns"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        listed = b""
    has = {line.strip().lower() for line in listed.decode(errors="replace").splitlines()}
    missing = [thorn for thorn in needed_thorns() if thorn.lower() not in has]
    if len(missing) == len(needed_thorns()):
        raise argparse.ArgumentTypeError(f"{text} is no Cactus with McLachlan: {path.name} --list-thorns lists none of its thorns")
    if missing:
        raise argparse.ArgumentTypeError(f"{text} is a Cactus without {', '.join(missing)}")
    return path


def assignment(text):
    if not re.fullmatch(r"\w+::\w+(\[\d+\])?=.+", text):
        raise argparse.ArgumentTypeError(f"{text}: a parameter's new value is THORN::NAME=VALUE")
    return text.split("=", 1)


def kernel_seconds(output):
    """Of right-hand sides, in the table of scheduled functions that a Cactus prints at its end."""
    head = re.search(rf"^Thorn .*{re.escape(CLOCK)}.*$", output, re.MULTILINE)
    rows = [line.split("|") for line in output.splitlines() if re.search(rf"\| *{KERNELS}", line)]
    if not head or not rows:
        raise ValueError(f"no times by {CLOCK} of {KERNELS} in\n{output[-3000:]}")
    column = [cell.strip() for cell in head.group(0).split("|")].index(CLOCK)
    return sum(float(row[column]) for row in rows)


def parameters(order, changes):
    """Kranc wants the ghost zones to be the boundary's, too, although there is none."""
    faces = {f"CoordBase::boundary_size_{axis}_{side}": order // 2 + 1 for axis in "xyz" for side in ("lower", "upper")}
    return with_parameters(PARAMETERS.read_text(), {"ML_BSSN::fdOrder": order} | faces | changes)


def run(cactus, order, changes, n_processes, folder):
    """Seconds of a whole run, a thread in each process, and of its right-hand sides alone, by the first process."""
    (folder / "mclachlan.par").write_text(parameters(order, changes))
    seconds, output = timed([cactus, "mclachlan.par"], folder, n_processes, n_threads=1)
    return seconds, kernel_seconds(output)
