"""The first signal ends a run in order, with the checkpoint that is due at its end: without TerminationTrigger, on any rank, through
the launcher, before the first step, and while a kernel is compiled. The second signal has no effect, and the third
signal stops the run."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest
from checkpoints import EVERYTHING, SMALL, with_settings
from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, SOURCE, environment, launcher, skip

ENDLESS = with_settings(EVERYTHING, {**SMALL, "cactus::cctk_itlast": "1000000000", "IOHDF5::checkpoint": '"yes"',
                                     "IO::checkpoint_on_terminate": '"yes"', "IOHDF5::out_every": "1",
                                     "IOHDF5::out_vars": '"TestCheckpoint::visits"'})
LONG_STEPS = with_settings(ENDLESS, {f"driver::global_n{axis}": "121" for axis in "xyz"})
ENDS_IN_ORDER = "The run ends after the current step and writes what is due at its end."


def default_signals():
    """Shells start background commands with SIGINT ignored, nohup with SIGHUP ignored; the run would keep that."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Run:
    """A run in the background. `launcher` are words before the program."""

    def __init__(self, folder, launcher, parameters=ENDLESS, **extra):
        self.folder = folder
        folder.mkdir()
        (folder / "test.par").write_text(parameters)
        self.output = open(folder / "output", "w+")
        self.process = subprocess.Popen([*launcher, str(CHEMORA), "test.par"], cwd=folder, env=environment(**extra),
                                        stdout=self.output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                        preexec_fn=default_signals)

    def text(self):
        return pathlib.Path(self.output.name).read_text()

    def wait_until(self, condition, what):
        while not condition():
            assert self.process.poll() is None, f"the run ended before {what}:\n{self.text()}"
            time.sleep(0.05)

    def wait_for_steps(self):
        """Waits for the output of a step, after which all ranks are in the evolution."""
        path = self.folder / "data" / "visits.h5"
        self.wait_until(lambda: path.exists() and path.stat().st_size > 30000, "its first steps")

    def ranks(self):
        """Returns the process ids, indexed by rank."""
        found = {}
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if (entry / "cwd").resolve() == self.folder.resolve() and (entry / "exe").resolve() == CHEMORA.resolve():
                    variables = dict(line.split("=", 1) for line in (entry / "environ").read_text().split("\0") if "=" in line)
                    rank = variables.get("OMPI_COMM_WORLD_RANK", variables.get("PMI_RANK", 0))
                    found[int(rank)] = int(entry.name)
            except OSError:
                pass
        return [found[rank] for rank in sorted(found)]

    def finish(self):
        code = self.process.wait(timeout=HANG_SECONDS)
        return code, self.text()

    def checkpoints(self):
        return [int(re.search(r"it_(\d+)", path.name)[1]) for path in (self.folder / "saved").glob("*.manifest")]

    def expect_ordered_end(self, name):
        code, text = self.finish()
        assert code == 0, f"exit code {code}:\n{text}"
        found = re.search(rf"The run ends at iteration (\d+): it received {re.escape(name)}", text)
        assert found and text.count("The run ends at iteration") == 1, text
        assert self.checkpoints() == [int(found[1])], (self.checkpoints(), text)
        return text


@pytest.fixture(scope="module")
def work():
    return new_folder()


@pytest.mark.parametrize("rank, name", [(0, "SIGTERM"), (1, "SIGINT"), (2, "SIGHUP")])
def test_any_rank(work, rank, name):
    """A signal that reaches one process ends all of them at the same iteration."""
    run = Run(work / f"rank-{rank}", launcher(3))
    run.wait_for_steps()
    os.kill(run.ranks()[rank], getattr(signal, name))
    text = run.expect_ordered_end(f"{name} ({int(getattr(signal, name))})")
    if rank == 0:
        assert f"The run received {name} ({int(getattr(signal, name))}). {ENDS_IN_ORDER}" in text, text
        assert re.search(r"The end is expected within [\d.e+-]+ s", text), text


def test_single_process(work):
    run = Run(work / "alone", [])
    run.wait_for_steps()
    os.kill(run.process.pid, signal.SIGINT)
    os.kill(run.process.pid, signal.SIGUSR1)  # has no effect
    run.expect_ordered_end("SIG")


def test_third(work):
    run = Run(work / "third", [])
    run.wait_for_steps()
    os.kill(run.process.pid, signal.SIGSTOP)  # so that no step ends between two signals
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        os.kill(run.process.pid, number)
    os.kill(run.process.pid, signal.SIGCONT)
    code, text = run.finish()
    assert code < 0 and "The run received a third signal and stops at once." in text, (code, text)
    assert not run.checkpoints(), text


