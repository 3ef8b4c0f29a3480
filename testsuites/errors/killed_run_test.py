"""A run that is killed while it compiles leaves no compiler running, and the next run removes its temporary folder."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, run

PARAMETERS = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
driver::global_nx = 9
driver::global_ny = 9
driver::global_nz = 9
driver::ghost_size = 1
cactus::cctk_itlast = 1
TestKernel::factor = 0.1
CaKernel::machine_limits = "none"
CaKernel::cache_dir = "cache"
"""

# The fake compiler starts another program and waits for its end, as compiler drivers do.
COMPILER = """#!/bin/sh
for argument; do case $argument in --version) exec {real} --version;; esac; done
sleep 1000 &
echo $$ $! > {mark}.new && mv {mark}.new {mark}
wait
"""


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition, what):
    end = time.monotonic() + HANG_SECONDS
    while not condition():
        assert time.monotonic() < end, f"not within {HANG_SECONDS} s: {what}"
        time.sleep(0.05)


def test_killed_while_compiling():
    work = new_folder()
    temporary = work / "temporary"
    temporary.mkdir()
    mark, compiler, kept = work / "compiles", work / "compiler", temporary / "chemora-kept"
    kept.mkdir()  # of a kernel that did not compile, for its user
    compiler.write_text(COMPILER.format(real=os.path.realpath(shutil.which("g++")), mark=mark))
    compiler.chmod(0o700)
    (work / "test.par").write_text(PARAMETERS)
    with open(work / "output", "w") as output:
        process = subprocess.Popen([str(CHEMORA), "test.par"], cwd=work, stdout=output, stderr=output,
                                   env=environment(CHEMORA_CXX=compiler, TMPDIR=temporary, OMPI_MCA_orte_tmpdir_base="/tmp"))
        wait_until(lambda: mark.exists() or process.poll() is not None, "the first compilation")
        assert process.poll() is None, (work / "output").read_text()
        compilers = [int(word) for word in mark.read_text().split()]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    wait_until(lambda: not any(map(is_running, compilers)), f"the end of the compilers {compilers}")
    assert len(list(temporary.glob("chemora-*"))) == 2, list(temporary.iterdir())
    run(PARAMETERS, folder=work, TMPDIR=str(temporary), OMPI_MCA_orte_tmpdir_base="/tmp")
    assert list(temporary.glob("chemora-*")) == [kept], list(temporary.iterdir())
