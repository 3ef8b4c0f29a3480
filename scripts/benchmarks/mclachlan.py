"""Runs McLachlan, to which scripts/bench bssn compares the thorn BSSN, in a Cactus executable of the user."""

import argparse
import re
import subprocess

from benchmarks.common import ROOT, timed
from option_types import executable_file
from parameter_file import with_parameters

PARAMETERS = ROOT / "testsuites/performance/mclachlan.par"
KERNELS = "ML_BSSN_EvolutionInterior"  # one function, or three whose names start with this
CLOCK = "gettimeofday [secs]"


def add_options(parser):
    parser.add_argument("--mclachlan", type=executable, metavar="EXECUTABLE",
                        help="a Cactus with McLachlan and the thorns of testsuites/performance/mclachlan.par; its runs alternate with those of Chemora")
    parser.add_argument("--mclachlan-set", type=assignment, nargs="+", default=[], metavar="NAME=VALUE",
                        help="changed parameters of McLachlan, for example LoopControl::tilesize_i=16")


def needed_thorns():
    return re.search(r'ActiveThorns\s*=\s*"([^"]*)"', PARAMETERS.read_text()).group(1).split()


def executable(text):
    """Returns the path of a Cactus executable. Its option --list-thorns must print all thorns that McLachlan's run
    needs."""
    path = executable_file(text)
    try:
        listed = subprocess.run([path, "--list-thorns"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        listed = b""
    has = {line.strip().lower() for line in listed.decode(errors="replace").splitlines()}
    missing = [thorn for thorn in needed_thorns() if thorn.lower() not in has]
    if len(missing) == len(needed_thorns()):
        raise argparse.ArgumentTypeError(f"{text} is not a Cactus with McLachlan: {path.name} --list-thorns lists none of its thorns")
    if missing:
        raise argparse.ArgumentTypeError(f"{text} is a Cactus without {', '.join(missing)}; compile it with these thorns")
    return path


def assignment(text):
    if not re.fullmatch(r"\w+::\w+(\[\d+\])?=.+", text):
        raise argparse.ArgumentTypeError(f"{text} does not set a parameter; write THORN::NAME=VALUE")
    return text.split("=", 1)


def kernel_seconds(output):
    """Returns the seconds of the right-hand sides from the table of scheduled functions that Cactus prints at the end
    of a run."""
    head = re.search(rf"^Thorn .*{re.escape(CLOCK)}.*$", output, re.MULTILINE)
    rows = [line.split("|") for line in output.splitlines() if re.search(rf"\| *{KERNELS}", line)]
    if not head or not rows:
        raise ValueError(f"no times by {CLOCK} of {KERNELS} in\n{output[-3000:]}")
    column = [cell.strip() for cell in head.group(0).split("|")].index(CLOCK)
    return sum(float(row[column]) for row in rows)


def parameters(order, changes):
    """Returns the text of the parameter file. Kranc needs boundary zones as wide as the ghost zones even on a periodic
    grid."""
    faces = {f"CoordBase::boundary_size_{axis}_{side}": order // 2 + 1 for axis in "xyz" for side in ("lower", "upper")}
    return with_parameters(PARAMETERS.read_text(), {"ML_BSSN::fdOrder": order} | faces | changes)


def run(cactus, order, changes, n_processes, folder):
    """Runs McLachlan with one thread per process. Returns the seconds of the whole run, and the seconds of its
    right-hand sides on the first process."""
    (folder / "mclachlan.par").write_text(parameters(order, changes))
    seconds, output = timed([cactus, "mclachlan.par"], folder, n_processes, n_threads=1)
    return seconds, kernel_seconds(output)
