"""Two runs in the same folder: at the same time, the second names the first and changes nothing; one after the other, the second
moves the output of the first."""

import fcntl
import re

from checkpoints import EVERYTHING, SMALL, with_settings
from simulation import run

PARAMETERS = with_settings(EVERYTHING, {**SMALL, "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"'})


def flat(result):
    return re.sub(r"\s+", " ", result.stdout)


def hold(folder, name):
    """Locks the files with this name, as a run that writes these files does."""
    folder.mkdir(exist_ok=True)
    lock = open(folder / f"{name}.lock", "w")
    lock.write("process 123 on elsewhere\n")
    lock.flush()
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def test_checkpoints():
    folder, _ = run(PARAMETERS, 2)
    saved = folder / "saved"
    before = {path.name: path.read_bytes() for path in saved.iterdir()}
    assert before and "checkpoint.chkpt.lock" not in before, before.keys()
    with hold(saved, "checkpoint.chkpt"):
        _, result = run(PARAMETERS, 2, folder=folder, expect=1)
    text = re.sub(r"\s+", " ", result.stdout)
    for words in ("Another run, process 123 on elsewhere, writes checkpoints `checkpoint.chkpt` into",
                  "set another IO::checkpoint_dir or IO::checkpoint_file"):
        assert words in text, result.stdout
    left = {path.name: path.read_bytes() for path in saved.iterdir()}
    del left["checkpoint.chkpt.lock"]
    assert left == before, "the second run has changed checkpoints of the first"
    run(PARAMETERS, 2, folder=folder)  # the remaining file is no lock
    assert not (saved / "checkpoint.chkpt.lock").exists()


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_output():
    output = {"IOHDF5::checkpoint": '"no"', "IO::checkpoint_on_terminate": '"no"', "IO::parfile_write": '"copy"',
              "IOHDF5::out_every": "1", "IOHDF5::out_vars": '"TestCheckpoint::field"'}
    folder, result = run(with_settings(PARAMETERS, output), 2)
    data = folder / "data"
    before = contents(data)
    assert {"field.h5", "test.xmf", "test.par", "test.all.par"} == before.keys() and "earlier run" not in result.stdout, before.keys()

    with hold(data, "chemora-output"):
        _, result = run(with_settings(PARAMETERS, output), 2, folder=folder, expect=1)
    assert "Another run, process 123 on elsewhere, writes its output into `data`." in flat(result), result.stdout
    (data / "chemora-output.lock").unlink()
    assert contents(data) == before, "the second run has changed output of the first"

    _, result = run(with_settings(PARAMETERS, {**output, "cactus::cctk_itlast": "3"}), 2, folder=folder)
    assert flat(result).count("There is output of an earlier run") == 1, result.stdout
    assert "are moved to `data/previous-run`" in flat(result), result.stdout
    assert contents(data / "previous-run") == before and contents(data).keys() == before.keys(), contents(data).keys()
