"""The parameters of checkpoints, of recovery and of early ends have the described effects."""

import re
import subprocess
import time

import h5py
import pytest

from checkpoints import EVERYTHING, SMALL, differences, state, with_settings
from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, launcher, run

BASIC = with_settings(EVERYTHING, {**SMALL, "cactus::cctk_itlast": "6", "IOHDF5::checkpoint": '"yes"'})
TRIGGER = with_settings(BASIC.replace("TestCheckpoint\"", "TestCheckpoint TerminationTrigger\""),
                        {"IO::checkpoint_on_terminate": '"yes"'})


@pytest.fixture(scope="module")
def work():
    return new_folder()


def sets(folder):
    """The iterations of complete checkpoints."""
    return sorted(int(re.search(r"it_(\d+)", path.name)[1]) for path in (folder / "saved").glob("*.manifest"))


def test_keep(work):
    folder, _ = run(with_settings(BASIC, {"IO::checkpoint_every": "1", "IO::checkpoint_keep": "2"}), 2, folder=work / "keep")
    assert sets(folder) == [5, 6] and len(list((folder / "saved").iterdir())) == 6, sets(folder)
    again = with_settings(BASIC, {"cactus::cctk_itlast": "8", "IO::checkpoint_every": "1", "IO::checkpoint_keep": "1",
                                  "IO::recover": '"auto"', "IO::recover_and_remove": '"yes"'})
    run(again, 1, folder=folder)
    assert sets(folder) == [8], f"{sets(folder)}: checkpoint_keep must also count the checkpoints of the recovered run"
    for last in (9, 10, 11, 12, 13):
        settings = {"cactus::cctk_itlast": str(last), "IO::checkpoint_every": "1", "IO::checkpoint_keep": "2",
                    "IO::recover": '"autoprobe"'}
        run(with_settings(BASIC, settings), 1 + last % 2, folder=folder)
        assert sets(folder) == [last - 1, last], sets(folder)
    other = with_settings(BASIC, {"cactus::cctk_itlast": "1", "IO::checkpoint_every": "1", "IO::checkpoint_keep": "1"})
    run(other, 1, folder=folder)
    assert sets(folder) == [1, 12, 13], f"{sets(folder)}: a run that starts from initial data removes no checkpoint of another simulation"


def test_initial_data(work):
    settings = {"IO::checkpoint_ID": '"yes"', "IO::checkpoint_ID_file": '"first"', "cactus::cctk_itlast": "0"}
    folder, _ = run(with_settings(BASIC, settings), 2, folder=work / "initial")
    assert [path.name for path in sorted((folder / "saved").iterdir())] == \
        ["first.it_0.file_0.h5", "first.it_0.file_1.h5", "first.it_0.manifest"], list((folder / "saved").iterdir())


def test_interrupted(work):
    """Runs are killed after the manifest is written and before the files are renamed, and before the manifest is
    written."""
    folder, _ = run(with_settings(BASIC, {"IO::checkpoint_every": "3"}), 2, folder=work / "interrupted")
    expected = state(folder / "saved", 6)
    saved = folder / "saved"
    (saved / "checkpoint.chkpt.it_6.file_1.h5").rename(saved / "checkpoint.chkpt.tmp.it_6.file_1.h5")
    _, result = run(with_settings(BASIC, {"IO::recover": '"auto"'}), 3, folder=folder)
    assert "Continuing at iteration 6" in result.stdout and not list(saved.glob("*.tmp.*")), result.stdout
    for path in saved.glob("*it_6*"):  # as if killed before the manifest: only temporary files
        path.unlink() if "manifest" in path.name else path.rename(saved / path.name.replace(".it_", ".tmp.it_"))
    _, result = run(with_settings(BASIC, {"IO::recover": '"auto"', "IO::checkpoint_every": "6"}), 3, folder=folder)
    assert "Continuing at iteration 3" in result.stdout, result.stdout
    assert not differences(state(saved, 6), expected) and not list(saved.glob("*.tmp.*")), list(saved.iterdir())


