"""Kranc's own example scripts that are complete systems, as external thorns: a configuration is built of them and run, and the errors
against exact solutions are of fourth order. The two scripts with time derivatives for the outer boundary are run with
an outer boundary. The scripts are not part of this project: CHEMORA_KRANC_EXAMPLES names their folder
(testsuites/README.md)."""

import math
import os
import pathlib
import re
import subprocess
import sys

import pytest
import simulation
from arrangements import configure
from folders import new_folder

sys.path.insert(0, str(simulation.SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

TIME, SIZES = 1 / 8, (48, 64, 96)
THORNS = """Driver/PUGH Driver/PUGHReduce Driver/PUGHSlab Numerics/LocalReduce Grid/CoordBase Grid/SymBase Grid/CartGrid3D Evolution/Time
Grid/Boundary Evolution/MoL IO/IOUtil IO/IOBasic IO/IOScalar IO/IOASCII Kernel/CaKernel Kernel/Accelerator Kernel/Devices
"""
PARAMETERS = """
ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOBasic IOScalar IOASCII
                CaKernel Accelerator Devices {thorn}"
CaKernel::compiler = "none"
CaKernel::machine_limits = "none"
driver::ghost_size = 2
driver::periodic = yes
driver::periodic_x = {periodic}
driver::global_nx = {nx}
driver::global_ny = {ny}
driver::global_nz = 8
grid::type = "byrange"
grid::xmin = {low}
grid::xmax = {high_x}
grid::ymin = {low}
grid::ymax = {high_y}
grid::zmin = 0
grid::zmax = {high_z}
Time::dtfac = 0.25
MethodOfLines::ODE_method = "RK4"
MethodOfLines::MoL_Intermediate_Steps = 4
MethodOfLines::MoL_Num_Scratch_Levels = 1
Cactus::terminate = "iteration"
Cactus::cctk_itlast = {steps}
IO::out_dir = "data"
IOASCII::out1D_every = {steps}
IOASCII::out1D_vars = "{variables}"
IOASCII::out_format = ".17g"
IOScalar::outScalar_every = {steps}
IOScalar::outScalar_reductions = "norm1 norm2"
IOScalar::outScalar_vars = "{scalars}"
"""


def sine(x, y):
    return {"phi": math.sin(2 * math.pi * x) * math.cos(2 * math.pi * TIME)}


def pulse(x, y):
    return {"phi": math.exp(-(((TIME + x) / 0.1) ** 2))}


def light(x, y):
    phase, turned = 2 * math.pi * (x + y), 2 * math.pi * math.sqrt(2) * TIME
    in_phase, in_quadrature = math.cos(phase) * math.cos(turned), math.sin(phase) * math.sin(turned)
    return {"El1": in_phase - in_quadrature / math.sqrt(2), "El2": in_quadrature / math.sqrt(2) - in_phase, "El3": 0.0, "B1": 0.0, "B2": 0.0,
            "B3": in_phase - math.sqrt(2) * in_quadrature}


# Exact solution, and whether the script has a calculation for the outer boundary
SYSTEMS = {
    "SimpleWaveScript": (sine, False),
    "SimpleWaveScriptCaKernel": (sine, True),
    "WaveCaKernelScript": (pulse, True),
    "EMScript": (light, False),
}


def build(examples, folder):
    """Builds the program with the scripts as thorns of the arrangement Kranc."""
    for name in SYSTEMS:
        script = pathlib.Path(examples) / f"{name}.kranc"
        assert script.is_file(), f"CHEMORA_KRANC_EXAMPLES is {examples}, where there is no {script.name}"
        equations = folder / "arrangements/Kranc" / name / "equations"
        equations.mkdir(parents=True)
        (equations / script.name).symlink_to(script.resolve())
    status, output = configure(folder, THORNS + " ".join(f"Kranc/{name}" for name in SYSTEMS), folder / "arrangements")
    assert status == 0, output
    result = subprocess.run(["cmake", "--build", folder / "build", "--target", "chemora"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    assert result.returncode == 0, result.stdout[-3000:]
    return folder / "build/bin/chemora"


def run(program, folder, name, points):
    """Runs a system in a box of length 1 around the origin. With an outer boundary, both ends of the box are points."""
    exact, is_bounded = SYSTEMS[name]
    ny = points if exact is light else 4
    end = points + is_bounded
    folder.mkdir(parents=True)
    (folder / "run.par").write_text(PARAMETERS.format(
        thorn=name, periodic="no" if is_bounded else "yes", nx=end + 4, ny=ny + 4, low=-0.5 - 2 / points,
        high_x=-0.5 + (end + 1) / points, high_y=-0.5 + (ny + 1) / points, high_z=7 / points, steps=points // 2,
        variables=" ".join(f"{name}::{variable}" for variable in exact(0.0, 0.0)),
        scalars="EMScript::CEl EMScript::CB EMScript::rho" if exact is light else ""))
    result = subprocess.run([program, "run.par"], cwd=folder, env=simulation.environment(), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stdout[-3000:]
    return folder / "data"


def last_value(path):
    return float([line for line in path.read_text().splitlines() if line.strip()][-1].split()[-1])


def error(data, name, points):
    """Returns the largest root mean square of the variables' errors along x."""
    exact, _ = SYSTEMS[name]
    worst = 0.0
    for variable in exact(0.0, 0.0):
        path = next(iter(data.glob(f"{variable}_x_*.xg")))
        y = -0.5 + (int(re.search(r"_x_\[(\d+)\]", path.name)[1]) - 2) / points
        rows = [line.split() for line in path.read_text().split('"Time')[-1].splitlines()[1:] if line.strip()]
        assert len(rows) >= points, path
        squares = [(float(value) - exact(float(x), y)[variable]) ** 2 for x, value in rows]
        worst = max(worst, math.sqrt(sum(squares) / len(squares)))
    return worst


@pytest.fixture(scope="module")
def program():
    examples = os.environ.get("CHEMORA_KRANC_EXAMPLES")
    return build(examples or simulation.skip("CHEMORA_KRANC_EXAMPLES does not name the folder of Kranc's examples"),
                 new_folder("kranc"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_convergence(program, name):
    folders = [run(program, new_folder("runs") / f"{name}-{points}", name, points) for points in SIZES]
    errors = [error(data, name, points) for data, points in zip(folders, SIZES)]
    assert abs(slope([1 / points for points in SIZES], errors) - 4) < 0.2 and errors[-1] < 2e-4, errors
    if SYSTEMS[name][0] is light:  # energy and constraints, by the script's own analysis
        assert abs(last_value(folders[-1] / "rho.norm1.asc") / 0.75 - 1) < 1e-7
        assert max(last_value(folders[-1] / f"{constraint}.norm2.asc") for constraint in ("CEl", "CB")) < 1e-11
