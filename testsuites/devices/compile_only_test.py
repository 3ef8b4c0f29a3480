"""--compile-only fills the cache and writes no other files; the next run compiles nothing."""

import re

import pytest
from cache_entries import kernel_entries, kernel_origins
from folders import new_folder
from simulation import require, run

# 19 points along x on two processes: their extents differ.
PARAMETERS = """
ActiveThorns = "PUGH PUGHSlab CaKernel Accelerator Devices TestKernel IOUtil IOASCII"
driver::global_nx = 19
driver::global_ny = 14
driver::global_nz = 15
driver::ghost_size = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 2
TestKernel::factor = 0.1
IO::out_dir = "{out}"
IOASCII::out1D_vars = "TestKernel::field"
IOASCII::out1D_every = 1
CaKernel::cache_dir = "{cache}"
{more}
"""
WAVE = """
ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOHDF5 Wave"
ActiveThorns = "CaKernel Accelerator Devices"
driver::global_nsize = 16
driver::ghost_size = 2
grid::type = "byrange"
grid::xyzmin = -1
grid::xyzmax = +1
MoL::ODE_Method = "RK4"
MoL::MoL_Intermediate_Steps = 4
MoL::MoL_Num_Scratch_Levels = 1
Wave::initial = "gaussian"
cactus::terminate = "iteration"
cactus::cctk_itlast = 2
IO::out_dir = "{out}"
IO::parfile_write = "copy"
IO::checkpoint_dir = "{out}/checkpoints"
IO::checkpoint_every = 1
IOHDF5::checkpoint = yes
CaKernel::cache_dir = "{cache}"
{more}
"""


def compile_ahead(text, ranks=1, **arguments):
    """Runs --compile-only. Returns the folder, the output, and a dictionary from each kernel to whether it was compiled."""
    folder, result = run(text, ranks=ranks, options=["--compile-only"], **arguments)
    found = re.findall(r"^  ([\w:.]+): (compiled in [\d.]+ s|found in the cache)$", result.stdout, re.MULTILINE)
    return folder, result.stdout, {name: origin.startswith("compiled") for name, origin in found}


def simulate(text, ranks=1):
    """Runs the parameter file. Returns the output, and for each kernel "cache hit" or its compilation time in seconds."""
    output = run(text, ranks=ranks)[1].stdout
    return output, kernel_origins(output)


@pytest.fixture(scope="module")
def work():
    return new_folder()


def test_fills_the_cache(work):
    cache = work / "cache"
    text = PARAMETERS.format(cache=cache, out=work / "out", more="")
    folder, output, compiled = compile_ahead(text, ranks=2)
    require(compiled == {f"TestKernel::{k}": True for k in ("fill", "smooth.interior", "smooth.boundary")}, "the kernels differ", output)
    require("points agree" not in output and not (work / "out").exists(), "the run has evolved or written output", output)
    require([path.name for path in folder.iterdir()] == ["test.par"], "the run has written files", output)
    before = kernel_entries(cache)
    require(len(before) == 6, f"{len(before)} entries instead of 6 for two processes", output)
    output, origins = simulate(text, ranks=2)
    require(list(origins.values()) == ["cache hit"] * 3 and kernel_entries(cache) == before, "the run has compiled", output)
    output, origins = simulate(text, ranks=1)
    require("cache hit" not in origins.values(), "the kernels depend on the number of processes, but were found in the cache", output)
    _, output, compiled = compile_ahead(text, ranks=2)
    require(list(compiled.values()) == [False] * 3, "--compile-only has compiled again", output)


def test_compiles_what_is_needed(work):
    cache = work / "few"
    _, output, compiled = compile_ahead(PARAMETERS.format(cache=cache, out=work / "out", more="cactus::cctk_itlast = 0").replace("cactus::cctk_itlast = 2\n", ""))
    require(list(compiled) == ["TestKernel::fill"], "kernels of steps were compiled although there is no step", output)
    require("These kernels were not compiled" in output and ": TestKernel::smooth." in output, "skipped kernels are not listed", output)
    _, output, compiled = compile_ahead(PARAMETERS.format(cache=cache, out=work / "out", more='TestKernel::shape = "line"'))
    require(compiled == {"TestKernel::fill": False, "TestKernel::smooth.interior": True, "TestKernel::smooth.boundary": True}, "the kernels of the variant differ", output)


