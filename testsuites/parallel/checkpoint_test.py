"""A run that continues from a checkpoint on any number of ranks ends in the same state, with the same files, as a run that was
never interrupted. Each example is written on one number of ranks and continued on another. Variables of every type are
tested for more pairs of rank counts; with CHEMORA_ALL_PAIRS=1, for all pairs from 1 to 4. On 3 ranks, the continued run
pads the rows of its arrays."""

import itertools
import os
import shutil

import h5py
import pytest

from checkpoints import differences, examples, output, state, with_settings
from folders import new_folder
from simulation import run

MIDDLE, END = 3, 6
MODES = {1: '"proc"', 2: '"proc"', 3: '"np"\nIO::out_proc_every = 2', 4: '"onefile"'}
FEW = [(1, 3), (3, 2), (2, 4)]


ALL_PAIRS = set(itertools.product((1, 2, 3, 4), repeat=2))
EXAMPLES = examples()


def pairs_of(name):
    if os.environ.get("CHEMORA_ALL_PAIRS") == "1":
        return ALL_PAIRS
    pairs = {FEW[list(EXAMPLES).index(name) % len(FEW)]}
    return pairs | {(1, 3), (3, 2), (2, 1), (2, 4), (4, 4)} if name == "everything" else pairs


@pytest.mark.parametrize("name", EXAMPLES)
def test_continued_run_equals_uninterrupted_run(name):
    text, work = EXAMPLES[name], new_folder()
    final = {"cactus::cctk_itlast": str(END), "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"'}

    def execute(label, ranks, settings):
        return run(with_settings(text, {**final, **settings}), ranks, folder=work / label)[0]

    plain = execute("plain", 1, {})
    expected, files = state(plain / "saved", END), output(plain / "data")
    assert len(expected) > 5, expected.keys()

    def require_equal(folder, label):
        assert not differences(state(folder / "saved", END), expected), label
        assert output(folder / "data") == files, label

    pairs = pairs_of(name)
    for ranks in sorted({n for n, _ in pairs}):
        written = execute(f"written on {ranks}", ranks, {"IO::checkpoint_every": str(MIDDLE), "IO::out_mode": MODES[ranks]})
        require_equal(written, f"checkpoints written on {ranks} ranks")
        for other in sorted({m for n, m in pairs if n == ranks}):
            folder = work / f"{ranks}-{other}"
            shutil.copytree(written, folder)  # with the output written after the checkpoint, as after a crash
            for path in folder.glob(f"saved/*it_{END}*"):
                path.unlink()
            padding = {"PUGH::padding": "yes"} if other == 3 else {}
            _, result = run(with_settings(text, {**final, **padding, "IO::recover": '"auto"'}), other, folder=folder)
            assert f"Continuing at iteration {MIDDLE}" in result.stdout, result.stdout
            require_equal(folder, f"written on {ranks}, continued on {other} ranks")


def test_checkpoint_of_the_original_thorn():
    """The checkpoint has no manifest, and its chunks have no attributes for the owned points."""
    text, work = EXAMPLES["everything"], new_folder()
    folder = work / "foreign"
    run(with_settings(text, {"cactus::cctk_itlast": str(MIDDLE), "IOHDF5::checkpoint": '"yes"',
                             "IO::checkpoint_on_terminate": '"yes"'}), 2, folder=folder)
    (folder / "saved" / f"checkpoint.chkpt.it_{MIDDLE}.manifest").unlink()
    final = with_settings(text, {"cactus::cctk_itlast": str(END), "IO::recover": '"auto"', "IOHDF5::checkpoint": '"yes"',
                                 "IO::checkpoint_on_terminate": '"yes"'})
    _, incomplete = run(final, 2, folder=folder, expect=1)
    assert "it was not completed" in incomplete.stdout
    for path in folder.glob("saved/*.h5"):
        with h5py.File(path, "r+") as file:
            del file["Global Attributes"].attrs["has_manifest"]
            for name in [name for name in file if isinstance(file[name], h5py.Group) and " timelevel " in name]:
                for chunk in file[name].values():
                    del chunk.attrs["owned_begin"], chunk.attrs["owned_end"]
    run(final, 3, folder=folder)
    uninterrupted, _ = run(with_settings(final, {"IO::recover": '"no"'}), 1, folder=work / "own")
    assert not differences(state(folder / "saved", END), state(uninterrupted / "saved", END))
