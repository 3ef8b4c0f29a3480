"""What the command line of `scripts/bench` refuses before anything is built; and McLachlan as a peer, a made-up Cactus: what its
runs get and how its times are read."""

import os
import pathlib
import subprocess
import sys

from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks import mclachlan  # noqa: E402

# Its table says 0.25 s for each step and third of the right-hand side, and half of that by another clock.
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


def check(holds, what):
    if not holds:
        sys.exit(f"wrong: {what}")


def expect_refusal(options, message, benchmark="bssn"):
    done = subprocess.run([sys.executable, "-m", "benchmarks", benchmark, "--targets", *options], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(SOURCE / "scripts")})
    check(done.returncode == 2 and message in done.stderr, f"{options}: exit code {done.returncode}, not `{message}` but\n{done.stderr}")


def check_numbers_and_places():
    for option, wrong in (("--sizes", "7"), ("--sizes", "4096"), ("--threads", "0"), ("--processes", "-1"), ("--steps", "0"),
                          ("--runs", "4"), ("--runs", "x")):
        expect_refusal([option, wrong], f"argument {option}: {wrong} is no whole number")
    expect_refusal(["--orders", "5"], "argument --orders: invalid choice: 5 (choose from 2, 4, 6, 8)")
    for benchmark, option in (("wave", "--sizes"), ("stencils", "--threads"), ("tiles", "--threads"), ("devices", "--size"),
                              ("exchange", "--ranks"), ("overhead", "--steps"), ("startup", "--ranks")):
        expect_refusal([option, "0"], f"argument {option}: 0 is no whole number", benchmark)
    folder = new_folder()
    for place in (folder, folder / "none" / "file", pathlib.Path(__file__) / "file"):
        expect_refusal(["--json", place], f"argument --json: {place} cannot be written")
    check(not list(folder.iterdir()), "refusals leave files")


def main():
    thorns = mclachlan.needed_thorns()
    check({"ML_BSSN", "LoopControl", "PUGH"} <= set(thorns), f"thorns {thorns}")
    whole = program("cactus", CACTUS.format(thorns=" ".join(thorns)))
    partial = program("partial", CACTUS.format(thorns=" ".join(one for one in thorns if one not in ("ML_BSSN", "Noise"))))

    expect_refusal(["--mclachlan", "/nowhere/cactus"], "/nowhere/cactus is no executable file")
    expect_refusal(["--mclachlan", __file__], "is no executable file")
    expect_refusal(["--mclachlan", partial], "is a Cactus without Noise, ML_BSSN")
    for other in (program("text", "what is this"), "/bin/cat"):
        expect_refusal(["--mclachlan", other], "--list-thorns lists none of its thorns")
    for wrong in ("tilesize_i=16", "::=", "LoopControl::=16", "LoopControl::tilesize_i=", "::tilesize_i=16"):
        expect_refusal(["--mclachlan-set", wrong], f"{wrong}: a parameter's new value is THORN::NAME=VALUE")
    check_numbers_and_places()

    folder = new_folder()
    changes = {"cactus::cctk_itlast": 5, "LoopControl::tilesize_i": 16}
    seconds, of_kernel = mclachlan.run(mclachlan.executable(str(whole)), 8, changes, 1, folder)
    check(seconds > 0 and of_kernel == 3 * 5 / 4, f"{of_kernel} seconds of its kernels")
    given = (folder / "given.par").read_text()
    check(given.count("cctk_itlast") == 1 and "LoopControl::tilesize_i = 16" in given and "boundary_size_z_upper = 5" in given, given)
    try:
        mclachlan.kernel_seconds("no table")
        check(False, "times read where there are none")
    except ValueError as error:
        check("no times by gettimeofday" in str(error), error)
    print("messages, parameters and times are right")


if __name__ == "__main__":
    main()
