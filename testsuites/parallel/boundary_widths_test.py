"""Boundary conditions set exactly the points at which kernels compute nothing; each face has the width that CoordBase gives it."""

import itertools

import pytest
from folders import new_folder
from simulation import run

WIDTHS = (1, 3, 2, 1, 3, 2)  # x lower, x upper, y lower, ..
SHAPE = (17, 16, 18)
N_INNER = [n - WIDTHS[2 * d] - WIDTHS[2 * d + 1] for d, n in enumerate(SHAPE)]
FACES = [f"{axis}_{side}" for axis in "xyz" for side in ("lower", "upper")]
NAMES = ("u", "rho", "v1", "v2", "v3")
GRID = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOASCII CaKernel Accelerator Devices Wave"
"""
GRID += "".join(f"driver::global_n{axis} = {n}\n" for axis, n in zip("xyz", SHAPE))
GRID += "".join(f"CoordBase::{axis}min = -0.7\nCoordBase::{axis}max = 0.5\nCoordBase::ncells_{axis} = {n - 1}\n" for axis, n in zip("xyz", N_INNER))
GRID += "".join(f"CoordBase::boundary_size_{face} = {width}\n" for face, width in zip(FACES, WIDTHS))
GRID += "".join(f"CoordBase::boundary_shiftout_{face} = 1\n" for face in FACES)
GRID += """driver::ghost_size = 3
grid::type = "coordbase"
CoordBase::domainsize = "minmax"
CoordBase::spacing = "numcells"
Wave::fd_order = 2
Wave::W = 0.4
MoL::ODE_Method = "Euler"
MoL::MoL_Intermediate_Steps = 1
MoL::MoL_Num_Scratch_Levels = 0
time::dtfac = 0.25
CaKernel::report = no
CaKernel::compiler = "none"
cactus::cctk_itlast = 1
IO::out_dir = "data"
IOASCII::out3D_every = 1
IOASCII::out_format = ".17g"
IOASCII::out3D_vars = "Wave::u Wave::rho Wave::v"
"""
# The boundary conditions also set the initial data. The only time step uses these boundary values at the interior
# points next to the boundary.
INNER = [p for p in itertools.product(*map(range, SHAPE))
         if all(WIDTHS[2 * d] < i < SHAPE[d] - WIDTHS[2 * d + 1] - 1 for d, i in enumerate(p))]


def fields(condition, ranks=1, more=""):
    """By name and point the values after the only step; points are numbered along each direction."""
    folder, _ = run(GRID + f'Wave::boundary = "{condition}"\n{more}', ranks, folder=new_folder("widths"))
    found = {}
    for name in NAMES:
        text = (folder / f"data/{name}_3D.asc").read_text().split("\n\n")
        blocks = [[tuple(map(float, line.split())) for line in block.splitlines() if line and line[0] != "#"] for block in text]
        lines = [line for block in blocks for line in block][-SHAPE[0] * SHAPE[1] * SHAPE[2]:]
        indices = [{x: n for n, x in enumerate(sorted({line[d] for line in lines}))} for d in range(3)]
        assert [len(index) for index in indices] == list(SHAPE), name
        found[name] = {tuple(indices[d][line[d]] for d in range(3)): line[3] for line in lines}
    return found


def inside(p):
    """Returns the nearest point that the kernels compute."""
    return tuple(min(max(i, WIDTHS[2 * d]), SHAPE[d] - 1 - WIDTHS[2 * d + 1]) for d, i in enumerate(p))


@pytest.fixture(scope="module")
def reference():
    values = fields("none")
    assert all(values["u"][p] != 0 for p in INNER), "interior points must change, or nothing is tested"
    return values


@pytest.mark.parametrize("condition, ranks, more", [
    ("scalar", 1, ""), ("flat", 1, ""), ("radiative", 1, ""), ("static", 1, ""), ("flat", 3, ""), ("radiative", 3, ""),
    ("flat", 2, "Devices::own_memory = yes\n")])
def test_condition_sets_exactly_the_boundary(condition, ranks, more, reference):
    found = fields(condition, ranks, more)
    for name in NAMES:
        values, expected = found[name], reference[name]
        for p in INNER:
            assert values[p] == expected[p], f"{name} inside, at {p}"
        outside = {p: value for p, value in values.items() if p != inside(p)}
        for p, value in outside.items():
            assert value == {"scalar": 0.0, "flat": values[inside(p)]}.get(condition, value), f"{name} outside, at {p}"
        if condition == "radiative" and name == "rho":
            assert all(value != expected[p] for p, value in outside.items()), "all points outside are set"
