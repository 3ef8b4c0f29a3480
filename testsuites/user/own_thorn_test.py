"""A thorn of one's own runs with an existing program: only this thorn is compiled, and errors in its equations appear alone."""

import os
import re
import subprocess
import time

import pytest
from arrangements import write_files
from checkout import linked_copy
from simulation import BUILD, CHEMORA, HANG_SECONDS, environment, run

EQUATIONS = """begin thorn OwnDecay

begin parameters
  rate : real "Rate of decay", default: 1
end parameters

begin variables
  phi : "The field"
end variables

include "initial.edl"

begin calculation RHS scheduled in MoL_CalcRHS
  D_t phi = -rate phi
end calculation

end thorn
"""
INITIAL = """begin calculation Initial scheduled at initial
  phi = {value}
end calculation
"""
PARAMETERS = """
ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOBasic IOScalar
                CaKernel Accelerator Devices OwnDecay"
driver::global_nsize = 12
driver::ghost_size = 2
driver::periodic = "yes"
grid::type = "byspacing"
grid::dxyz = 0.1
MoL::ODE_Method = "RK2"
MoL::MoL_Intermediate_Steps = 2
time::dtfac = 0.5
cactus::terminate = "iteration"
cactus::cctk_itlast = 4
IO::out_dir = $parfile
CaKernel::machine_limits = "none"
IOBasic::outInfo_every = 2
IOBasic::outInfo_vars = "OwnDecay::phi"
IOScalar::outScalar_every = 4
IOScalar::outScalar_vars = "OwnDecay::phi"
"""


SOURCES = {
    "interface.ccl": """IMPLEMENTS: ownsources
INHERITS: grid
CCTK_INT FUNCTION OwnSources_Twice(CCTK_INT IN n)
PROVIDES FUNCTION OwnSources_Twice WITH OwnSources_TwiceImplementation LANGUAGE C
USES FUNCTION OwnSources_Twice
PUBLIC:
CCTK_REAL f TYPE=GF { f } "a field"
""",
    "param.ccl": 'CCTK_INT n "number" { 0:* :: "any" } 4\n',
    "schedule.ccl": """STORAGE: f
SCHEDULE OwnSources_Fill AT INITIAL { LANG: C } "Fill the field"
SCHEDULE OwnSources_Show AT INITIAL AFTER OwnSources_Fill { LANG: Fortran } "Print a value"
""",
    "src/make.code.defn": "SRCS = fill.c show.F90\n",
    "src/fill.c": """#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Functions.h"
#include "cctk_Parameters.h"
CCTK_INT OwnSources_TwiceImplementation(CCTK_INT n) { return 2 * n; }
void OwnSources_Fill(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  for (int i = 0; i < cctk_ash[0] * cctk_ash[1] * cctk_ash[2]; ++i) f[i] = x[i] + OwnSources_Twice(n);
}
""",
    "src/show.F90": """#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
subroutine OwnSources_Show(CCTK_ARGUMENTS)
  implicit none
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  write(*,*) "shown:", nint(f(1,1,1) - x(1,1,1)), n
end subroutine
""",
}


@pytest.fixture(scope="module")
def copy():
    """A checkout with a file of equations, which includes another file, and a parameter file."""
    copy = linked_copy()
    (copy / "own_decay.edl").write_text(EQUATIONS)
    (copy / "initial.edl").write_text(INITIAL.format(value=1))
    (copy / "decay.par").write_text(PARAMETERS)
    return copy


def script(copy, command, expect=0):
    """Returns standard output and standard error of a script, and its time in seconds."""
    start = time.monotonic()
    done = subprocess.run(["bash", "-c", f"scripts/{command}"], cwd=copy, env={**environment(), "CHEMORA_BUILD": str(BUILD)},
                          capture_output=True, text=True, timeout=HANG_SECONDS)
    assert done.returncode == expect, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout, done.stderr, time.monotonic() - start


def maximum(output):
    """The maximum of phi in the last row of the info table."""
    rows = re.findall(r"(?m)^ +\d+ +[\d.]+ \|.*\| +(\S+) +(\S+)$", output)
    assert rows, output
    return float(rows[-1][1])


def test_runs_and_follows_changes(copy):
    decayed = (1 - 0.05 + 0.05**2 / 2) ** 4  # Heun's method with steps of 0.05
    program = os.stat(CHEMORA).st_mtime_ns
    output, _, _ = script(copy, "run own_decay.edl decay.par --np 1")
    assert maximum(output) == pytest.approx(decayed, abs=1e-6)
    assert os.stat(CHEMORA).st_mtime_ns == program, "the program was linked again"

    (copy / "initial.edl").write_text(INITIAL.format(value=2))
    output, _, _ = script(copy, "run own_decay.edl decay.par --np 2")
    assert maximum(output) == pytest.approx(2 * decayed, abs=1e-6)


