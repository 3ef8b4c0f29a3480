"""A thorn in the form of Kranc's scripts: plane waves of Maxwell's equations and of a scalar with an exact outer boundary converge at
fourth order, the constraints stay zero, the energy is constant, and 2 processes give the bits of one."""

import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
from all_output import all_output, differences
from convergence_study import slope
from simulation import run

BASE = """
ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOBasic IOScalar
                CaKernel Accelerator Devices TestKranc"
driver::ghost_size = 2
grid::type = "byrange"
Time::dtfac = 0.25
MethodOfLines::ODE_method = "RK4"
MethodOfLines::MoL_Intermediate_Steps = 4
MethodOfLines::MoL_Num_Scratch_Levels = 1
Cactus::terminate = "iteration"
IO::out_dir = "data"
IO::parfile_write = "no"
IOScalar::outScalar_vars = "TestKranc::divEl TestKranc::divMa TestKranc::energy TestKranc::offEl TestKranc::offphi"
"""


def last_norms(text, steps, ranks=1):
    """The output folder, and for each name the root mean squares at the start and at the end."""
    parameters = f"Cactus::cctk_itlast = {steps}\nIOScalar::outScalar_every = {steps}\n"
    folder, _ = run(BASE + text + parameters, ranks=ranks)
    norms = {}
    for name in ("divEl", "divMa", "energy", "offEl", "offphi"):
        lines = (folder / "data" / f"{name}.norm2.asc").read_text().splitlines()
        rows = [line.split() for line in lines if line.strip() and line[0] != "#"]
        norms[name] = [float(row[-1]) for row in rows]
    return folder, norms


def periodic(n):
    """The electromagnetic wave in a box of one wavelength, to t = 1/4."""
    return (f'driver::global_nx = {n + 4}\ndriver::global_ny = {n + 4}\ndriver::global_nz = 8\ndriver::periodic = "yes"\n'
            f"grid::xmin = 0\ngrid::xmax = {(n + 3) / n}\ngrid::ymin = 0\ngrid::ymax = {(n + 3) / n}\n"
            f"grid::zmin = 0\ngrid::zmax = {7 / n}\n")


def bounded(n):
    """The scalar wave between two outer boundaries with the exact time derivative."""
    return (f"driver::global_nx = {n + 5}\ndriver::global_ny = 8\ndriver::global_nz = 8\n"
            f'driver::periodic = "yes"\ndriver::periodic_x = "no"\n'
            f"grid::xmin = {-2 / n}\ngrid::xmax = {1 + 2 / n}\ngrid::ymin = 0\ngrid::ymax = {7 / n}\n"
            f"grid::zmin = 0\ngrid::zmax = {7 / n}\n")


SIZES = (16, 24, 32)


def require_fourth_order(errors):
    assert abs(slope([1 / n for n in SIZES], errors) - 4) < 0.2, errors


def test_electromagnetic_wave():
    errors = []
    for n in SIZES:
        _, norms = last_norms(periodic(n), n)
        errors.append(norms["offEl"][-1])
        assert max(norms["divEl"][-1], norms["divMa"][-1]) < 1e-12, "constraints"
        assert abs(norms["energy"][-1] / norms["energy"][0] - 1) < 5e-6 * (16 / n) ** 5, "energy"
    require_fourth_order(errors)


def test_scalar_wave_with_exact_boundary():
    require_fourth_order([last_norms(bounded(n), n)[1]["offphi"][-1] for n in SIZES])


def test_bits_on_two_processes():
    one, two = (last_norms(periodic(16), 16, ranks)[0] for ranks in (1, 2))
    assert not differences(all_output(one / "data"), all_output(two / "data"))
