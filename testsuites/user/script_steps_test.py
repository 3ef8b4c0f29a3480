"""A step of a script leaves no process: descriptors that it inherited are closed when it has ended, and its exit code counts."""

import os
import subprocess
import sys

from folders import new_folder
from simulation import HANG_SECONDS, SOURCE


def run_step(command, expect):
    """What the step printed. A reader of the inherited descriptor must reach its end: no process may hold it."""
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
        sys.exit(f"{command}: a process that is still there holds an inherited descriptor")
    finally:
        os.close(reading)
    if done.returncode != expect:
        sys.exit(f"{command}: exit code {done.returncode}, not {expect}\n{done.stdout}")
    return done.stdout


def main():
    assert "after" in run_step("sleep 0.1", 0)
    output = run_step("bash -c 'echo the reason; exit 3'", 1)
    assert "the reason" in output and "step 'some step' failed" in output and "after" not in output, output
    print("no process is left")


if __name__ == "__main__":
    main()
