"""Without a compiler, a run uses the kernels that are built into the executable. Its output files are bitwise equal to those
of a run with a compiler, and the report lists the built-in kernels."""

import json
import shutil
import subprocess

import pytest
from all_output import all_output, differences
from cache_entries import damage_objects, kernel_origins
from folders import new_folder
from parameter_text import wave
from simulation import CHEMORA, environment, launcher, require, run, with_report

CHANGES = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22", "driver::ghost_size": "4",
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "3", "IOASCII::out1D_every": "2",
    "IOScalar::outScalar_every": "1", "IOHDF5::out_every": "3", "IO::out_dir": '"data"',
    "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"',
}
KERNELS = ["Wave::Wave_Gaussian", "Wave::Wave_RHS", "Wave::Wave_Energy"]
NO_COMPILER = ("env", "PATH=/nowhere")
TEST_KERNEL = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
driver::global_nsize = 12
driver::ghost_size = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 1
CaKernel::cache_dir = "{cache}"
"""


def parameter_file(cache, **extra):
    return wave("gaussian", CHANGES, {"CaKernel::cache_dir": f'"{cache}"'}, extra)


def same_files(reference, folder, output, name):
    wrong = differences(reference, all_output(folder / "data"))
    require(not wrong, f"{name}: " + "; ".join(wrong), output)


@pytest.fixture(scope="module")
def work():
    return new_folder()


def test_same_bits(work):
    """Built-in and compiled kernels give equal files. The cases are the default order of derivatives, order 6, and a separate
    memory of the device, where MoL's linear combinations are kernels."""
    for name, extra in (("plain", {}), ("order", {"Wave::fd_order": "6"}), ("own", {"Devices::own_memory": "yes"})):
        cache = work / f"cache-{name}"
        folder, result = run(parameter_file(cache, **extra), folder=work / f"compiled-{name}")
        require("built in" not in result.stdout, "a built-in kernel was used although there is a compiler", result.stdout)
        reference = all_output(folder / "data")
        require(len(reference) > 6, f"too little output: {sorted(reference)}", result.stdout)
        for ranks, threads in ((1, 1), (2, 2)):
            case = f"{name}.ranks={ranks}"
            folder, result = run(parameter_file(work / "empty", **extra), ranks, threads, work / case, before=NO_COMPILER)
            same_files(reference, folder, result.stdout, case)
            table = kernel_origins(result.stdout)
            require(set(table.values()) == {"built in"} and set(KERNELS) <= set(table), f"{case}: not all kernels are built in", result.stdout)
            flat = " ".join(result.stdout.split())
            processes = "process 0" if ranks == 1 else "processes 0, 1"
            message = f"No kernels are compiled for {processes}: No C++ compiler was found: there is no c++, g++ or clang++ in PATH. Kernels that are not in the cache are replaced by built-in ones"
            require(flat.count(message) == 1, f"{case}: the message that no compiler was found is not printed exactly once", result.stdout)
            for kernel in table:
                line = f"{kernel}: built in, default plan: No C++ compiler was found"
                require(result.stdout.count(line) == 1, f"{case}: no line `{line}`", result.stdout)
            report = json.loads((folder / "data/kernel_report.json").read_text())
            require(all(kernel["built_in"] for kernel in report["kernels"]), f"{case}: the JSON report differs", result.stdout)
        print(f"{name}: {len(reference)} files are equal without a compiler on 1 and 2 processes")


def test_uses_the_cache(work):
    """A machine without a compiler uses the cache of a machine with a compiler, and built-in kernels for missing entries."""
    folder, _ = run(parameter_file(work / "cache-plain"), folder=work / "again")
    reference = all_output(folder / "data")
    folder, result = run(parameter_file(work / "cache-plain"), folder=work / "warm", before=NO_COMPILER)
    same_files(reference, folder, result.stdout, "warm cache")
    require(set(kernel_origins(result.stdout).values()) == {"cache hit"}, "the cache was not used", result.stdout)
    folder, result = run(parameter_file(work / "cache-plain", **{"CaKernel::compiler": '"none"', "CaKernel::plan[0]": '"Wave_RHS: tile 7 7 7"'}),
                         folder=work / "half-warm")
    same_files(reference, folder, result.stdout, "half a cache")
    table = kernel_origins(result.stdout)
    require(table["Wave::Wave_RHS"] == "built in" and table["Wave::Wave_Energy"] == "cache hit", "the kernel without an entry is not built in, or the other was not loaded", result.stdout)
    for words in ('CaKernel::compiler is "none".', "The plan pinned for Wave::Wave_RHS is ignored"):
        require(words in " ".join(result.stdout.split()), f"the message lacks `{words}`", result.stdout)
    shutil.copytree(work / "cache-plain", work / "cache-damaged")
    damage_objects(work / "cache-damaged")
    folder, result = run(parameter_file(work / "cache-damaged"), folder=work / "damaged", before=NO_COMPILER)
    same_files(reference, folder, result.stdout, "a cache without usable entries")
    require(set(kernel_origins(result.stdout).values()) == {"built in"}, "objects were used although they cannot be loaded", result.stdout)
    for words in ("Wave::Wave_Energy: the entry of the cache was not usable: Kernel Wave::Wave_Energy cannot be loaded: ",
                  "Not fused with updates of the time integrator: Wave::Wave_RHS: Wave::Wave_RHS_update1 is not built in. "):
        require(words in result.stdout, f"the message lacks `{words}`", result.stdout)


