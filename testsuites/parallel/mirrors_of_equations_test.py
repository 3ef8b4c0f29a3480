"""Calculations of the interior give the same values in an octant as on the whole grid, with the mirrors of either thorn.
Thorns of equations state no parities; their groups have tags."""


import pytest
from folders import new_folder
from simulation import run

COMMON = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOASCII CaKernel Accelerator Devices
  ADMBase ExactData ADMConstraints TestMirrors"
CaKernel::machine_limits = "none"
CaKernel::compiler = "none"
CaKernel::report = no
IO::out_dir = "data"
cactus::terminate = "iteration"
cactus::cctk_itlast = 0
ADMBase::initial_data = "Kerr-Schild"
driver::ghost_size = 2
ADMConstraints::fd_order = 2
IOASCII::out3D_every = 1
IOASCII::out_format = ".17g"
IOASCII::out3D_vars = "ADMConstraints::hamiltonian ADMConstraints::momentum TestMirrors::v TestMirrors::F TestMirrors::C
  TestMirrors::S TestMirrors::axial TestMirrors::mixed"
"""
BY_CARTGRID = """grid::type = "byspacing"
grid::dxyz = 0.5
grid::avoid_origin = yes
"""
BY_REFLECTION = """ActiveThorns = "ReflectionSymmetry"
grid::type = "coordbase"
CoordBase::domainsize = "minmax"
CoordBase::spacing = "gridspacing"
""" + "".join(f"""CoordBase::{d}max = 3
CoordBase::d{d} = 0.5
CoordBase::boundary_size_{d}_lower = 2
CoordBase::boundary_size_{d}_upper = 2
CoordBase::boundary_staggered_{d}_lower = yes
CoordBase::boundary_staggered_{d}_upper = yes
ReflectionSymmetry::reflection_{d} = yes
""" for d in "xyz")
WHOLE = BY_CARTGRID + "driver::global_nsize = 16\n"
OCTANTS = {
    "CartGrid3D": BY_CARTGRID + 'grid::domain = "octant"\ndriver::global_nsize = 10\n',
    "ReflectionSymmetry": BY_REFLECTION + "driver::global_nsize = 10\n",
}
OUTERMOST = 11  # in quarters of a unit; the octant calculates no points beyond it


def fields(parameters, ranks=1):
    """Variable -> point (in quarters of a unit) -> value."""
    folder, _ = run(COMMON + parameters, folder=new_folder("mirrors"), ranks=ranks)
    found = {}
    for path in (folder / "data").glob("*_3D.asc"):
        lines = [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]
        points = {tuple(round(4 * float(x)) for x in line[:3]): float(line[3]) for line in lines if line}
        found[path.name] = {point: value for point, value in points.items() if max(point) <= OUTERMOST}
    return found


@pytest.fixture(scope="module")
def whole():
    return fields(WHOLE)


@pytest.mark.parametrize("name", OCTANTS)
def test_octant_equals_whole_grid(name, whole):
    octant = fields(OCTANTS[name], ranks=2)
    assert whole and octant.keys() == whole.keys()
    for variable, values in octant.items():
        size = max(map(abs, whole[variable].values()))
        assert size > 0 and any(min(point) < 0 for point in values), "the comparison needs values and mirrored points"
        for point, value in values.items():
            assert abs(value - whole[variable][point]) <= 1e-13 * size, f"{variable} at {point}"
