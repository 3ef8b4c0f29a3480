"""--compile-only fills the cache: the run after it compiles nothing, and it leaves nothing but the cache behind."""

import pathlib
import re

import pytest
from folders import new_folder
from simulation import run

# 19 points along x over two processes: their extents differ.
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


def expect(condition, message, output):
    if not condition:
        pytest.fail(f"{message}\n{output}")


def entries(cache):
    """Names of the kept kernels; the limits of the machine and the compiler's name are kept beside them."""
    others = (b"limits of devices", b"compiler of kernels")
    return sorted(path.name for path in pathlib.Path(cache).glob("*.kernel")
                  if not any(other in path.read_bytes()[:200] for other in others))


def compile_ahead(text, ranks=1, **arguments):
    """Gives the folder, the output, and by kernel whether it was compiled."""
    folder, result = run(text, ranks=ranks, options=["--compile-only"], **arguments)
    found = re.findall(r"^  ([\w:.]+): (compiled in [\d.]+ s|was there)$", result.stdout, re.MULTILINE)
    return folder, result.stdout, {name: how.startswith("compiled") for name, how in found}


def simulate(text, ranks=1):
    """Gives the output and by kernel how it came about: cache hit or seconds."""
    output = run(text, ranks=ranks)[1].stdout
    return output, dict(re.findall(r"^(\w+::[\w.]+)  +.*?(cache hit|[\d.]+ s)  ", output, re.MULTILINE))


@pytest.fixture(scope="module")
def work():
    return new_folder()


def test_fills_the_cache(work):
    cache = work / "cache"
    text = PARAMETERS.format(cache=cache, out=work / "out", more="")
    folder, output, compiled = compile_ahead(text, ranks=2)
    expect(compiled == {f"TestKernel::{k}": True for k in ("fill", "smooth.interior", "smooth.boundary")}, "not these kernels", output)
    expect("points agree" not in output and not (work / "out").exists(), "it has evolved or written output", output)
    expect([path.name for path in folder.iterdir()] == ["test.par"], "it has written files", output)
    before = entries(cache)
    expect(len(before) == 6, f"{len(before)} entries, not those of two processes", output)
    output, how = simulate(text, ranks=2)
    expect(list(how.values()) == ["cache hit"] * 3 and entries(cache) == before, "the run has compiled", output)
    output, how = simulate(text, ranks=1)
    expect("cache hit" not in how.values(), "another number of processes needs other kernels", output)
    _, output, compiled = compile_ahead(text, ranks=2)
    expect(list(compiled.values()) == [False] * 3, "it has compiled again", output)


def test_compiles_what_is_needed(work):
    cache = work / "few"
    _, output, compiled = compile_ahead(PARAMETERS.format(cache=cache, out=work / "out", more="cactus::cctk_itlast = 0").replace("cactus::cctk_itlast = 2\n", ""))
    expect(list(compiled) == ["TestKernel::fill"], "steps that will not be are compiled for", output)
    expect("These kernels were not compiled" in output and ": TestKernel::smooth." in output, "skipped kernels are not listed", output)
    _, output, compiled = compile_ahead(PARAMETERS.format(cache=cache, out=work / "out", more='TestKernel::shape = "line"'))
    expect(compiled == {"TestKernel::fill": False, "TestKernel::smooth.interior": True, "TestKernel::smooth.boundary": True}, "not the variant", output)


def test_generated_thorns(work):
    for name, more in (("host", ""), ("own", "Devices::own_memory = yes")):
        cache = work / f"wave-{name}"
        out = work / f"out-{name}"
        text = WAVE.format(cache=cache, out=out, more=more)
        _, output, compiled = compile_ahead(text)
        expect(not out.exists(), "it has copied the parameter file or claimed the checkpoints", output)
        expect(any("Wave_RHS" in kernel for kernel in compiled), "no Wave_RHS", output)
        before = entries(cache)
        output, how = simulate(text)
        expect((out / "checkpoints").exists(), "the run has written no checkpoint", output)
        expect(set(how.values()) == {"cache hit"} and entries(cache) == before, f"{name}: the run has compiled", output)
        run_now = {"Wave::Wave_Gaussian"} | {f"Wave::Wave_RHS_update{n}{part}" for n in (1, 2, 3) for part in ("", "_rest")}
        expect(set(how) == run_now, f"{name}: the run has used {sorted(how)}", output)
        triggered = {"Wave::Wave_Energy", "Wave::Wave_Error"}  # by output that this run does not ask for
        apart = {"Wave::Wave_RHS"}  # if somebody looks in between
        faces = [f"{axis}_{side}" for axis in "xyz" for side in ("lower", "upper")]
        conditions = {f"Boundary_Radiation_{face}" for face in faces}  # not known before: all
        if name == "own":
            apart |= {f"CaKernel::LinearCombination{sum}" for sum in ("0", "1", "1_kept", "2", "2_kept")}
            conditions |= {f"Boundary_{condition}_{face}" for condition in ("Flat", "Extrapolation") for face in faces}
            conditions |= {"Boundary_Copy", "Boundary_Scalar"}
        wanted = run_now | triggered | apart | {f"CaKernel::{condition}" for condition in conditions}
        expect(set(compiled) == wanted, f"{name}: compiled too much or too little: {sorted(set(compiled) ^ wanted)}", output)


def test_errors(work):
    a_file = work / "file"
    a_file.write_text("not a folder")
    for cache, more, words in (
        (a_file, "", "--compile-only has not filled the cache. Compiled kernels are not cached on disk"),
        (work / "unused", 'TestKernel::kernels_tag = "number"', "TAGS of TestKernel::TestKernel_Check: Kernels takes names of kernels in quotes."),
        (work / "unused", 'TestKernel::kernels_tag = "unknown"', "Thorn TestKernel has no kernel smoth. Did you mean `smooth`?"),
        (work / "unused", "TestKernel::own_course = yes", "--compile-only needs a driver that leaves initialisation and evolution to the framework"),
        (work / "unused", "CaKernel::use_cache = no", '--compile-only fills the cache, but CaKernel::use_cache is "no".'),
    ):
        _, output, _ = compile_ahead(PARAMETERS.format(cache=cache, out=work / "out", more=more), expect=1)
        expect(words in " ".join(output.split()), f"the message lacks `{words}`", output)
    text = 'ActiveThorns = "PUGH"\ndriver::global_nsize = 8\ncactus::cctk_itlast = 1\n'
    _, output, _ = compile_ahead(text)
    expect("No active thorn compiles anything" in output and "iteration" not in output, "not told", output)
