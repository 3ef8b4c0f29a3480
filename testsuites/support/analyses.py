"""A run of a scalar wave with all shipped analyses, and the tables in its files."""

import numpy

from simulation import SOURCE

N = (24, 21, 27)
SPACING, WIDTH = 0.1, 0.18
ORIGIN = [-(n // 2 - 0.5) * SPACING for n in N]  # no point is at the centre of a grid of type byspacing
PROGRAMS = sorted(path.stem for path in (SOURCE / "thorns/Analysis/Analysis/patterns").glob("*.pat"))
BASE = f"""ActiveThorns = "
  PUGH PUGHReduce PUGHSlab CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOHDF5 CaKernel Accelerator Devices Wave Analysis"
IO::out_dir = "data"
IO::parfile_write = "no"
cactus::terminate = "iteration"
cactus::cctk_itlast = 4
driver::global_nx = {N[0]}
driver::global_ny = {N[1]}
driver::global_nz = {N[2]}
driver::ghost_size = 2
grid::type = "byspacing"
grid::dxyz = {SPACING}
MoL::ODE_Method = "RK2"
MoL::MoL_Intermediate_Steps = 2
time::dtfac = 0.25
Wave::fd_order = 4
Wave::initial = "gaussian"
Wave::W = {WIDTH}
Wave::boundary = "radiative"
IOHDF5::out_every = 2
IOHDF5::out_vars = "Wave::rho"
"""
ALL = BASE + f"""Analysis::every = 2
Analysis::programs = "{' '.join(PROGRAMS)}"
Analysis::variables = "field = Wave::rho, first = Wave::rho, second = Wave::u, density = Wave::rho, velocity_x = Wave::v1,
                       velocity_y = Wave::v2, velocity_z = Wave::v3"
Analysis::formats = "tsv hdf5"
Analysis::parameters = "histogram.bins = 10, histogram.lower = -0.5, histogram.upper = 1, threshold.threshold = 0.1,
                        clusters.threshold = 0.3, regions.threshold = 0.02, slice.axis = 1, slice.position = 0.24, radial_profile.bins = 12, radial_profile.radius = 1.2"
Analysis::expressions = "
  mass = sum(rho * dV); n = count(rho > 0.1)
  centre_of_square = sum(rho * rho * z) / sum(rho * rho)
  top = argmax(rho)"
"""


def files(folder):
    return {path.name: path.read_text() for path in sorted((folder / "data").glob("*.tsv"))}


def table(text, iteration):
    """Returns the columns of a text file at an iteration, by name."""
    names = [column.split(":", 1)[1] for column in text.split("\n", 1)[0].removeprefix("# ").split("\t")]
    rows = numpy.array([[float(number) for number in line.split("\t")] for line in text.splitlines()[2:] if line])
    return dict(zip(names, rows[rows[:, 0] == iteration].T))


def coordinates():
    return numpy.meshgrid(*(origin + SPACING * numpy.arange(n) for origin, n in zip(ORIGIN, N)), indexing="ij")