def test_generated_thorns(work):
    for name, more in (("host", ""), ("own", "Devices::own_memory = yes")):
        cache = work / f"wave-{name}"
        out = work / f"out-{name}"
        text = WAVE.format(cache=cache, out=out, more=more)
        _, output, compiled = compile_ahead(text)
        require(not out.exists(), "--compile-only has created the output folder", output)
        require(any("Wave_RHS" in kernel for kernel in compiled), "Wave_RHS was not compiled", output)
        before = kernel_entries(cache)
        output, origins = simulate(text)
        require((out / "checkpoints").exists(), "the run has written no checkpoint", output)
        require(set(origins.values()) == {"cache hit"} and kernel_entries(cache) == before, f"{name}: the run has compiled", output)
        run_now = {"Wave::Wave_Gaussian"} | {f"Wave::Wave_RHS_update{n}{part}" for n in (1, 2, 3) for part in ("", "_rest")}
        require(set(origins) == run_now, f"{name}: the run has used {sorted(origins)}", output)
        triggered = {"Wave::Wave_Energy", "Wave::Wave_Error"}  # by output that this run does not request
        separate = {"Wave::Wave_RHS"}  # for functions that read right-hand sides before the updates
        faces = [f"{axis}_{side}" for axis in "xyz" for side in ("lower", "upper")]
        conditions = {f"Boundary_Radiation_{face}" for face in faces}  # all faces, because --compile-only does not select any
        if name == "own":
            separate |= {f"CaKernel::LinearCombination{form}" for form in ("0", "1", "1_kept", "2", "2_kept")}
            conditions |= {f"Boundary_{condition}_{face}" for condition in ("Flat", "Extrapolation") for face in faces}
            conditions |= {"Boundary_Copy", "Boundary_Scalar"}
        expected = run_now | triggered | separate | {f"CaKernel::{condition}" for condition in conditions}
        require(set(compiled) == expected, f"{name}: compiled too much or too little: {sorted(set(compiled) ^ expected)}", output)


def test_single_precision(work):
    """In single precision, the boundary conditions have kernels of their own."""
    cache, out = work / "real32", work / "out-real32"
    text = WAVE.format(cache=cache, out=out, more='Devices::own_memory = yes\nWave::precision = "real32"\nWave::boundary = "radiative"')
    _, output, compiled = compile_ahead(text)
    conditions = {kernel for kernel in compiled if kernel.startswith("CaKernel::Boundary_Extrapolation") and "_real32" in kernel}
    require(len(conditions) == 6, f"the kernels of the boundary differ: {sorted(compiled)}", output)
    before = kernel_entries(cache)
    output, origins = simulate(text)
    require(conditions <= set(origins), f"the run has used {sorted(origins)}", output)
    require(set(origins.values()) == {"cache hit"} and kernel_entries(cache) == before, "the run has compiled", output)


def test_errors(work):
    a_file = work / "file"
    a_file.write_text("not a folder")
    for cache, more, words in (
        (a_file, "", "--compile-only has not filled the cache. Compiled kernels are not cached on disk"),
        (work / "unused", 'TestKernel::kernels_tag = "number"', "TAGS of TestKernel::TestKernel_Check: Kernels takes names of kernels in quotes."),
        (work / "unused", 'TestKernel::kernels_tag = "unknown"', "Thorn TestKernel has no kernel smoth. Did you mean `smooth`?"),
        (work / "unused", "TestKernel::own_evolution = yes", "--compile-only needs a driver that leaves initialisation and evolution to the framework"),
        (work / "unused", "CaKernel::use_cache = no", '--compile-only fills the cache, but CaKernel::use_cache is "no".'),
    ):
        _, output, _ = compile_ahead(PARAMETERS.format(cache=cache, out=work / "out", more=more), expect=1)
        require(words in " ".join(output.split()), f"the message lacks `{words}`", output)
    text = 'ActiveThorns = "PUGH"\ndriver::global_nsize = 8\ncactus::cctk_itlast = 1\n'
    _, output, _ = compile_ahead(text)
    require("No active thorn compiles anything" in output and "iteration" not in output, "the message is missing", output)
