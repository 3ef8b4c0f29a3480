"""Eight processes with a cold cache and with truncated entries, ten times in a row; several runs at once; read-only and full
disks."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import pytest
from concurrent.futures import ThreadPoolExecutor

from cache_entries import spoil_objects
from folders import new_folder
from simulation import run

# 19 points along x over two processes: extents differ, so that several kernels are compiled at once.
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


def launch(cache, ranks=RANKS, factor=0.1, shape="star", **arguments):
    """Runs TestKernel, which compares every value; gives its output."""
    text = PARAMETERS.format(cache=cache, factor=factor, shape=shape)
    _, result = run(text, ranks=ranks, **arguments)
    checked = result.stdout.count("points agree at iteration")
    if arguments.get("expect", 0) == 0 and checked == 0:
        pytest.fail(f"the values were not checked:\n{result.stdout}")
    return result.stdout


def how_compiled(output):
    """What the report says of each kernel: 'cache hit' or seconds."""
    found = dict(re.findall(r"^TestKernel::([\w.]+)  +.*?(cache hit|[\d.]+ s)  ", output, re.MULTILINE))
    if set(found) != {"fill", "smooth.interior", "smooth.boundary"}:
        pytest.fail(f"the report does not list the kernels:\n{output}")
    return found


def entries(cache):
    return sorted(pathlib.Path(cache).glob("*.kernel"))


def expect(condition, message, output):
    if not condition:
        pytest.fail(f"{message}\n{output}")


@pytest.fixture(scope="module")
def work():
    return new_folder()


def test_cold_and_truncated(work):
    for number in range(ROUNDS):
        cache = work / f"cache{number % 2}"  # every other round finds a cache, and damages it
        before = entries(cache)
        for entry in before:
            size = entry.stat().st_size
            os.truncate(entry, size * (number % 5) // 5)
        if number % 4 == 0:
            for entry in before:
                entry.unlink()
        output = launch(cache)
        found = how_compiled(output)
        expect("cache hit" not in found.values(), f"round {number}: a damaged entry was used", output)
        expect(entries(cache), f"round {number}: nothing was kept", output)
    left = [path.name for path in (work / "cache0").iterdir() if path.suffix != ".kernel"]
    expect(not left, f"unfinished files are left: {left}", "")
    mode = (work / "cache0").stat().st_mode & 0o777
    expect(mode == 0o700, f"the cache folder has mode {mode:o}", "")


def test_warm(work):
    cache = work / "cache0"
    output = launch(cache)
    expect(set(how_compiled(output).values()) == {"cache hit"}, "a warm cache was not used", output)
    changed = launch(cache, factor=0.2)
    found = how_compiled(changed)
    expect(found["smooth.interior"] != "cache hit" and found["fill"] == "cache hit", "a parameter's change must compile anew, and only what uses it", changed)
    variant = launch(cache, shape="line")
    expect(how_compiled(variant)["smooth.interior"] != "cache hit", "another variant must compile anew", variant)


def test_entries_that_cannot_be_loaded(work):
    """Objects that do not load are compiled anew by one process for all, which the report tells, and kept."""
    cache = work / "spoilt"
    launch(cache, ranks=2)
    expect(spoil_objects(cache) == 6, "there are not three kernels for each of two extents", "")
    output = launch(cache, ranks=2)
    expect("cache hit" not in how_compiled(output).values(), "an object that does not load was used", output)
    for kernel in ("fill", "smooth.interior", "smooth.boundary"):
        words = f"TestKernel::{kernel}: the entry of the cache was not usable, and the kernel was compiled again: Kernel TestKernel::{kernel} cannot be loaded: "
        expect(output.count(words) == 1, f"no line `{words}`", output)
    output = launch(cache, ranks=2)
    expect(set(how_compiled(output).values()) == {"cache hit"} and "not usable" not in output, "what was compiled anew is not kept", output)


def test_unusable(work):
    """Every kind of folder that cannot be used: the run goes on, warns once, and gives the right values."""
    a_file = work / "file"
    a_file.write_text("not a folder")
    open_to_all = work / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    for cache in (a_file, open_to_all, pathlib.Path("/proc/chemora")):
        output = launch(cache, ranks=2)
        expect(output.count("Compiled kernels are not cached on disk") == 1, f"{cache}: not said once", output)
    expect(not any(open_to_all.iterdir()), "a folder open to all was written", "")


MOUNT_READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'


def test_read_only(work):
    """Mounted so, which holds for root, too; only the run's namespace sees it."""
    if not namespaces_are_permitted():
        skip("namespaces are not permitted here")
    cache = work / "read-only"
    arguments = {"ranks": 1, "before": ("unshare", "-rm", "sh", "-c", MOUNT_READ_ONLY, str(cache))}
    launch(cache, ranks=1)
    before = {entry.name: entry.stat().st_mtime_ns for entry in entries(cache)}
    output = launch(cache, **arguments)
    expect(set(how_compiled(output).values()) == {"cache hit"}, "a read-only cache was not read", output)
    output = launch(cache, factor=0.3, **arguments)
    expect(how_compiled(output)["smooth.interior"] != "cache hit", "nothing was compiled", output)
    words = " ".join(output.split())
    expect(words.count("cannot be written (Read-only file system). The run continues without the cache.") == 1, "a read-only disk is not told once", output)
    expect(before == {entry.name: entry.stat().st_mtime_ns for entry in entries(cache)}, "a read-only cache changed", output)


