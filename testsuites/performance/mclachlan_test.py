"""Tests that `scripts/bench` reports errors on the command line before it builds. Tests the comparison with McLachlan: a shell
script replaces Cactus, and the test checks the parameter files and the parsing of the timer table."""

import os
import pathlib
import subprocess
import sys

import pytest
from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks import mclachlan  # noqa: E402

# A script that replaces Cactus. Its timer table contains 0.25 s per step for each of the three right-hand-side functions, and
# half of this time in the column of the other clock.
CACTUS = """#!/bin/sh
if [ "$1" = --list-thorns ]; then printf '  %s\\n' {thorns}; exit 1; fi
awk '/cctk_itlast/ {{ steps = $3 }} END {{
  print "Thorn           | Scheduled routine in time bin           | getrusage [secs] | gettimeofday [secs] "
  for (i = 1; i <= 3; ++i)
    printf "ML_BSSN         | ML_BSSN_EvolutionInteriorSplitBy%d       |  %f |  %f \\n", i, steps / 8, steps / 4
  print "ML_BSSN         | ML_BSSN_EnforceEverywhere               |  7.0 |  7.0 "
}}' "$1"
cp "$1" given.par
"""


def program(name, text):
    path = new_folder() / name
    path.write_text(text)
    path.chmod(0o755)
    return path


def check(holds, description):
    if not holds:
        pytest.fail(f"wrong: {description}")


def expect_error(options, message, benchmark="bssn"):
    done = subprocess.run([sys.executable, "-m", "benchmarks", benchmark, "--targets", *options], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(SOURCE / "scripts")})
    check(done.returncode == 2 and message in done.stderr, f"{options}: exit code {done.returncode}, not `{message}` but\n{done.stderr}")


def check_numbers_and_files():
    for option, wrong in (("--sizes", "7"), ("--sizes", "4096"), ("--threads", "0"), ("--processes", "-1"), ("--steps", "0"),
                          ("--runs", "4"), ("--runs", "x")):
        expect_error([option, wrong], f"argument {option}: {wrong} is not a whole number")
    expect_error(["--orders", "5"], "argument --orders: invalid choice: 5 (choose from 2, 4, 6, 8)")
    for benchmark, option in (("wave", "--sizes"), ("stencils", "--threads"), ("tiles", "--threads"), ("devices", "--size"),
                              ("exchange", "--ranks"), ("overhead", "--steps"), ("startup", "--ranks")):
        expect_error([option, "0"], f"argument {option}: 0 is not a whole number", benchmark)
    folder = new_folder()
    for path in (folder, folder / "none" / "file", pathlib.Path(__file__) / "file"):
        expect_error(["--json", path], f"argument --json: {path} cannot be written")
    check(not list(folder.iterdir()), "errors leave files")


def test_messages_parameters_and_times():
    thorns = mclachlan.needed_thorns()
    check({"ML_BSSN", "LoopControl", "PUGH"} <= set(thorns), f"thorns {thorns}")
    whole = program("cactus", CACTUS.format(thorns=" ".join(thorns)))
    partial = program("partial", CACTUS.format(thorns=" ".join(one for one in thorns if one not in ("ML_BSSN", "Noise"))))

    expect_error(["--mclachlan", "/nowhere/cactus"], "/nowhere/cactus is not an executable file")
    expect_error(["--mclachlan", __file__], "is not an executable file")
    expect_error(["--mclachlan", partial], "is a Cactus without Noise, ML_BSSN")
    for other in (program("text", "not a program"), "/bin/cat"):
        expect_error(["--mclachlan", other], "--list-thorns lists none of its thorns")
    for wrong in ("tilesize_i=16", "::=", "LoopControl::=16", "LoopControl::tilesize_i=", "::tilesize_i=16"):
        expect_error(["--mclachlan-set", wrong], f"{wrong} does not set a parameter; write THORN::NAME=VALUE")
    check_numbers_and_files()
    expect_error(["--record", "../wave"], "argument --record: ../wave is not a name for a record")
    expect_error(["--record", "--quick"], "--quick measures no speed, so that --record would record nothing")

    folder = new_folder()
    changes = {"cactus::cctk_itlast": 5, "LoopControl::tilesize_i": 16}
    seconds, of_kernel = mclachlan.run(mclachlan.executable(str(whole)), 8, changes, 1, folder)
    check(seconds > 0 and of_kernel == 3 * 5 / 4, f"{of_kernel} seconds of its kernels")
    given = (folder / "given.par").read_text()
    check(given.count("cctk_itlast") == 1 and "LoopControl::tilesize_i = 16" in given and "boundary_size_z_upper = 5" in given, given)
    try:
        mclachlan.kernel_seconds("no table")
        check(False, "an output without a table has times")
    except ValueError as error:
        check("no times by gettimeofday" in str(error), error)
