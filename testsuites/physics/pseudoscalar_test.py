"""The imaginary part of Psi4 changes its sign in a mirror: half of a grid gives the modes of the whole grid. The points beyond the
mirror are filled after Psi4 is calculated, before it is interpolated."""


from folders import new_folder
from simulation import SOURCE, run

from chemora import black_holes

# Two holes at rest in the plane of the mirror, which no axis of the lattice joins: all m occur, and Psi4 is complex.
PARAMETERS = """ActiveThorns = "
  PUGH PUGHReduce PUGHSlab PUGHInterp LocalReduce LocalInterp CoordBase SymBase CartGrid3D Time Boundary MoL
  ReflectionSymmetry IOUtil IOBasic CaKernel Accelerator Devices ADMBase ExactData WeylScal4 Multipole"
CaKernel::machine_limits = "none"
CaKernel::compiler = "none"
CaKernel::report = no
IO::out_dir = "data"
IOBasic::outInfo_every = -1
cactus::terminate = "iteration"
cactus::cctk_itlast = 0
ADMBase::initial_data = "Brill-Lindquist"
ExactData::x1 = 0.9
ExactData::y1 = 0.3
ExactData::mass2 = 0.6
ExactData::x2 = -1.1
ExactData::y2 = -0.7
WeylScal4::fd_order = "2nd"
Multipole::variables = "WeylScal4::Psi4r{{sw=-2 cmplx='WeylScal4::Psi4i' name='psi4'}}"
Multipole::out_every = 1
Multipole::nradii = 1
Multipole::radius[0] = 3
Multipole::ntheta = 12
Multipole::nphi = 12
Multipole::l_max = 3
Multipole::interpolator_pars = "order=3"
driver::ghost_size = 2
grid::type = "coordbase"
CoordBase::domainsize = "minmax"
CoordBase::spacing = "numcells"
CoordBase::xmin = -4
CoordBase::xmax = 4
CoordBase::ymin = -4
CoordBase::ymax = 4
CoordBase::zmax = 4
CoordBase::ncells_x = 16
CoordBase::ncells_y = 16
CoordBase::boundary_size_x_lower = 2
CoordBase::boundary_size_x_upper = 2
CoordBase::boundary_size_y_lower = 2
CoordBase::boundary_size_y_upper = 2
CoordBase::boundary_size_z_lower = 2
CoordBase::boundary_size_z_upper = 2
CoordBase::boundary_staggered_z_lower = yes
CoordBase::boundary_staggered_z_upper = yes
CoordBase::zmin = {zmin}
CoordBase::ncells_z = {cells}
ReflectionSymmetry::reflection_z = {mirror}
driver::global_nx = 21
driver::global_ny = 21
driver::global_nz = {points}
"""


def modes(**grid):
    folder, _ = run(PARAMETERS.format(**grid), folder=new_folder("pseudoscalar"))
    (found,) = black_holes.read_modes(folder / "data").values()
    return {key: complex(rows[0][1], rows[0][2]) for key, rows in found.items()}


def test_half_grid_has_the_modes_of_the_whole():
    whole = modes(zmin=-4, cells=16, mirror="no", points=20)
    half = modes(zmin=0, cells=8, mirror="yes", points=12)
    largest = max(map(abs, whole.values()))
    assert max(abs(value.imag) for value in whole.values()) > 0.3 * largest, "without imaginary parts nothing is tested"
    assert whole.keys() == half.keys()
    for mode, value in whole.items():
        assert abs(half[mode] - value) < 1e-12 * largest, mode
