"""The kernel cache works with eight processes, with an empty cache, with truncated or damaged entries, with several
simultaneous runs, and on read-only and full disks. A compiler that fails or truncates its output never leaves a wrong entry."""

import os
import pathlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from cache_entries import damage_objects, kernel_origins, unfinished_files
from folders import new_folder
from simulation import require, require_namespaces, run

# Two processes divide 19 points along x, so that their array extents differ and several kernels are compiled at the same time.
PARAMETERS = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
driver::global_nx = 19
driver::global_ny = 14
driver::global_nz = 15
driver::ghost_size = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 2
TestKernel::factor = {factor}
TestKernel::shape = "{shape}"
CaKernel::cache_dir = "{cache}"
"""
ROUNDS = 10
RANKS = 8
KERNELS = ["TestKernel::fill", "TestKernel::smooth.interior", "TestKernel::smooth.boundary"]
FILL, INTERIOR, _ = KERNELS


def launch(cache, ranks=RANKS, factor=0.1, shape="star", **arguments):
    """Runs the thorn TestKernel, which compares every value of its kernels with a plain loop. Returns the output."""
    text = PARAMETERS.format(cache=cache, factor=factor, shape=shape)
    _, result = run(text, ranks=ranks, **arguments)
    if arguments.get("expect", 0) == 0:
        require("points agree at iteration" in result.stdout, "the values were not checked", result.stdout)
    return result.stdout


def origins(output):
    """Returns for each kernel "cache hit" or its compilation time in seconds."""
    found = kernel_origins(output)
    require(sorted(found) == sorted(KERNELS), "the report does not list the kernels", output)
    return found


def entries(cache):
    return sorted(pathlib.Path(cache).glob("*.kernel"))


@pytest.fixture(scope="module")
def work():
    return new_folder()


def test_cold_and_truncated(work):
    for number in range(ROUNDS):
        cache = work / f"cache{number % 2}"  # every other round damages an existing cache
        before = entries(cache)
        for entry in before:
            size = entry.stat().st_size
            os.truncate(entry, size * (number % 5) // 5)
        if number % 4 == 0:
            for entry in before:
                entry.unlink()
        output = launch(cache)
        found = origins(output)
        require("cache hit" not in found.values(), f"round {number}: a damaged entry was used", output)
        require(entries(cache), f"round {number}: nothing was cached", output)
    require(not unfinished_files(work / "cache0"), f"unfinished files: {unfinished_files(work / 'cache0')}")
    mode = (work / "cache0").stat().st_mode & 0o777
    require(mode == 0o700, f"the cache folder has mode {mode:o}")


def test_warm(work):
    cache = work / "cache0"
    output = launch(cache)
    require(set(origins(output).values()) == {"cache hit"}, "a warm cache was not used", output)
    changed = launch(cache, factor=0.2)
    found = origins(changed)
    require(found[INTERIOR] != "cache hit" and found[FILL] == "cache hit", "a new parameter value must compile the kernels that use it, and no others", changed)
    variant = launch(cache, shape="line")
    require(origins(variant)[INTERIOR] != "cache hit", "another variant must be compiled", variant)


def test_entries_that_cannot_be_loaded(work):
    """If cached objects cannot be loaded, one process compiles them again for all processes. The report lists them; the cache
    is repaired."""
    cache = work / "damaged"
    launch(cache, ranks=2)
    require(damage_objects(cache) == 6, "the cache does not contain three kernels for each of the two array extents")
    output = launch(cache, ranks=2)
    require("cache hit" not in origins(output).values(), "an object was used although it cannot be loaded", output)
    for kernel in KERNELS:
        words = f"{kernel}: the entry of the cache was not usable, and the kernel was compiled again: Kernel {kernel} cannot be loaded: "
        require(output.count(words) == 1, f"no line `{words}`", output)
    output = launch(cache, ranks=2)
    require(set(origins(output).values()) == {"cache hit"} and "not usable" not in output, "the kernels that were compiled again are not cached", output)


def test_unusable(work):
    """If the cache folder cannot be used, the run continues without a cache, warns once, and computes correct values."""
    a_file = work / "file"
    a_file.write_text("not a folder")
    open_to_all = work / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    for cache in (a_file, open_to_all, pathlib.Path("/proc/chemora")):
        output = launch(cache, ranks=2)
        require(output.count("Compiled kernels are not cached on disk") == 1, f"{cache}: there is not exactly one warning", output)
    require(not any(open_to_all.iterdir()), "a folder with write permission for all users was used")


MOUNT_READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'


def test_read_only(work):
    """The cache folder is a read-only mount in the namespace of the run, because root ignores file permissions."""
    require_namespaces()
    cache = work / "read-only"
    arguments = {"ranks": 1, "before": ("unshare", "-rm", "sh", "-c", MOUNT_READ_ONLY, str(cache))}
    launch(cache, ranks=1)
    before = {entry.name: entry.stat().st_mtime_ns for entry in entries(cache)}
    output = launch(cache, **arguments)
    require(set(origins(output).values()) == {"cache hit"}, "a read-only cache was not read", output)
    output = launch(cache, factor=0.3, **arguments)
    require(origins(output)[INTERIOR] != "cache hit", "nothing was compiled", output)
    words = " ".join(output.split())
    require(words.count("cannot be written (Read-only file system). The run continues without the cache.") == 1, "the message about the read-only disk is not printed exactly once", output)
    require(before == {entry.name: entry.stat().st_mtime_ns for entry in entries(cache)}, "a read-only cache changed", output)


def test_at_once(work):
    """Three simultaneous runs share one cache that is empty at the start."""
    cache = work / "shared"
    with ThreadPoolExecutor() as pool:
        for output in pool.map(lambda _: launch(cache, ranks=2), range(3)):
            origins(output)
    require(not unfinished_files(cache), f"unfinished files: {unfinished_files(cache)}")
    output = launch(cache, ranks=2)
    require(set(origins(output).values()) == {"cache hit"}, "the cache of three simultaneous runs is incomplete", output)


def test_full_disk(work):
    """The cache is on a small file system that exists only in the mount namespace of a new process."""
    require_namespaces()
    subprocess.run(["unshare", "-rm", sys.executable, __file__, "on-full-disk", str(work)], check=True)


def on_full_disk(work):
    cache = work / "full"
    cache.mkdir(mode=0o700)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48k,mode=0700", "none", str(cache)], check=True)
    for number in range(2):
        output = launch(cache, ranks=2)
        words = " ".join(output.split())
        require(words.count("cannot be written (No space left on device). The run continues without the cache.") == 1, "the message about the full disk is not printed exactly once", output)
        found = origins(output)
        require(any(origin != "cache hit" for origin in found.values()), "the disk was not full", output)
        require(not unfinished_files(cache), f"unfinished files: {unfinished_files(cache)}", output)
    require(entries(cache), "nothing was cached although the disk had space for some kernels", output)
    for entry in entries(cache):
        entry.unlink()
    launch(cache, ranks=1)


def test_no_compiler(work):
    output = launch(work / "unused", ranks=2, expect=1, CHEMORA_CXX="g++")
    require(output.count("CHEMORA_CXX is `g++`") == 1, "the message about the wrong CHEMORA_CXX is not printed exactly once", output)
    require("at iteration" not in output, "the run began without a compiler", output)
    output = launch(work / "unused", ranks=2, expect=1, CHEMORA_CXX="/bin/false")
    require("/bin/false --version ended with exit code 1" in " ".join(output.split()), "the failure of the compiler is not reported", output)
    broken = work / "broken-compiler"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] && echo broken 1 && exit 0\necho "internal failure" >&2; exit 3\n')
    broken.chmod(0o700)
    output = launch(work / "unused", ranks=3, expect=1, CHEMORA_CXX=str(broken), TMPDIR=str(work))
    for words in ("ended with exit code 3 on kernel TestKernel::fill", "internal failure", "The source is in"):
        require(words in " ".join(output.split()), f"the message lacks `{words}`", output)
    require(not entries(work / "unused"), "a failed compilation left an entry", output)


TRUNCATING = """#!/bin/sh
for argument; do case $argument in --version) exec {real} --version;; esac; done
{real} "$@" || exit
while [ "$1" != -o ]; do shift; done
[ {when} ] || exit 0
touch {mark}
truncate -s -{bytes} "$2"
"""


def test_truncated_objects(work):
    """A compiler returns 0 but writes a truncated object file, as on a full disk. The first case truncates only the first
    object file, and the second case truncates all of them."""
    compiler, mark = work / "truncating", work / "truncated"
    real = os.path.realpath(shutil.which("g++"))
    for n_bytes in (1, 100, 5000):
        cache = work / f"truncated-{n_bytes}"
        for when, code in ((f"! -e {mark}", 0), ("1 = 1", 1)):
            mark.unlink(missing_ok=True)
            compiler.write_text(TRUNCATING.format(real=real, when=when, mark=mark, bytes=n_bytes))
            compiler.chmod(0o700)
            output = launch(cache, ranks=2, expect=code, factor=n_bytes + code, CHEMORA_CXX=compiler, TMPDIR=str(work))
            text = " ".join(output.split())
            words = "but the object is incomplete" if code else "A compilation failed and succeeded when it was repeated."
            require(mark.exists() and words in text, f"the output lacks `{words}`", output)
        output = launch(cache, ranks=2, factor=n_bytes, CHEMORA_CXX=compiler)
        require(set(origins(output).values()) == {"cache hit"}, "the repeated compilation was not cached", output)


if __name__ == "__main__":  # started again by the test of a full disk
    on_full_disk(pathlib.Path(sys.argv[2]))
