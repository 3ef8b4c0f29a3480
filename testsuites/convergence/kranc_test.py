"""A thorn written as Kranc's scripts are: plane waves of Maxwell's equations and of a scalar with an exact outer boundary
converge at fourth order, constraints stay zero, energy stays, on 1 and 2 processes with the same bits."""

import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
from all_output import all_output, differences
from convergence_study import slope
from simulation import run

BASE = """
ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil IOBasic IOScalar
                CaKernel Accelerator DeviceHost TestKranc"
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
    """Name -> root mean square at the end."""
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
    """The scalar wave between two outer boundaries that know the exact time derivative."""
    return (f"driver::global_nx = {n + 5}\ndriver::global_ny = 8\ndriver::global_nz = 8\n"
            f'driver::periodic = "yes"\ndriver::periodic_x = "no"\n'
            f"grid::xmin = {-2 / n}\ngrid::xmax = {1 + 2 / n}\ngrid::ymin = 0\ngrid::ymax = {7 / n}\n"
            f"grid::zmin = 0\ngrid::zmax = {7 / n}\n")


def order_of(name, box, sizes):
    errors = []
    for n in sizes:
        _, norms = last_norms(box(n), n)
        errors.append(norms[name][-1])
        print(f"{name} at 1/{n}: {errors[-1]:.3e}")
        if box is periodic:
            assert max(norms["divEl"][-1], norms["divMa"][-1]) < 1e-12, f"constraints {norms}"
            change = abs(norms["energy"][-1] / norms["energy"][0] - 1)
            print(f"energy at 1/{n}: changes by {change:.3e}")
            assert change < 5e-6 * (16 / n) ** 5, f"energy {norms['energy']}"
    return slope([1 / n for n in sizes], errors)


def main():
    for name, box in (("offEl", periodic), ("offphi", bounded)):
        order = order_of(name, box, (16, 24, 32))
        print(f"{name}: order {order:.2f}")
        assert abs(order - 4) < 0.2, f"{name} converges with order {order}, not 4"
    one, _ = last_norms(periodic(16), 16)
    two, _ = last_norms(periodic(16), 16, ranks=2)
    assert not (wrong := differences(all_output(one / "data"), all_output(two / "data"))), wrong


if __name__ == "__main__":
    main()
