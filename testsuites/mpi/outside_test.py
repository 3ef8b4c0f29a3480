"""`outside flat` continues the variables that the calculation sets, and no others of their group, into the outer boundary
zone: not behind mirrors, and with the same values on any number of ranks."""

import sys

from folders import new_folder
from simulation import run

COMMON = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOASCII CaKernel Accelerator DeviceHost TestOutside"
CaKernel::compiler = "none"
CaKernel::report = no
IO::out_dir = "data"
cactus::terminate = "iteration"
cactus::cctk_itlast = 0
driver::ghost_size = 2
grid::type = "byspacing"
grid::dxyz = 0.5
grid::avoid_origin = yes
IOASCII::out3D_every = 1
IOASCII::out_format = ".17g"
IOASCII::out3D_vars = "TestOutside::state"
"""
WHOLE = COMMON + "driver::global_nsize = 12\n"
OCTANT = COMMON + 'grid::domain = "octant"\ndriver::global_nsize = 8\n'
EDGE = 1.75  # the outermost points inside; two are beyond them

# Value at a point inside, signs in mirrors, whether it goes on outside.
VARIABLES = {
    "u": (lambda x, y, z: 1 + x + 2 * y + 4 * z + x * y * z, (1, 1, 1), False),
    "slope1": (lambda x, y, z: 1 + y * z, (-1, 1, 1), True),
    "slope2": (lambda x, y, z: 2 + x * z, (1, -1, 1), True),
    "slope3": (lambda x, y, z: 0, (1, 1, -1), False),
}


def expected(name, point, is_mirrored):
    value, signs, goes_on = VARIABLES[name]
    sign = 1
    if is_mirrored:
        for one, x in zip(signs, point):
            sign *= one if x < 0 else 1
        point = [abs(x) for x in point]
    if goes_on:
        point = [max(-EDGE, min(EDGE, x)) for x in point]
    return sign * value(*point)


def check(parameters, ranks):
    folder, _ = run(parameters, folder=new_folder("outside"), ranks=ranks)
    is_mirrored = parameters == OCTANT
    for name in VARIABLES:
        lines = [line.split() for line in (folder / f"data/{name}_3D.asc").read_text().splitlines() if line and line[0] != "#"]
        points = {tuple(map(float, line[:3])): float(line[3]) for line in lines if line}
        if len(points) != (8 if is_mirrored else 12) ** 3:
            sys.exit(f"{len(points)} points of {name}")
        for point, value in points.items():
            if abs(value - expected(name, point, is_mirrored)) > 1e-13 * 30:
                sys.exit(f"{name} at {point} is {value!r}, not {expected(name, point, is_mirrored)!r}; {ranks} ranks")


def main():
    check(WHOLE, 1)
    check(WHOLE, 4)
    check(OCTANT, 2)


if __name__ == "__main__":
    main()
