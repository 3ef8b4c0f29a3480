"""Nothing is lost when runs are killed and files are cut, changed or cannot be written: a run that starts again ends in the state of
an uninterrupted one, or reports why it cannot start. CHEMORA_RECOVERY_CASES=N runs N random cases instead of ten, and
CHEMORA_RECOVERY_SEED=S changes the seed."""

import itertools
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from checkpoints import EVERYTHING, SMALL, differences, state, with_settings
from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, launcher, run

END = 24
SETTINGS = {**SMALL, "driver::global_nx": "25", "driver::global_ny": "24", "driver::global_nz": "23",
            "cactus::cctk_itlast": str(END), "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"',
            "IO::checkpoint_every": "2", "IO::checkpoint_keep": "3", "IO::recover": '"autoprobe"',
            "IOHDF5::out_every": "1", "IOHDF5::out_vars": '"TestCheckpoint::field"'}
PARAMETERS = with_settings(EVERYTHING, SETTINGS)

LIMITED = """
import os, resource, sys
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
os.execvp(sys.argv[2], sys.argv[2:])
"""


def flat(text):
    return re.sub(r"\s+", " ", text)


class Cases:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.work = new_folder()
        self.complete = run(PARAMETERS, 2, folder=self.work / "complete")[0]
        self.expected = state(self.complete / "saved", END)
        self.seconds = self.timed_run()

    def timed_run(self):
        begin = time.monotonic()
        run(PARAMETERS, 2, folder=self.work / "timed")
        return time.monotonic() - begin

    def finish(self, folder, ranks):
        """Runs to the end; the state must be that of the uninterrupted run."""
        _, result = run(PARAMETERS, ranks, folder=folder)
        wrong = differences(state(folder / "saved", END), self.expected)
        assert not wrong, f"{wrong} differ in {folder}:\n{result.stdout}"
        return flat(result.stdout)

    def kill(self, folder):
        """Kills all processes with SIGKILL at random times, once or several times, and then completes the run."""
        for _ in range(self.random.randint(1, 3)):
            ranks = self.random.randint(1, 3)
            folder.mkdir(exist_ok=True)
            (folder / "test.par").write_text(PARAMETERS)
            process = subprocess.Popen([*launcher(ranks), str(CHEMORA), "test.par"], cwd=folder, env=environment(),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(self.random.uniform(0.2, 1.0) * self.seconds)
            os.killpg(process.pid, signal.SIGKILL)
            self.kill_children(process.pid)
            process.wait()
        return self.finish(folder, self.random.randint(1, 3))

    @staticmethod
    def kill_children(leader):
        """mpirun starts each process in its own process group. The processes end with mpirun, or the test kills all
        processes of their session."""
        for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = entry.read_text().rpartition(")")[2].split()
                if int(fields[3]) == leader:  # the session
                    os.kill(int(entry.parent.name), signal.SIGKILL)
            except (OSError, ValueError, IndexError):
                pass

    def damaged_copy(self, folder, damage, pattern):
        """Deletes the output of a finished run and damages a file of its newest checkpoint."""
        shutil.copytree(self.complete, folder)
        path = self.random.choice(sorted((folder / "saved").glob(f"checkpoint.chkpt.it_{END}{pattern}")))
        damage(path)
        text = self.finish(folder, self.random.randint(1, 3))
        assert f"checkpoint.chkpt.it_{END}` was skipped" in text and f"Continuing at iteration {END - 2}" in text, text
        return text

    def truncate(self, folder):
        size = lambda path: self.random.randrange(path.stat().st_size)
        text = self.damaged_copy(folder, lambda path: os.truncate(path, size(path)), ".*h5")
        assert "bytes, not" in text, text

    def flip(self, folder):
        def damage(path):
            data = bytearray(path.read_bytes())
            data[self.random.randrange(len(data))] ^= 1 << self.random.randrange(8)
            path.write_bytes(data)

        pattern, expected = self.random.choice([(".*h5", "was changed: its checksum is"), (".manifest", "is damaged")])
        assert expected in self.damaged_copy(folder, damage, pattern)

    def remove(self, folder):
        pattern, expected = self.random.choice([(".*h5", "is missing"), (".manifest", "it was not completed")])
        assert expected in self.damaged_copy(folder, pathlib.Path.unlink, pattern)

    def limit(self, folder):
        """The file size is limited. Earlier checkpoints remain, and the exit code reports the write error."""
        larger = with_settings(PARAMETERS, {f"driver::global_n{axis}": "45" for axis in "xyz"})
        before, after = (with_settings(larger, {"cactus::cctk_itlast": last}) for last in ("2", "4"))
        run(before, 1, folder=folder)
        saved = {path.name: path.read_bytes() for path in (folder / "saved").iterdir()}
        whole = max(path.stat().st_size for path in (folder / "saved").iterdir())
        (folder / "test.par").write_text(after)
        needed_by_mpi = 5000000
        limit = str(self.random.randrange(needed_by_mpi, whole))
        result = subprocess.run([sys.executable, "-c", LIMITED, limit, str(CHEMORA), "test.par"], cwd=folder, timeout=HANG_SECONDS,
                                env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        text = flat(result.stdout)
        assert result.returncode == 1, (result.returncode, result.stdout)
        assert "No checkpoint at iteration 4" in text and "older ones remain" in text, result.stdout
        assert "output is missing" in text and "egmentation" not in text, result.stdout
        saved_files = [path for path in (folder / "saved").iterdir() if path.suffix != ".lock"]  # it may stay
        left = {path.name: path.read_bytes() for path in saved_files}
        assert left == saved, (left.keys(), saved.keys())
        ranks = self.random.randint(1, 3)
        assert "Continuing at iteration 2" in run(after, ranks, folder=folder)[1].stdout
        assert not list((folder / "saved").glob("*.lock")), "a run that ends normally leaves no lock"
        reference = run(after, 1, folder=folder / "reference")[0]
        wrong = differences(state(folder / "saved", 4), state(reference / "saved", 4))
        assert not wrong, wrong


def test_messages():
    """Cases in which the parameters request a recovery that is not possible."""
    work = new_folder()
    short = with_settings(PARAMETERS, {"cactus::cctk_itlast": "2"})

    def expect(sentence, settings, code=1, folder=work, ranks=2):
        result = run(with_settings(short, settings), ranks, folder=folder, expect=code)[1]
        text = flat(result.stdout)
        assert sentence in text and text.count(sentence) == 1, f"expected once: {sentence}\n{result.stdout}"

    expect("There is no folder `saved` (IO::recover_dir) with checkpoints", {"IO::recover": '"auto"'})
    expect("There is no folder `saved` (IO::recover_dir): the run starts from initial data", {}, 0)
    expect("There is no HDF5 checkpoint `other.it_*.h5` (IO::recover_file) in `saved`",
           {"IO::recover": '"auto"', "IO::recover_file": '"other"'})
    expect("there is neither `saved/checkpoint.chkpt.it_9.h5` nor `saved/checkpoint.chkpt.it_9.file_0.h5`",
           {"IO::recover": '"manual"', "IO::recover_file": '"checkpoint.chkpt.it_9"'})
    expect("TestCheckpoint::fixed is `2` in the parameter file, but `1` in the checkpoint", {"TestCheckpoint::fixed": "2"})
    expect("global_nx is `9` in the parameter file, but `25` in the checkpoint", {"driver::global_nx": "9"})
    expect("Continuing at iteration 2", {"IO::recover": '"manual"', "IO::recover_file": '"checkpoint.chkpt.it_2"'}, 0,
           ranks=1)
    with open(next((work / "saved").glob("*.manifest")), "a") as file:
        file.write("x")
    expect("None of the checkpoints `checkpoint.chkpt.it_*` in `saved` can be used", {})
    for path in (work / "saved").glob("*.manifest"):
        path.write_text("checkpoint manifest, version 1\niteration 2\nfiles 0\ncrc64 14791c45a31a5b25\n")
    expect("it lists no files", {"IO::recover": '"manual"', "IO::recover_file": '"checkpoint.chkpt.it_2"'})
    expect("IO::checkpoint_dir is `test.par/x`, but `test.par` is a file; a folder is needed here.",
           {"IO::recover": '"no"', "IO::checkpoint_dir": '"test.par/x"'})
    expect("IO::recover_dir is `test.par`, but `test.par` is a file", {"IO::recover_dir": '"test.par"'})
    for parameter, recover in (("checkpoint_file", "no"), ("checkpoint_ID_file", "no"), ("recover_file", "autoprobe")):
        expect(f'IO::{parameter} = "a/b" contains a folder, and must be the name of a file',
               {f"IO::{parameter}": '"a/b"', "IO::recover": f'"{recover}"'})
    expect('IO::checkpoint_file = "a b" contains a line break', {"IO::checkpoint_file": '"a\nb"', "IO::recover": '"no"'})

    without_writer = "\n".join(line for line in short.replace(" IOHDF5", "").splitlines() if "IOHDF5::" not in line) + "\n"
    for how, sentence, code in (("auto", "no active thorn reads checkpoints", 1), ("no", "no active thorn writes checkpoints", 1)):
        result = run(with_settings(without_writer, {"IO::recover": f'"{how}"'}), 1, folder=work / how, expect=code)[1]
        assert sentence in flat(result.stdout), result.stdout


N_CASES = int(os.environ.get("CHEMORA_RECOVERY_CASES", 10))


@pytest.fixture(scope="module")
def cases():
    return Cases(int(os.environ.get("CHEMORA_RECOVERY_SEED", 1)))


@pytest.mark.parametrize("kind, number", [(kind, number) for number, kind in
                                          zip(range(N_CASES), itertools.cycle(["kill", "truncate", "flip", "remove", "limit"]))])
def test_nothing_is_lost(cases, kind, number):
    folder = cases.work / f"case-{number}"
    getattr(cases, kind)(folder)
    shutil.rmtree(folder)
