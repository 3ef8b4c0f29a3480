"""Runs several tests at a time, and returns the outcome of each test.

As in Cactus, the tests of a thorn run one after another in the same folder, three levels below a folder in which
`arrangements/ARRANGEMENT/THORN` is the thorn: parameter files refer to data files by such relative paths. Different
thorns run at the same time while there are free cores for their processes.
"""

import concurrent.futures
import contextlib
import dataclasses
import os
import re
import shutil
import signal
import subprocess
import threading
import time

from launcher import launch_command
from thorn_tests import judge

PASSED, FAILED, SKIPPED = "passed", "FAILED", "skipped"
SECONDS_TO_END = 5
LINES_OF_MESSAGE = 5  # a message of CCTK_Error has lines with host, routine, position, and then `-> text`
ERROR_LINE = re.compile(r"(?i)\berror\b|WARNING level 0|terminate called|signal:|MPI_ABORT")


@dataclasses.dataclass
class Outcome:
    test: object
    status: str
    seconds: float = 0.0
    details: list = dataclasses.field(default_factory=list)  # lines of text; the first line is the most important
    compared: int = 0


@dataclasses.dataclass
class Settings:
    program: object  # the executable
    folder: object  # contains the folders of the runs
    extensions: set  # files with these extensions are compared
    timeout: float  # seconds a test may take
    keep: bool  # keep the output of tests that passed


class Cores:
    """Limits the number of processes that run at a time. A test with more processes than cores runs alone."""

    def __init__(self, number):
        self.number = self.free = number
        self.changed = threading.Condition()

    @contextlib.contextmanager
    def taken(self, wanted):
        wanted = min(wanted, self.number)
        with self.changed:
            self.changed.wait_for(lambda: self.free >= wanted)
            self.free -= wanted
        try:
            yield
        finally:
            with self.changed:
                self.free += wanted
                self.changed.notify_all()


class Runner:
    def __init__(self, settings, report):
        self.settings = settings
        self.report = report  # called with each Outcome when its test ends
        self.cores = Cores(len(os.sched_getaffinity(0)))
        self.running = set()
        self.stopped = False

    def run(self, tests):
        """Runs all tests, and returns an Outcome for each test in the order of `tests`."""
        by_thorn = {}
        for test in tests:
            by_thorn.setdefault(test.thorn.full_name, []).append(test)
        with concurrent.futures.ThreadPoolExecutor(self.cores.number) as pool:
            futures = [pool.submit(self.run_thorn, group) for group in by_thorn.values()]
            try:
                return [outcome for future in futures for outcome in future.result()]
            except BaseException:
                self.stop()
                raise

    def stop(self):
        self.stopped = True
        for process in list(self.running):
            _end(process)

    def run_thorn(self, tests):
        folder = self.settings.folder / "runs" / tests[0].thorn.arrangement / tests[0].thorn.name
        folder.mkdir(parents=True)
        outcomes = []
        for test in tests:
            if self.stopped:
                break
            if test.obstacle:
                outcomes.append(Outcome(test, SKIPPED, details=[test.obstacle]))
            else:
                with self.cores.taken(test.processes):
                    outcomes.append(self.run_test(test, folder))
            self.report(outcomes[-1])
        if not self.settings.keep and all(outcome.status != FAILED for outcome in outcomes):
            shutil.rmtree(folder)
        return outcomes

    def run_test(self, test, folder):
        start = time.monotonic()
        log = folder / f"{test.name}.log"
        problem = self.launch(test, folder, log)
        seconds = time.monotonic() - start
        if problem:
            return Outcome(test, FAILED, seconds, [problem, *_where(folder, log)])
        verdict = judge.judge(test, folder / test.name, self.settings.extensions, self.settings.timeout)
        if verdict.differences:
            (folder / f"{test.name}.diffs").write_text("\n".join(verdict.differences) + "\n")
            return Outcome(test, FAILED, seconds, [*verdict.differences, *_where(folder, log)], verdict.compared)
        return Outcome(test, PASSED, seconds, compared=verdict.compared)

    def launch(self, test, folder, log):
        """Runs the executable, and returns a description of its failure, or an empty text if it succeeded."""
        command = [*launch_command(self.settings.program.parents[1], test.processes), str(self.settings.program), str(test.parameter_file)]
        with open(log, "w", encoding="utf-8") as output:
            output.write(" ".join(command) + "\n")
            output.flush()
            process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True)
        self.running.add(process)
        try:
            status = process.wait(self.settings.timeout)
        except subprocess.TimeoutExpired:
            _end(process)
            return f"did not end within {self.settings.timeout:g} s (--timeout)"
        finally:
            self.running.discard(process)
        return f"exit code {status}: {_error_in(log)}" if status else ""


def _end(process):
    """Ends mpirun, which ends its processes. If the processes do not end in time, kills them."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
            return
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _error_in(log):
    """Returns the line of a log that most likely describes the failure."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines()[1:] if line.strip()]
    first = next((number for number, line in enumerate(lines) if ERROR_LINE.search(line)), len(lines) - 1)
    message = next((line for line in lines[first:first + LINES_OF_MESSAGE] if line.startswith("->")), None)
    return message or (lines[first] if lines else "nothing was printed")


def _where(folder, log):
    return [f"output: {folder / log.stem}", f"log: {log}"]