def test_at_once(work):
    """Runs that know nothing of each other, with the same cold cache."""
    cache = work / "shared"
    with ThreadPoolExecutor() as pool:
        for output in pool.map(lambda _: launch(cache, ranks=2), range(3)):
            how_compiled(output)
    left = [path.name for path in cache.iterdir() if path.suffix != ".kernel"]
    expect(not left, f"unfinished files are left: {left}", "")
    output = launch(cache, ranks=2)
    expect(set(how_compiled(output).values()) == {"cache hit"}, "three runs at once left no whole cache", output)


def namespaces_are_permitted():
    return subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL).returncode == 0


def test_full_disk(work):
    """On a file system of its own, which this process' namespace alone sees and which goes with it."""
    if not namespaces_are_permitted():
        skip("namespaces are not permitted here")
    subprocess.run(["unshare", "-rm", sys.executable, __file__, "on-full-disk", str(work)], check=True)


def on_full_disk(work):
    cache = work / "full"
    cache.mkdir(mode=0o700)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48k,mode=0700", "none", str(cache)], check=True)
    for number in range(2):
        output = launch(cache, ranks=2)
        words = " ".join(output.split())
        expect(words.count("cannot be written (No space left on device). The run continues without the cache.") == 1, "a full disk is not told once", output)
        found = how_compiled(output)
        expect(any(how != "cache hit" for how in found.values()), "the disk was not full", output)
        left = [path.name for path in cache.iterdir() if path.suffix != ".kernel"]
        expect(not left, f"unfinished files are left: {left}", output)
    expect(entries(cache), "nothing was kept though there was room for some", output)
    for entry in entries(cache):
        entry.unlink()
    launch(cache, ranks=1)


def test_no_compiler(work):
    output = launch(work / "unused", ranks=2, expect=1, CHEMORA_CXX="g++")
    expect(output.count("CHEMORA_CXX is `g++`") == 1, "the wrong CHEMORA_CXX was not named once", output)
    expect("at iteration" not in output, "the run began without a compiler", output)
    output = launch(work / "unused", ranks=2, expect=1, CHEMORA_CXX="/bin/false")
    expect("/bin/false --version ended with exit code 1" in " ".join(output.split()), "the compiler's failure was not told", output)
    broken = work / "broken-compiler"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] && echo broken 1 && exit 0\necho "it broke" >&2; exit 3\n')
    broken.chmod(0o700)
    output = launch(work / "unused", ranks=3, expect=1, CHEMORA_CXX=str(broken), TMPDIR=str(work))
    for words in ("ended with exit code 3 on kernel TestKernel::fill", "it broke", "The source is in"):
        expect(words in " ".join(output.split()), f"the message lacks `{words}`", output)
    expect(not entries(work / "unused"), "a failed compilation left an entry", output)


TRUNCATING = """#!/bin/sh
for argument; do case $argument in --version) exec {real} --version;; esac; done
{real} "$@" || exit
while [ "$1" != -o ]; do shift; done
[ {when} ] || exit 0
touch {mark}
truncate -s -{bytes} "$2"
"""


def test_truncated_objects(work):
    """A compiler that returns 0 and leaves a truncated object, as on a full disk: once, then always."""
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
            expect(mark.exists() and words in text, f"the output lacks `{words}`", output)
        output = launch(cache, ranks=2, factor=n_bytes, CHEMORA_CXX=compiler)
        expect(set(how_compiled(output).values()) == {"cache hit"}, "the repeated compilation was not cached", output)


if __name__ == "__main__":  # started again by the test of a full disk
    on_full_disk(pathlib.Path(sys.argv[2]))
