"""The energy of the Gaussian pulse is constant, to the order of the scheme, until the pulse reaches the boundary."""

import math
import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
from convergence_study import slope
from parameter_file import with_parameters
from simulation import SOURCE, run

TIME = 0.25
WIDTH = 0.12  # at t = 0.25 the pulse at the boundary is below 1e-8 of its height


def energies(intervals, dtfac):
    """Sum of the energy density over the grid times the cell volume, at the first and last output."""
    h = 2 / intervals
    steps = round(TIME / (dtfac * h))
    parameters = {
        "driver::global_nx": intervals + 1, "driver::global_ny": intervals + 1, "driver::global_nz": intervals + 1,
        "time::dtfac": dtfac, "Wave::W": WIDTH, "cactus::terminate": '"iteration"', "cactus::cctk_itlast": steps,
        "IOScalar::outScalar_every": steps, "IOScalar::outScalar_vars": '"Wave::eps"', "IO::out_dir": '"data"',
        "IOASCII::out1D_every": 0, "IOHDF5::out_every": 0, "IOBasic::outInfo_every": steps,
    }
    folder, _ = run(with_parameters((SOURCE / "params/wave/gaussian.par").read_text(), parameters), ranks=2)
    lines = (folder / "data/eps.sum.asc").read_text().splitlines()
    sums = [float(line.split()[2]) for line in lines if line.strip() and not line.startswith("#")]
    assert len(sums) == 2, lines
    return [total * h**3 for total in sums]


def test_energy_converges_with_the_order_of_the_scheme():
    exact = 0.5 * math.pi**1.5 * WIDTH**3  # integral of exp(-(r/W)^2) / 2 over all space
    sizes, drifts = [], []
    for intervals in (24, 32, 48):
        first, last = energies(intervals, 0.5)
        sizes.append(2 / intervals)
        drifts.append(abs(last / first - 1))
        assert abs(first / exact - 1) < 1e-6, f"initial energy {first}, exact {exact}"
    assert slope(sizes, drifts) > 3.8, "the drift of the energy must fall at least with the order of the scheme, 4"
    assert drifts[-1] < 1e-4
