"""A full disk does not crash a run: checkpoints of several processes are written by all of them or by none, and a write that fails
although space was reserved is an error with exit code 1."""

import re
import subprocess

import pytest
from checkpoints import EVERYTHING, SMALL, with_settings
from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, environment, launcher, run

PARAMETERS = with_settings(EVERYTHING, {
    **SMALL, **{f"driver::global_n{axis}": "41" for axis in "xyz"}, "cactus::cctk_itlast": "2", "IO::checkpoint_every": "1",
    "IOHDF5::checkpoint": '"yes"', "IOHDF5::out_every": "1", "IOHDF5::out_vars": '"TestCheckpoint::visits"'})

MOUNT = 'mount -t tmpfs -o size=$1 none "$2" && shift 2 && exec "$@"'


def flat(text):
    return re.sub(r"\s+", " ", text)


@pytest.fixture(scope="module")
def work():
    return new_folder()


@pytest.fixture(scope="module")
def sizes(work):
    """The sizes of the files of a checkpoint."""
    folder, _ = run(PARAMETERS, 2, folder=work / "reference")
    return [path.stat().st_size for path in sorted((folder / "saved").glob("*.it_1.*h5"))]


def expect_no_crash(result):
    text = flat(result.stdout)
    assert "egmentation" not in text and "signal" not in text, result.stdout
    assert result.returncode == 1, (result.returncode, result.stdout)
    assert "No checkpoint at iteration" in text and "The exit code is 1" in text, result.stdout


@pytest.mark.skipif(subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode != 0,
                    reason="users cannot make namespaces, in which a small disk can be mounted")
@pytest.mark.parametrize("n", range(8))
def test_small_disk(work, sizes, n):
    """Disks with space for no, one or both files of one checkpoint, but not for two checkpoints."""
    disk = work / f"disk-{n}" / "saved"
    disk.mkdir(parents=True)
    (disk.parent / "test.par").write_text(PARAMETERS)
    n_bytes = int(sum(sizes) * (0.3 + 0.2 * n))
    command = ["unshare", "-rm", "sh", "-c", MOUNT, "sh", str(n_bytes), str(disk), *launcher(2), str(CHEMORA), "test.par"]
    result = subprocess.run(command, cwd=disk.parent, env=environment(), timeout=HANG_SECONDS, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    expect_no_crash(result)


FAILING_WRITES = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes to checkpoints fail after the first ones, as on a disk without the reserved space. */
static int fails(int file) {
  static int n_writes = 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t const n = readlink(link, path, sizeof path - 1);
  if (n <= 0) return 0;
  path[n] = 0;
  return strstr(path, ".chkpt") && strstr(path, ".h5") && ++n_writes > atoi(getenv("N_GOOD_WRITES"));
}

#define REPLACE(type, name, parameters, arguments)                       \\
  type name parameters {                                                 \\
    type(*original) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name); \\
    if (fails(file)) {                                                   \\
      errno = ENOSPC;                                                    \\
      return -1;                                                         \\
    }                                                                    \\
    return original arguments;                                           \\
  }

REPLACE(ssize_t, pwrite, (int file, void const* data, size_t n, off_t at), (file, data, n, at))
REPLACE(ssize_t, pwrite64, (int file, void const* data, size_t n, off64_t at), (file, data, n, at))
REPLACE(ssize_t, write, (int file, void const* data, size_t n), (file, data, n))
"""


@pytest.fixture(scope="module")
def library(work):
    source, library = work / "failing.c", work / "failing.so"
    source.write_text(FAILING_WRITES)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


@pytest.mark.parametrize("n_good_writes", [0, 1, 2, 3, 5, 10, 20])
def test_failing_write(work, library, n_good_writes):
    """A later write of a checkpoint fails."""
    _, result = run(PARAMETERS, 2, folder=work / f"failing-{n_good_writes}", expect=None,
                    before=("env", f"LD_PRELOAD={library}"), N_GOOD_WRITES=n_good_writes)
    expect_no_crash(result)
