"""The head-on collision, small and short: it keeps the symmetries of the problem, and its pictures are drawn."""

import subprocess
import sys

import numpy

from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
import plot_run
from convergence_study import with_parameters

SMALL = {"driver::global_nsize": "18", "grid::dxyz": "1", "cactus::cctk_final_time": "1", "Multipole::radius[0]": "4",
         "Multipole::radius[1]": "5", "IO::out_dir": '"data"', "CaKernel::machine_limits": '"none"',
         "IOScalar::outScalar_every": "1", "Multipole::out_every": "2", "BSSN::fd_order": "2",
         "driver::ghost_size": "2", "WeylScal4::fd_order": "2",
         "Multipole::interpolator_pars": '"order=3"', "PunctureTracker::interp_order": "3"}


def main():
    text = with_parameters((SOURCE / "params/relativity/headon.par").read_text(), SMALL)
    one, _ = run(text, ranks=2)
    modes = plot_run.read_modes(one / "data")["psi4", 4.0]
    loud = numpy.max(numpy.abs(modes[2, 0][:, 1]))
    # Around the axis the lattice has four directions, and mirrors make Psi4 real and leave even l only.
    for (l, m), rows in modes.items():
        quiet = l % 2 == 1 or m % 4 != 0
        if l >= 2 and not (numpy.max(numpy.abs(rows[:, 2])) < 1e-9 * loud and (not quiet or numpy.max(numpy.abs(rows[:, 1])) < 1e-9 * loud)):
            sys.exit(f"mode ({l}, {m}) breaks a symmetry: {rows[:3]}, beside {loud}")
    paths = plot_run.read_trajectories(one / "data")
    if sorted(paths) != [0, 1] or numpy.max(numpy.abs(paths[0][3] + paths[1][3])) > 1e-9 or numpy.max(numpy.abs(paths[0][1:3])) > 1e-9:
        sys.exit(f"the punctures do not move along the axis, mirrored: {paths}")
    drawn = subprocess.run([SOURCE / "scripts" / "plot", one / "data"], capture_output=True, text=True)
    if drawn.returncode != 0 or drawn.stdout.count("plot: ") != 3:
        sys.exit(f"scripts/plot: {drawn.stdout}{drawn.stderr}")


if __name__ == "__main__":
    main()
