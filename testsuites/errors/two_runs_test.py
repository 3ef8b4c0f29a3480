"""Two runs at the same time in the same folder: the second says who the first is, and spoils nothing."""

import fcntl
import re

from checkpoints import EVERYTHING, SMALL, with_settings
from simulation import run

PARAMETERS = with_settings(EVERYTHING, {**SMALL, "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"'})


def hold(saved):
    """As a run does that writes checkpoints there."""
    saved.mkdir(exist_ok=True)
    lock = open(saved / "checkpoint.chkpt.lock", "w")
    lock.write("process 123 on elsewhere\n")
    lock.flush()
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def main():
    folder, _ = run(PARAMETERS, 2)
    saved = folder / "saved"
    before = {path.name: path.read_bytes() for path in saved.iterdir()}
    assert before and "checkpoint.chkpt.lock" not in before, before.keys()
    with hold(saved):
        _, result = run(PARAMETERS, 2, folder=folder, expect=1)
    text = re.sub(r"\s+", " ", result.stdout)
    for words in ("Another run, process 123 on elsewhere, writes checkpoints `checkpoint.chkpt` into",
                  "set another IO::checkpoint_dir or IO::checkpoint_file"):
        assert words in text, result.stdout
    left = {path.name: path.read_bytes() for path in saved.iterdir()}
    del left["checkpoint.chkpt.lock"]
    assert left == before, "the second run has changed checkpoints of the first"
    run(PARAMETERS, 2, folder=folder)  # the file that is left is no lock
    assert not (saved / "checkpoint.chkpt.lock").exists()


if __name__ == "__main__":
    main()
