"""What calculations of the interior give in an octant is what they give on the whole grid, whichever thorn has the mirrors:
thorns of equations state no parities, their groups have tags."""

import sys

from folders import new_folder
from simulation import run

COMMON = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOASCII CaKernel Accelerator DeviceHost
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


OUTERMOST = 11  # in quarters of a unit: beyond, the octant calculates nothing


def fields(parameters, ranks=1):
    """Variable -> point (in quarters of a unit) -> value."""
    folder, _ = run(COMMON + parameters, folder=new_folder("mirrors"), ranks=ranks)
    found = {}
    for path in (folder / "data").glob("*_3D.asc"):
        lines = [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]
        points = {tuple(round(4 * float(x)) for x in line[:3]): float(line[3]) for line in lines if line}
        found[path.name] = {point: value for point, value in points.items() if max(point) <= OUTERMOST}
    return found


def main():
    whole = fields(WHOLE)
    for name, parameters in OCTANTS.items():
        octant = fields(parameters, ranks=2)
        if octant.keys() != whole.keys() or not whole:
            sys.exit(f"{name} writes {sorted(octant)}, the whole grid {sorted(whole)}")
        for variable, values in octant.items():
            size = max(map(abs, whole[variable].values()))
            behind = sum(min(point) < 0 for point in values)
            worst = max(values, key=lambda point: abs(values[point] - whole[variable][point]))
            error = abs(values[worst] - whole[variable][worst])
            if size == 0 or behind == 0 or error > 1e-13 * size:
                sys.exit(f"{variable} at {worst} is {values[worst]!r} with {name}'s mirrors, {whole[variable][worst]!r} without")
        print(f"{name}: {len(octant)} variables are what they are on the whole grid", flush=True)


if __name__ == "__main__":
    main()
