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
    done = subprocess.run(["bash", "-c", f"set -euo pipefail; . '{SOURCE}/scripts/common.sh'; step 'some step' {command}; say after"],
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