def test_some_have_a_compiler(work):
    """The first process has no compiler; the second compiles for both."""
    folder = work / "mixed"
    folder.mkdir()
    (folder / "test.par").write_text(with_report(parameter_file(work / "cache-mixed")))
    program = [str(CHEMORA), "test.par"]
    start = launcher(2)[:-2] # without "-n 2"
    command = [*start, "-n", "1", *NO_COMPILER, *program, ":", "-n", "1", *program]
    result = subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    require(result.returncode == 0, "the run with and without a compiler has failed", result.stdout)
    require("built in" not in result.stdout and "No kernels" not in result.stdout, "the compiler of the other process was not used", result.stdout)
    origins = kernel_origins(result.stdout)
    require(origins and all("s" in value for value in origins.values()), "the kernels were not compiled", result.stdout)
    same_files(all_output(work / "compiled-plain/data"), folder, result.stdout, "mixed")


def test_broken_compilers(work):
    """A compiler prints its version but fails on every kernel. The run reports the failed compiler and uses the built-in
    kernels."""
    broken = work / "broken-compiler"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] && echo broken 1 && exit 0\necho "no linker" >&2; exit 3\n')
    broken.chmod(0o700)
    temporary = work / "temporary"
    temporary.mkdir()
    folder, result = run(parameter_file(work / "empty"), 2, 1, work / "broken", CHEMORA_CXX=str(broken), TMPDIR=str(temporary))
    same_files(all_output(work / "compiled-plain/data"), folder, result.stdout, "broken compiler")
    flat = " ".join(result.stdout.split())
    for words in ("ended with exit code 3 on kernel", "no linker", "replaced by built-in ones"):
        require(words in flat, f"the message lacks `{words}`", result.stdout)
    require(set(kernel_origins(result.stdout).values()) == {"built in"}, "not all kernels are built in", result.stdout)


def test_missing_kernels(work):
    """TestKernel's graphs are written by hand, so none is built in: the run ends before its first step."""
    _, result = run(TEST_KERNEL.format(cache=work / "empty"), ranks=2, expect=1, before=NO_COMPILER)
    flat = " ".join(result.stdout.split())
    for words in ("These kernels are not built in, and cannot be compiled: TestKernel::fill, TestKernel::smooth.", "No C++ compiler was found",
                  "Install g++ where the run computes", "CHEMORA_CXX", "--compile-only", "CHEMORA_BUILT_IN_KERNELS"):
        require(words in flat, f"the message lacks `{words}`", result.stdout)
    require("agree at iteration" not in result.stdout, "the run has made a step", result.stdout)
    _, result = run(parameter_file(work / "empty"), expect=1, options=["--compile-only"], before=NO_COMPILER)
    require("--compile-only has not compiled all kernels. No kernels are compiled for process 0" in " ".join(result.stdout.split()), "the message is missing", result.stdout)


def test_kernels_that_only_output_launches(work):
    """A kernel is missing that runs only when its result is output. The run fails if this output is requested and succeeds
    otherwise."""
    text = TEST_KERNEL.format(cache=work / "empty") + 'TestKernel::only_triggered = yes\nActiveThorns = "PUGHSlab IOUtil IOASCII"\n'
    requested = 'IOASCII::out1D_every = 1\nIOASCII::out1D_vars = "TestKernel::field"\n'
    warning = "not built in, and cannot be compiled: TestKernel::fill. The run ends if output needs what they compute."
    error = "These kernels are not built in, and cannot be compiled: TestKernel::fill. No C++ compiler was found"
    for more, code in (("", 0), (requested, 1)):
        _, result = run(text + more, ranks=2, expect=code, before=NO_COMPILER)
        flat = " ".join(result.stdout.split())
        require(warning in flat, "the warning is missing", result.stdout)
        require((error in flat) == bool(code), "the error is missing, or there is one without a request", result.stdout)
    run(text + requested)
