"""Runs the built executables for the tests and reports clearly why they failed."""

import os
import pathlib
import subprocess
import sys

from folders import new_folder

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(SOURCE / "scripts"))
from launcher import MPI_ENVIRONMENT, launch_command, launcher_of  # noqa: E402

BUILD = pathlib.Path(os.environ.get("CHEMORA_BUILD", SOURCE / "build"))
CHEMORA = BUILD / "bin" / "chemora"
EDLC = BUILD / "bin" / "edlc"
HANG_SECONDS = 3000  # no program of the tests needs so long, even on a slow or busy machine
CACHE = BUILD / "tests-cache"  # in which tests that do not test the kernel cache share theirs


def environment(threads=1, **extra):
    """The environment of a run: threads, MPI as root and on fewer cores than ranks, a kernel cache that is not the user's."""
    values = dict(os.environ)
    values.update(
        XDG_CACHE_HOME=str(CACHE),
        OMP_NUM_THREADS=str(threads),
        OMP_WAIT_POLICY="passive",
        **MPI_ENVIRONMENT,
    )
    values.update({key: str(value) for key, value in extra.items()})
    return values


def launcher(ranks, *options):
    """The words that start a program on `ranks` processes. Skips the test if it needs several and the build has no MPI."""
    if ranks > 1 and not launcher_of(BUILD):
        skip(f"{ranks} processes are needed, and the build has no MPI (CHEMORA_WITH_MPI=OFF)")
    return launch_command(BUILD, ranks, *options)


def without_limits(text):
    """The parameter file's text, measuring the machine's limits (1 to 2 s with a new cache) only if it says so itself."""
    if "CaKernel" not in text or "CaKernel::machine_limits" in text:
        return text
    return f'{text}\nCaKernel::machine_limits = "none"\n'


def run(parameter_file, ranks=1, threads=1, folder=None, options=(), expect=0, timeout=HANG_SECONDS, before=(), **extra):
    """Launches chemora on a parameter file (a path, or the text of one) in `folder` (default: a new one).

    Returns (folder, result); result.stdout holds standard output and, after it, standard error. Fails with the output when
    the exit code is not `expect` (None accepts any). Relative IO::out_dir values land in `folder`. Keyword arguments not
    named here are environment variables; `before` are words before the program: ("env", "PATH=/nowhere").
    """
    folder = pathlib.Path(folder or new_folder("run"))
    folder.mkdir(parents=True, exist_ok=True)
    if not isinstance(parameter_file, pathlib.Path) and "\n" in str(parameter_file):
        path = folder / "test.par"
        path.write_text(without_limits(parameter_file))
    else:
        path = pathlib.Path(parameter_file).resolve()
    command = [*launcher(ranks), *before, str(CHEMORA), *options, str(path)]
    result = subprocess.run(command, cwd=folder, env=environment(threads, **extra), timeout=timeout, capture_output=True,
                            text=True, errors="replace")
    result.stdout += result.stderr  # read separately: in one pipe, a line of one stream can cut a line of the other
    if expect is not None and result.returncode != expect:
        raise AssertionError(
            f"exit code {result.returncode}, not {expect}: {' '.join(command)} (in {folder})\n{result.stdout}")
    return folder, result


def refuse(parameter_file, words, ranks=1):
    """The run must end with exit code 1, and its output must hold all `words`, wherever lines end."""
    _, result = run(parameter_file, ranks, expect=1)
    require_words(result, words, parameter_file)


def require_words(result, words, parameter_file):
    """The run's output must hold all `words`, wherever lines end."""
    text = " ".join(result.stdout.split())
    for word in words:
        if word not in text:
            raise AssertionError(f"the output lacks '{word}'; it was run with\n{parameter_file}\n{result.stdout}")


def skip(reason):
    """Ends the test as skipped, which is counted and shown."""
    if "PYTEST_CURRENT_TEST" in os.environ:
        import pytest

        pytest.skip(reason)
    print(f"[SKIP] {reason}")
    sys.exit(77)
