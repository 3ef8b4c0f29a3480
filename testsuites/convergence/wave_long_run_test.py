"""The wave decays for 100 crossing times of the cube through the radiative boundary, at every order and on any number of
ranks. With radiation conditions on all variables of this first-order system, u grew like exp(0.2 t) to 89 at t = 60."""

import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
import pytest
from parameter_file import with_parameters
from simulation import SOURCE, run

SIDE = 2  # of the cube: waves of speed 1 cross it in this time
VARIABLES = ("u", "rho", "v1")


def extremes(order, n_points, crossings, ranks=1, n_rows=4, **more):
    """Returns for each row the time and the largest absolute values of u, rho and v1."""
    steps = round(crossings * SIDE / (0.5 * SIDE / (n_points - 1)))
    parameters = {
        "driver::global_nx": n_points, "driver::global_ny": n_points, "driver::global_nz": n_points,
        "driver::ghost_size": order // 2, "Wave::fd_order": order, "time::dtfac": 0.5,
        "cactus::terminate": '"iteration"', "cactus::cctk_itlast": steps, "IO::out_dir": '"data"',
        "IOScalar::outScalar_every": steps // n_rows, "IOScalar::outScalar_reductions": '"norm_inf"',
        "IOScalar::outScalar_vars": '"Wave::u Wave::rho Wave::v1"', "IOBasic::out_format": '".17g"',
        "IOASCII::out1D_every": 0, "IOHDF5::out_every": 0, "CaKernel::report": "no", **more}
    folder, _ = run(with_parameters((SOURCE / "params/wave/gaussian.par").read_text(), parameters), ranks=ranks)
    series = []
    for name in VARIABLES:
        lines = (folder / f"data/{name}.norm_inf.asc").read_text().splitlines()
        series.append([tuple(map(float, line.split()[1:3])) for line in lines if line.strip() and line[0] != "#"])
    assert {len(rows) for rows in series} == {n_rows + 1}
    return [(row[0][0], [value for _, value in row]) for row in zip(*series)]


@pytest.mark.parametrize("order", [2, 4, 6, 8])
def test_wave_leaves_and_does_not_grow_again(order):
    rows = extremes(order, 17, 100)
    assert all(max(values) <= 2e-3 for _, values in rows[1:]) and max(rows[-1][1]) <= 2e-4, rows


TOPOLOGY = {"PUGH::processor_topology": '"manual"', "PUGH::processor_topology_3d_x": 4,
            "PUGH::processor_topology_3d_y": 1, "PUGH::processor_topology_3d_z": 1}


def test_values_do_not_depend_on_ranks():
    """Also with so many ranks along x that ghost zones extend beyond the neighbour into the boundary zone."""
    reference = extremes(8, 17, 2)
    for ranks, more in ((2, {}), (4, {}), (4, TOPOLOGY)):
        assert extremes(8, 17, 2, ranks, **more) == reference, f"{ranks} ranks {more}"
