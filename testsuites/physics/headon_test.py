"""The head-on collision, small and short: an eighth of space and mirrors give what the whole gives, with the symmetries of
the problem, and its pictures are drawn."""

import subprocess
import sys

import numpy

from headon import small_headon
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
import plot_run

OUT = {"IO::out_dir": '"data"'}


def check_symmetries(modes):
    """Around the axis the lattice has four directions, and mirrors make Psi4 real and leave even l only."""
    loud = numpy.max(numpy.abs(modes[2, 0][:, 1]))
    for (l, m), rows in modes.items():
        quiet = l % 2 == 1 or m % 4 != 0
        if l >= 2 and not (numpy.max(numpy.abs(rows[:, 2])) < 1e-9 * loud and (not quiet or numpy.max(numpy.abs(rows[:, 1])) < 1e-9 * loud)):
            sys.exit(f"mode ({l}, {m}) breaks a symmetry: {rows[:3]}, beside {loud}")


def main():
    part, _ = run(small_headon(0, 9, "yes", **OUT), ranks=2)
    whole, _ = run(small_headon(-9, 18, "no", **OUT), ranks=2)
    of_part, of_whole = (plot_run.read_modes(folder / "data")["psi4", 4.0] for folder in (part, whole))
    check_symmetries(of_part)
    check_symmetries(of_whole)
    loud = numpy.max(numpy.abs(of_whole[2, 0][:, 1]))
    off = max(numpy.max(numpy.abs(of_part[mode] - of_whole[mode])) for mode in of_whole) / loud
    paths, others = (plot_run.read_trajectories(folder / "data") for folder in (part, whole))
    apart = max(numpy.max(numpy.abs(paths[i] - others[i])) for i in others)
    print(f"{len(of_whole[2, 0])} times: modes of an eighth differ by {off:.1e} of the largest, punctures by {apart:.1e}")
    if of_part.keys() != of_whole.keys() or off > 1e-9 or apart > 1e-9:
        sys.exit("an eighth of space does not give what the whole gives")
    if sorted(paths) != [0, 1] or numpy.max(numpy.abs(paths[0][3] + paths[1][3])) > 1e-9 or numpy.max(numpy.abs(paths[0][1:3])) > 1e-9:
        sys.exit(f"the punctures do not move along the axis, mirrored: {paths}")
    drawn = subprocess.run([SOURCE / "scripts" / "plot", part / "data"], capture_output=True, text=True)
    if drawn.returncode != 0 or drawn.stdout.count("plot: ") != 3:
        sys.exit(f"scripts/plot: {drawn.stdout}{drawn.stderr}")


if __name__ == "__main__":
    main()
