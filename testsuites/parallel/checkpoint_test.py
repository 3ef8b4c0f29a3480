"""A run continued from a checkpoint on any number of ranks ends in the same state, with the same files, as one that
was never interrupted. With --all every example is written on 1 to 4 ranks and continued on 1 to 4; without, on
one of these pairs, and variables of every kind on some more; on 3 ranks it continues with padded rows."""

import shutil
import sys

import h5py

from checkpoints import differences, examples, output, state, with_settings
from folders import new_folder
from simulation import run

MIDDLE, END = 3, 6
MODES = {1: '"proc"', 2: '"proc"', 3: '"np"\nIO::out_proc_every = 2', 4: '"onefile"'}
FEW = [(1, 3), (3, 2), (2, 4)]


def check_example(name, text, pairs, work):
    final = {"cactus::cctk_itlast": str(END), "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"'}

    def execute(label, ranks, settings, folder=None):
        return run(with_settings(text, {**final, **settings}), ranks, folder=folder or work / f"{name}-{label}")[0]

    plain = execute("plain", 1, {})
    expected, files = state(plain / "saved", END), output(plain / "data")
    assert len(expected) > 5, expected.keys()
    failures = []

    def compare(label, folder):
        failures.extend(f"{name}, {label}: {what} differs" for what in differences(state(folder / "saved", END), expected))
        found = output(folder / "data")
        failures.extend(f"{name}, {label}: the file {file} differs" for file in sorted(set(files) | set(found))
                        if found.get(file) != files.get(file))

    for ranks in sorted({n for n, _ in pairs}):
        written = execute(f"written on {ranks}", ranks, {"IO::checkpoint_every": str(MIDDLE), "IO::out_mode": MODES[ranks]})
        compare(f"with checkpoints on {ranks} ranks", written)
        for other in sorted({m for n, m in pairs if n == ranks}):
            folder = work / f"{name}-{ranks}-{other}"
            shutil.copytree(written, folder)  # with the output written after the checkpoint, as after a crash
            for path in folder.glob(f"saved/*it_{END}*"):
                path.unlink()
            label = f"written on {ranks}, continued on {other} ranks"
            padding = {"PUGH::padding": "yes"} if other == 3 else {}
            _, result = run(with_settings(text, {**final, **padding, "IO::recover": '"auto"'}), other, folder=folder)
            assert f"Continuing at iteration {MIDDLE}" in result.stdout, result.stdout
            compare(label, folder)
    return failures


def check_checkpoint_of_other_thorns(work):
    """Without manifest, and without saying which points of a chunk are owned: so the standard thorn writes them."""
    text = examples()["everything"]
    folder = work / "foreign"
    run(with_settings(text, {"cactus::cctk_itlast": str(MIDDLE), "IOHDF5::checkpoint": '"yes"',
                             "IO::checkpoint_on_terminate": '"yes"'}), 2, folder=folder)
    (folder / "saved" / f"checkpoint.chkpt.it_{MIDDLE}.manifest").unlink()
    final = with_settings(text, {"cactus::cctk_itlast": str(END), "IO::recover": '"auto"', "IOHDF5::checkpoint": '"yes"',
                                 "IO::checkpoint_on_terminate": '"yes"'})
    refused = run(final, 2, folder=folder, expect=1)[1].stdout
    assert "it was not completed" in refused, refused
    for path in folder.glob("saved/*.h5"):
        with h5py.File(path, "r+") as file:
            del file["Global Attributes"].attrs["has_manifest"]
            for name in [name for name in file if isinstance(file[name], h5py.Group) and " timelevel " in name]:
                for chunk in file[name].values():
                    del chunk.attrs["owned_begin"], chunk.attrs["owned_end"]
    run(final, 3, folder=folder)
    expected = state(run(with_settings(final, {"IO::recover": '"no"'}), 1, folder=work / "own")[0] / "saved", END)
    return [f"from a checkpoint without manifest: {what} differs" for what in differences(state(folder / "saved", END), expected)]


def main():
    everything = {(n, m) for n in (1, 2, 3, 4) for m in (1, 2, 3, 4)}
    work = new_folder()
    failures, n_pairs = [], 0
    for number, (name, text) in enumerate(examples().items()):
        pairs = everything if "--all" in sys.argv else {FEW[number % len(FEW)]}
        if name == "everything":
            pairs |= {(1, 3), (3, 2), (2, 1), (2, 4), (4, 4)}
        n_pairs += len(pairs)
        failures += check_example(name, text, pairs, work)
    failures += check_checkpoint_of_other_thorns(work)
    print("\n".join(failures) or f"{n_pairs} continued runs agree with uninterrupted ones")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
