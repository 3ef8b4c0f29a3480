"""Runs the Einstein equations for tests. Creates parameter files from the settings that differ from a common base, and reads
values along grid lines."""

import functools
import sys

import simulation
from folders import new_folder

sys.path.insert(0, str(simulation.SOURCE / "scripts"))
from convergence_study import slope

WITHIN = 0.2  # the tolerance of measured orders

THORNS = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL
  IOUtil IOBasic IOScalar IOASCII CaKernel Accelerator Devices ADMBase ExactData BSSN ADMConstraints"
"""

# The runs use built-in kernels, so that no test waits for the compiler.
ALWAYS = {
    "grid::type": '"byspacing"', "CaKernel::machine_limits": '"none"', "CaKernel::compiler": '"none"', "CaKernel::report": "no",
    "IO::out_dir": '"data"', "cactus::terminate": '"iteration"', "IOBasic::outInfo_every": -1,
    "ADMBase::evolution_method": '"BSSN"', "ADMBase::lapse_evolution_method": '"BSSN"',
    "ADMBase::shift_evolution_method": '"BSSN"', "MoL::ODE_Method": '"RK4"', "MoL::MoL_Intermediate_Steps": 4,
    "MoL::MoL_Num_Scratch_Levels": 1, "IOASCII::out1D_d": "no", "IOASCII::out_format": '".17g"',
}


def data(name, **parameters):
    """Returns the settings of an exact solution as initial data, with its lapse and shift."""
    values = {"ADMBase::initial_data": f'"{name}"', "ADMBase::initial_lapse": '"exact"', "ADMBase::initial_shift": '"exact"'}
    return values | {f"ExactData::{key}": value for key, value in parameters.items()}


def bar(axis, points, order, length=1.0, width=1, upwind=1):
    """Returns the settings of a periodic box with `points` points along `axis` and `width` points along the other axes. The
    ghost zones are as wide as the order requires."""
    ghosts = order // 2 + upwind
    n = [(points if d == axis else max(width, ghosts)) + 2 * ghosts for d in range(3)]
    return {"driver::global_nx": n[0], "driver::global_ny": n[1], "driver::global_nz": n[2], "driver::ghost_size": ghosts,
            "driver::periodic": "yes", "grid::dxyz": repr(length / points), "BSSN::fd_order": order,
            "ADMConstraints::fd_order": order}


def box(points, order, low, high):
    """Returns the settings of a box without symmetries. It has `points` intervals from low to high in each direction, and the
    output is the middle line."""
    ghosts = order // 2 + 1
    h = (high - low) / points
    return {"driver::global_nsize": points + 1 + 2 * ghosts, "driver::ghost_size": ghosts, "grid::type": '"byrange"',
            "grid::xyzmin": repr(low - ghosts * h), "grid::xyzmax": repr(high + ghosts * h), "BSSN::fd_order": order,
            "ADMConstraints::fd_order": order, "IOASCII::out1D_xline_yi": ghosts + points // 2,
            "IOASCII::out1D_xline_zi": ghosts + points // 2}


def require_order(order, sizes, error, ceiling, within=WITHIN):
    """Checks that error(points) converges with this order over `sizes`, and that the error of the last size is below the
    ceiling."""
    errors = [error(points) for points in sizes]
    found = slope([1 / points for points in sizes], errors)
    assert abs(found - order) < within and errors[-1] < ceiling, f"slope {found:.2f} of errors {errors}, ceiling {ceiling}"


def parameter_file(*parts, device="host"):
    """`device`: the value of Devices::kind."""
    values = functools.reduce(lambda all_values, part: all_values | part, parts, dict(ALWAYS))
    thorns = THORNS
    if values["ADMBase::evolution_method"] != '"BSSN"':  # nothing evolves: without BSSN
        thorns = THORNS.replace(" BSSN", "")
        values = {name: value for name, value in values.items() if not name.startswith("BSSN::") and value != '"BSSN"'}
    if any(name.startswith("TwoPunctures::") for name in values):
        thorns = thorns.replace("ExactData", "TwoPunctures")
    values["Devices::kind"] = f'"{device}"'
    return thorns + "".join(f"{name} = {value}\n" for name, value in values.items())


def lines_of(folder, variable, direction="x", time_index=-1):
    """Returns the pairs (coordinate, value) along a line through the grid, at one of the output times."""
    path = next(iter(sorted((folder / "data").glob(f"{variable}_{direction}_*.xg"))))
    blocks = [block for block in path.read_text().split('"Time') if block.strip()]
    rows = [line.split() for line in blocks[time_index].splitlines()[1:] if line.strip()]
    return [(float(x), float(value)) for x, value in rows]


def run(*parts, into=None, device="host", **options):
    """Runs a simulation in a new folder, or in the existing folder `into`."""
    return simulation.run(parameter_file(*parts, device=device), folder=into or new_folder("relativity"), **options)


# A black hole that is not in the centre of a box with unequal sides. The run includes noise, all gauge terms and the radiative
# boundary.
HOLE = data("Brill-Lindquist", mass1=1, x1=0.13, y1=-0.21, z1=0.05, add_noise="yes", noise_amplitude=1e-3) | {
    "driver::global_nx": 15, "driver::global_ny": 13, "driver::global_nz": 16, "driver::ghost_size": 3, "grid::dxyz": 0.5,
    "grid::avoid_origin": "yes", "BSSN::boundary": '"radiative"', "cactus::cctk_itlast": 3, "IOASCII::out1D_every": 1,
    "ADMBase::dtlapse_evolution_method": '"BSSN"', "ADMBase::initial_dtlapse": '"zero"', "IOASCII::out1D_d": "yes",
    "IOScalar::outScalar_every": 1, "IOScalar::outScalar_reductions": '"norm2 maximum"',
    "IOScalar::outScalar_vars": '"BSSN::gt BSSN::At BSSN::Xt BSSN::beta BSSN::H"',
    "IOASCII::out1D_vars": '"BSSN::phi BSSN::trK BSSN::alpha BSSN::B ADMBase::metric ADMBase::curv ADMBase::dtalp"',
}
SECOND_ORDER = {"BSSN::fd_order": 2, "ADMConstraints::fd_order": 2, "driver::ghost_size": 2, "cactus::cctk_itlast": 2}
