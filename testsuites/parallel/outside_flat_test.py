"""`outside flat` extends the variables that the calculation sets into the outer boundary zone: no other variables of their
group, not across mirrors, and with the same values on any number of ranks."""


import pytest
from folders import new_folder
from simulation import run

COMMON = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOASCII CaKernel Accelerator Devices TestOutside"
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
EDGE = 1.75  # the outermost interior points; two points follow on each side

# Value at an interior point, signs in mirrors, whether `outside flat` extends the variable.
VARIABLES = {
    "u": (lambda x, y, z: 1 + x + 2 * y + 4 * z + x * y * z, (1, 1, 1), False),
    "slope1": (lambda x, y, z: 1 + y * z, (-1, 1, 1), True),
    "slope2": (lambda x, y, z: 2 + x * z, (1, -1, 1), True),
    "slope3": (lambda x, y, z: 0, (1, 1, -1), False),
}


def expected(name, point, is_mirrored):
    value, signs, is_extended = VARIABLES[name]
    sign = 1
    if is_mirrored:
        for sign_in_mirror, x in zip(signs, point):
            sign *= sign_in_mirror if x < 0 else 1
        point = [abs(x) for x in point]
    if is_extended:
        point = [max(-EDGE, min(EDGE, x)) for x in point]
    return sign * value(*point)


@pytest.mark.parametrize("parameters, ranks", [(WHOLE, 1), (WHOLE, 4), (OCTANT, 2)],
                         ids=["whole", "whole on 4 ranks", "octant on 2 ranks"])
def test_values_outside(parameters, ranks):
    folder, _ = run(parameters, folder=new_folder("outside"), ranks=ranks)
    is_mirrored = parameters == OCTANT
    for name in VARIABLES:
        lines = [line.split() for line in (folder / f"data/{name}_3D.asc").read_text().splitlines() if line and line[0] != "#"]
        points = {tuple(map(float, line[:3])): float(line[3]) for line in lines if line}
        assert len(points) == (8 if is_mirrored else 12) ** 3, name
        for point, value in points.items():
            assert abs(value - expected(name, point, is_mirrored)) < 1e-13 * 30, f"{name} at {point}"