def test_not_caught(work):
    run = Run(work / "not-caught", [], ENDLESS + 'Cactus::catch_signals = "no"\n')
    run.wait_for_steps()
    os.kill(run.process.pid, signal.SIGTERM)
    code, text = run.finish()
    assert code == -signal.SIGTERM, (code, text)


def test_launcher(work):
    """Two signals to the script that starts the processes, as scripts/run does."""
    launch = ["bash", "-c", f'. "{SOURCE}/scripts/common.sh"; launch "$@"', "launch", *launcher(2)]
    run = Run(work / "launcher", launch, LONG_STEPS)
    run.wait_for_steps()
    for _ in range(2):
        os.kill(run.process.pid, signal.SIGTERM)
        time.sleep(0.1)
    run.expect_ordered_end("SIGUSR2 (12)")


def test_open_mpi(work):
    """SIGTERM to Open MPI's mpirun."""
    mpirun = launcher(2)
    if "Open MPI" not in subprocess.run([mpirun[0], "--version"], capture_output=True, text=True).stdout:
        skip("the build uses another MPI library than Open MPI, but the message is about the mpirun of Open MPI")
    seconds = 3  # mpirun sends SIGTERM so long after it received one, and SIGKILL as long after that
    run = Run(work / "mpirun", mpirun, OMPI_MCA_odls_base_sigkill_timeout=seconds)
    run.wait_for_steps()
    os.kill(run.process.pid, signal.SIGTERM)
    _, text = run.finish()
    assert f"mpirun kills the processes {seconds} s after this signal" in text, text


# Sends the signal when the background command has started, before the script's next command.
LAUNCH_WITH_EARLY_SIGNAL = """set -eT
. "$0/scripts/common.sh"
early_signal() { while [ ! -e started ]; do sleep 0.05; done; trap - DEBUG; kill -TERM $$; }
trap '[ -z "$!" ] || early_signal' DEBUG
launch sh -c 'trap "exit 7" USR2; touch started; for i in $(seq 600); do sleep 0.1; done'
"""


def test_signal_during_launch(work):
    """A signal right after the start, before the script has noted the process, reaches the run."""
    result = subprocess.run(["bash", "-c", LAUNCH_WITH_EARLY_SIGNAL, str(SOURCE)], cwd=work, timeout=HANG_SECONDS, text=True,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=default_signals)
    assert result.returncode == 7, result


COMPILER = """#!/bin/sh
for argument; do case $argument in --version) exec {real} --version;; esac; done
touch {mark}
while [ ! -e {mark}-received ]; do sleep 0.05; done
exec {real} "$@"
"""

COMPILER_OF_VERSION = """#!/bin/sh
touch {mark}
while [ ! -e {mark}-received ]; do sleep 0.05; done
exec {real} "$@"
"""

COMPILES = """
ActiveThorns = "PUGH PUGHSlab IOUtil IOHDF5 CaKernel Accelerator Devices TestKernel"
driver::global_nx = 19
driver::global_ny = 14
driver::global_nz = 15
driver::ghost_size = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 1000000000
TestKernel::factor = 0.1
CaKernel::machine_limits = "none"
CaKernel::cache_dir = "cache"
IOHDF5::checkpoint = "yes"
IO::checkpoint_on_terminate = "yes"
IO::checkpoint_dir = "saved"
IO::out_dir = "data"
"""


def test_while_compiling(work):
    """A signal to all processes of a rank's group, as mpirun and terminals send it."""
    mark, compiler = work / "compiles", work / "compiler"
    compiler.write_text(COMPILER.format(real=os.path.realpath(shutil.which("g++")), mark=mark))
    compiler.chmod(0o700)
    run = Run(work / "compiling", launcher(2), COMPILES, CHEMORA_CXX=compiler)
    run.wait_until(mark.exists, "its first compilation")
    for rank in run.ranks():
        os.killpg(os.getpgid(rank), signal.SIGTERM)
    run.wait_until(lambda: "The run received SIGTERM" in run.text(), "the signal arrived")
    pathlib.Path(f"{mark}-received").touch()
    run.expect_ordered_end("SIGTERM (15)")


def test_before_first_step(work):
    """While the compiler's version is read: the schedule is visited several times between that and the first step."""
    mark, compiler = work / "version", work / "compiler-of-version"
    compiler.write_text(COMPILER_OF_VERSION.format(real=os.path.realpath(shutil.which("g++")), mark=mark))
    compiler.chmod(0o700)
    run = Run(work / "before-first-step", [], COMPILES, CHEMORA_CXX=compiler)
    run.wait_until(mark.exists, "it reads the compiler's version")
    os.kill(run.process.pid, signal.SIGTERM)
    run.wait_until(lambda: "The run received SIGTERM" in run.text(), "the signal arrived")
    pathlib.Path(f"{mark}-received").touch()
    text = run.expect_ordered_end("SIGTERM (15)")
    assert "The run ends at iteration 0" in text, text
