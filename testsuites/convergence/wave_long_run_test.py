"""The wave decays for 100 crossing times of the cube through the radiative boundary, at every order and on any number of
ranks. With radiation conditions on all variables of this first-order system, u grew like exp(0.2 t) to 89 at t = 60."""

import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
from parameter_file import with_parameters
from simulation import SOURCE, run

SIDE = 2  # of the cube: waves of speed 1 cross it in this time
VARIABLES = ("u", "rho", "v1")


def extremes(order, n_points, crossings, ranks=1, n_rows=4, **more):
    """Time and the largest absolute values of u, rho and v1, row by row."""
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
    if {len(one) for one in series} != {n_rows + 1}:
        sys.exit(f"not {n_rows + 1} rows: {series}")
    return [(row[0][0], [value for _, value in row]) for row in zip(*series)]


def check_decay(order, n_points):
    rows = extremes(order, n_points, 100)
    for time, values in rows:
        print(f"order {order}, {n_points}^3, t = {time:g}: u {values[0]:.2e}, rho {values[1]:.2e}, v1 {values[2]:.2e}")
    if any(max(values) > 2e-3 for _, values in rows[1:]) or max(rows[-1][1]) > 2e-4:
        sys.exit(f"order {order}: the wave has not left, or has grown again")


def check_ranks():
    """Also with so many ranks that ghost zones reach beyond a neighbour into the boundary zone."""
    topology = {"PUGH::processor_topology": '"manual"', "PUGH::processor_topology_3d_x": 4,
                "PUGH::processor_topology_3d_y": 1, "PUGH::processor_topology_3d_z": 1}
    reference = extremes(8, 17, 2)
    for ranks, more in ((2, {}), (4, {}), (4, topology)):
        if extremes(8, 17, 2, ranks, **more) != reference:
            sys.exit(f"other values on {ranks} ranks")


if __name__ == "__main__":
    check_ranks()
    for order in (2, 4, 6, 8):
        check_decay(order, 17)