def test_walltime(work):
    """With an interval of one second, a run writes some checkpoints, but at most one for each elapsed second. With an
    interval of a thousand hours, a short run writes no checkpoint."""
    folder, _ = run(with_settings(BASIC, {"IO::checkpoint_every_walltime_hours": "1000"}), 2, folder=work / "walltime-1000")
    assert not sets(folder), sets(folder)
    folder = work / "walltime-second"
    (folder / "saved").mkdir(parents=True)
    (folder / "test.par").write_text(with_settings(BASIC, {
        "IO::checkpoint_every_walltime_hours": str(1 / 3600), "IO::checkpoint_keep": "-1", "cactus::terminate": '"never"'}))
    start = time.monotonic()
    process = subprocess.Popen([*launcher(2), str(CHEMORA), "test.par"], cwd=folder, env=environment(),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while len(sets(folder)) < 2:
            assert process.poll() is None and time.monotonic() - start < HANG_SECONDS, (process.poll(), sets(folder))
            time.sleep(0.05)
        n_sets, seconds = len(sets(folder)), time.monotonic() - start
    finally:
        process.terminate()
        process.wait()
    assert n_sets <= seconds, f"{n_sets} checkpoints in {seconds:.1f} s, not one every second"


def test_data_files(work):
    output = {"IOHDF5::out_every": "2", "IOHDF5::out_vars": '"TestCheckpoint::field TestCheckpoint::row"'}
    folder, _ = run(with_settings(BASIC, output), 2, folder=work / "files")
    read = {"IO::filereader_ID_dir": '"data"', "IO::filereader_ID_files": '"field row"', "cactus::cctk_itlast": "0",
            "IO::filereader_ID_vars": '"TestCheckpoint::field{cctk_iteration=4} TestCheckpoint::row"',
            "IO::checkpoint_ID": '"yes"'}
    _, result = run(with_settings(BASIC, read), 3, folder=folder)
    assert "Read 2 variables" in result.stdout, result.stdout
    found = state(folder / "saved", 0)
    for variable, iteration, levels in (("field", 4, " rl=0 c=0"), ("row", 6, "")):
        with h5py.File(folder / "data" / f"{variable}.h5") as file:
            expected = file[f"TestCheckpoint::{variable} it={iteration} tl=0{levels}"][...]
        assert found[f"TestCheckpoint::{variable} timelevel 0 at iteration 0"].tobytes() == expected.tobytes(), variable
    _, result = run(with_settings(BASIC, {**read, "IO::filereader_ID_files": '"none"'}), 1, folder=folder, expect=1)
    assert "No variables were read from the file `none`" in result.stdout, result.stdout


def test_relaxed(work):
    """Variables that the checkpoint lacks are reported, and keep their values if recovery is relaxed."""
    folder, _ = run(with_settings(BASIC, {"IO::checkpoint_every": "6"}), 1, folder=work / "relaxed")
    path = folder / "saved" / "checkpoint.chkpt.it_6.h5"
    (folder / "saved" / "checkpoint.chkpt.it_6.manifest").unlink()
    with h5py.File(path, "r+") as file:
        del file["Global Attributes"].attrs["has_manifest"]
        del file["TestCheckpoint::visits timelevel 0 at iteration 6"]
    settings = {"IO::recover": '"auto"', "cactus::cctk_itlast": "7", "IO::checkpoint_every": "7",
                "Cactus::recovery_mode": '"relaxed"'}
    _, result = run(with_settings(BASIC, settings), 2, folder=folder)
    assert "does not contain these variables, which keep their values: TestCheckpoint::visits" in result.stdout, result.stdout
    visits = state(folder / "saved", 7)["TestCheckpoint::visits timelevel 0 at iteration 7"]
    assert visits[0, 0, 3] == 3 + 1 + 3 % 7, visits[0, 0, :5]


@pytest.mark.parametrize("name, settings, message", [
    ("signal", {"TerminationTrigger::signal_names[0]": '"SIGUSR1"'}, "it received SIGUSR1 (10)"),
    ("walltime", {"TerminationTrigger::max_walltime": "1", "TerminationTrigger::on_remaining_walltime": "2"},
     "2.0 minutes of walltime remain"),
    ("file", {"TerminationTrigger::termination_from_file": '"yes"', "TerminationTrigger::termination_file": '"end"',
              "TerminationTrigger::create_termination_file": '"yes"'}, "`data/end` contains 1"),
])
def test_early_end(work, name, settings, message):
    settings = {**settings, "TerminationTrigger::testsuite": '"yes"'}
    folder, result = run(with_settings(TRIGGER, settings), 2, folder=work / name)
    assert re.search(f"The run ends( at iteration 1)?: {re.escape(message)}", result.stdout), result.stdout
    assert sets(folder) == [1], result.stdout


def test_walltime_that_would_end_the_run_at_once_is_ignored(work):
    ignored = {"TerminationTrigger::max_walltime": "0.1", "TerminationTrigger::on_remaining_walltime": "10"}
    folder, result = run(with_settings(TRIGGER, ignored), 2, folder=work / "ignored")
    assert "is ignored, because the run would end immediately" in " ".join(result.stdout.split()) and sets(folder) == [6], result.stdout


def test_checkpoints_without_their_output_method(work):
    _, result = run(with_settings(BASIC, {"IOHDF5::checkpoint": '"no"', "IO::checkpoint_every": "1"}), 2, folder=work / "no",
                    expect=1)
    assert "so that IOHDF5 writes none" in " ".join(result.stdout.split()), result.stdout
