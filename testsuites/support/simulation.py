"""Runs the built executables for the tests and reports why they failed."""

import os
import pathlib
import subprocess
import sys

from folders import new_folder

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(SOURCE / "scripts"), str(SOURCE / "scripts/python")]
from launcher import MPI_ENVIRONMENT, launch_command, launcher_of  # noqa: E402

BUILD = pathlib.Path(os.environ.get("CHEMORA_BUILD", SOURCE / "build"))
CHEMORA = BUILD / "bin" / "chemora"
EDLC = BUILD / "bin" / "edlc"
HANG_SECONDS = 1500  # a program that runs longer is considered to hang, even on a slow machine
CACHE = BUILD / "tests-cache"  # the kernel cache of all tests that do not test it
SLEEP_WHEN_IDLE = BUILD / "tests/libsleep_when_idle.so"


def environment(threads=1, **extra):
    """The environment of a run: It sets the number of threads and the kernel cache of the tests, permits MPI to run as root
    and with more ranks than cores, and lets waiting ranks sleep."""
    values = dict(os.environ)
    values.update(
        XDG_CACHE_HOME=str(CACHE),
        CHEMORA_ACCESS_TIMES=str(SOURCE / "testsuites/support/access_times.txt"),  # equal plans on all machines
        OMP_NUM_THREADS=str(threads),
        OMP_WAIT_POLICY="passive",
        **MPI_ENVIRONMENT,
    )
    if SLEEP_WHEN_IDLE.exists():
        values["LD_PRELOAD"] = ":".join(filter(None, (str(SLEEP_WHEN_IDLE), values.get("LD_PRELOAD"))))
    values.update({key: str(value) for key, value in extra.items()})
    return values


def launcher(ranks, *options):
    """Returns the command that starts a program on `ranks` processes. Skips the test if it needs several processes and the
    build has no MPI."""
    if ranks > 1 and not launcher_of(BUILD):
        skip(f"{ranks} processes are needed, and the build has no MPI (CHEMORA_WITH_MPI=OFF)")
    return launch_command(BUILD, ranks, *options)


def with_report(text):
    """Appends the parameters for a run that prints the whole report of its kernels, without limits, because their measurement
    takes 1 to 2 s. Parameters in the text have precedence."""
    if "CaKernel" not in text:
        return text
    values = {"CaKernel::machine_limits": "none", "CaKernel::report_on_screen": "full"}
    return text + "".join(f'\n{name} = "{value}"\n' for name, value in values.items() if name not in text)


def run(parameter_file, ranks=1, threads=1, folder=None, options=(), expect=0, timeout=HANG_SECONDS, before=(), **extra):
    """Launches chemora on a parameter file (a path, or the text of one) in `folder` (default: a new one).

    Returns (folder, result); result.stdout holds standard output and, after it, standard error. Fails with the output when
    the exit code is not `expect` (None accepts any). Relative IO::out_dir values land in `folder`. Keyword arguments not
    named here are environment variables; `before` is a command that precedes the program, such as ("env", "PATH=/nowhere").
    """
    folder = pathlib.Path(folder or new_folder("run"))
    folder.mkdir(parents=True, exist_ok=True)
    if not isinstance(parameter_file, pathlib.Path) and "\n" in str(parameter_file):
        path = folder / "test.par"
        path.write_text(with_report(parameter_file))
    else:
        path = pathlib.Path(parameter_file).resolve()
    # One process starts without mpirun, which takes longer than most of these runs.
    command = [*(launcher(ranks) if ranks > 1 else ()), *before, str(CHEMORA), *options, str(path)]
    result = subprocess.run(command, cwd=folder, env=environment(threads, **extra), timeout=timeout, capture_output=True,
                            text=True, errors="replace")
    result.stdout += result.stderr  # separate pipes, because in one pipe the lines of both streams can mix
    if expect is not None and result.returncode != expect:
        raise AssertionError(
            f"exit code {result.returncode}, not {expect}: {' '.join(command)} (in {folder})\n{result.stdout}")
    return folder, result


def require_error(parameter_file, words, ranks=1):
    """The run must end with exit code 1, and its output must contain all `words`; line breaks are ignored."""
    _, result = run(parameter_file, ranks, expect=1)
    require_words(result, words, parameter_file)


def require_words(result, words, parameter_file):
    """The output of the run must contain all `words`; line breaks are ignored."""
    text = " ".join(result.stdout.split())
    for word in words:
        if word not in text:
            raise AssertionError(f"the output lacks '{word}'; it was run with\n{parameter_file}\n{result.stdout}")


def require(condition, message, output=""):
    """Fails with the message and the output of a run if the condition does not hold."""
    if not condition:
        raise AssertionError(f"{message}\n{output}")


def require_namespaces():
    """Skips the test if the user has no permission to create mount namespaces."""
    if subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode != 0:
        skip("namespaces are not permitted here")


def skip(reason):
    """Ends the test as skipped; the summary shows the reason."""
    if "PYTEST_CURRENT_TEST" in os.environ:
        import pytest

        pytest.skip(reason)
    print(f"[SKIP] {reason}")
    sys.exit(77)
