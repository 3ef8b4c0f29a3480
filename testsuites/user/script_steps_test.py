"""A step of a script leaves no process: inherited descriptors are closed when it has ended, and its exit code is passed on."""

import os
import subprocess

import pytest
from folders import new_folder
from simulation import HANG_SECONDS, SOURCE


def run_step(command, expect):
    """The output of the step. A reader of the inherited file descriptor must reach the end of the data: no process may
    hold it."""
    folder = new_folder()
    reading, writing = os.pipe()
    done = subprocess.run(["bash", "-c", f"set -euo pipefail; . '{SOURCE}/scripts/common.sh'; step 'some step' {command}; print_step after"],
                          env={**os.environ, "CHEMORA_BUILD": str(folder / "build")}, pass_fds=[writing], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
    os.close(writing)
    os.set_blocking(reading, False)
    try:
        assert os.read(reading, 1) == b""
    except BlockingIOError:
        pytest.fail(f"{command}: a running process holds an inherited descriptor")
    finally:
        os.close(reading)
    assert done.returncode == expect, done.stdout
    return done.stdout


def test_step_that_succeeds():
    assert "after" in run_step("sleep 0.1", 0)


def test_step_that_fails():
    output = run_step("bash -c 'echo the reason; exit 3'", 1)
    assert "the reason" in output and "step 'some step' failed" in output and "after" not in output


LOG = """[1/4] Building CXX object a.o
[2/4] Compiling the equations of Own/A
FAILED: equations/Own/A/interface.ccl equations/Own/A/src/A.cpp
cd /build && /build/bin/edlc --thorn /build/equations/Own/A --built-in=4 /own/a.edl
/own/a.edl:3:7: error: `ph` is not declared.
  D_t ph = 1
      ^
[3/4] Compiling the equations of Own/B
ninja: build stopped: cannot make progress due to previous errors.
"""


def test_errors_in_equations_are_all_that_is_printed():
    """Other lines of the build do not follow the errors."""
    folder = new_folder()
    (folder / "log").write_text(LOG)
    output = run_step(f"bash -c 'cat {folder}/log; exit 1'", 1)
    assert output.endswith("/own/a.edl:3:7: error: `ph` is not declared.\n  D_t ph = 1\n      ^\n"), output
    assert "ninja" not in output and "step 'some step' failed" not in output, output


def test_other_errors_of_a_build():
    folder = new_folder()
    (folder / "log").write_text("FAILED: a.o\nc++ -c a.cpp\na.cpp:1:1: error: wrong\n")
    output = run_step(f"bash -c 'cat {folder}/log; exit 1'", 1)
    assert "a.cpp:1:1: error: wrong" in output and "step 'some step' failed" in output, output