def test_library_fits_only_its_program(copy):
    library = BUILD / "added/own_decay/thorn.so"
    script(copy, "build --add own_decay.edl")
    _, result = run(PARAMETERS, folder=copy / "direct", options=("--thorn-library", str(library)))
    assert maximum(result.stdout) == pytest.approx(1.8, rel=0.1)
    twice = ("--thorn-library", str(library), "--thorn-library", str(library))
    _, result = run(PARAMETERS, folder=copy / "direct", options=twice, expect=1)
    assert "The program contains the thorn OwnDecay already" in result.stdout

    identity = re.search(r'program_identity\(\) { return "(\w+)"', (BUILD / "bindings/registry.cpp").read_text())[1].encode()
    foreign, content = copy / "foreign.so", library.read_bytes()
    assert identity in content
    foreign.write_bytes(content.replace(identity, identity[::-1]))
    _, result = run(PARAMETERS, folder=copy / "direct", options=("--thorn-library", str(foreign)), expect=1)
    assert "foreign.so was built for a program with other thorns." in " ".join(result.stdout.split())


def test_sources_in_c_and_fortran(copy):
    """The thorn inherits variables of the program, has parameters, and calls an aliased function that the program lacks."""
    write_files(copy / "Own/OwnSources", SOURCES)
    (copy / "sources.par").write_text("""ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Time IOUtil OwnSources"
driver::global_nsize = 6
cactus::terminate = "iteration"
cactus::cctk_itlast = 1
OwnSources::n = 21
""")
    output, _, _ = script(copy, "run Own/OwnSources sources.par --np 1")
    assert re.search(r"shown: +42 +21\b", output), output


def test_errors_in_equations_appear_alone_and_at_once(copy):
    (copy / "wrong.edl").write_text(EQUATIONS.replace("-rate phi", "-rat phi"))
    output, errors, seconds = script(copy, "run wrong.edl decay.par", expect=1)
    lines = errors.rstrip().splitlines()
    assert re.match(r"\S*/wrong\.edl:\d+:\d+: error: .*`rat`", lines[0]) and lines[-1].strip() == "^", errors
    assert not output, output
    assert seconds < 10, "nothing is built before the equations are checked; this takes less than a second on an idle machine"


def test_wrong_arguments(copy):
    _, errors, _ = script(copy, "run params decay.par", expect=1)
    assert "params is not a thorn: expected an equation file *.edl" in errors
    (copy / "Wave.edl").write_text(EQUATIONS.replace("thorn OwnDecay", "thorn Wave"))
    _, errors, _ = script(copy, "run Wave.edl decay.par", expect=1)
    assert "The program contains a thorn Examples/Wave. Give the added thorn another name." in " ".join(errors.split())
    for arguments, message in [
            ("params/wave/gausian.par", "there is no parameter file params/wave/gausian.par. Did you mean params/wave/gaussian.par?"),
            ("own_decai decay.par", "there is no thorn and no parameter file own_decai. Did you mean own_decay.edl?"),
            ("decay.par --np 0", "--np needs a whole number from 1, but it is 0"),
            ("decay.par OwnDecay::rate=2", "OwnDecay::rate=2 is not a parameter file: set this parameter in a copy of the parameter file")]:
        _, errors, _ = script(copy, f"run {arguments}", expect=1)
        assert errors == f"error: {message}\n"


def test_thorn_must_be_active(copy):
    (copy / "inactive.par").write_text(PARAMETERS.replace(" OwnDecay", ""))
    _, errors, _ = script(copy, "run own_decay.edl inactive.par", expect=1)
    assert "inactive.par: error: The run loads the thorn OwnDecay, which is not active. Add OwnDecay to ActiveThorns." in " ".join(errors.split())


def test_errors_in_parameters_are_the_last_lines(copy):
    (copy / "misspelt.par").write_text(PARAMETERS + "OwnDecay::rat = 1\n")
    _, errors, _ = script(copy, "run own_decay.edl misspelt.par", expect=1)
    assert re.search(r"misspelt\.par:\d+:1: error: OwnDecay has no parameter `rat`\. Did you mean `rate`\?\n.*\n *\^\n$", errors), errors


def test_kernels_can_be_tuned(copy):
    output, _, _ = script(copy, f"tune own_decay.edl decay.par --np 1 --budget 1s --database {copy}/tuning.db")
    assert re.search(r"(?m)^OwnDecay::OwnDecay_\w+.* 1 ", output) and "the best plans" in output, output
