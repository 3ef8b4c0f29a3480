"""Interpolation and reductions on 1 to 6 processes, by thorn TestInterp: exact polynomials, codes, the same bits."""

import sys

from simulation import run

THORNS = 'ActiveThorns = "PUGH PUGHReduce PUGHInterp LocalInterp {} CoordBase SymBase CartGrid3D TestInterp"\n'
GRID = ('driver::global_nx = 12\ndriver::global_ny = 11\ndriver::global_nz = 10\ndriver::ghost_size = {}\n'
        'grid::type = "byrange"\ngrid::xyzmin = -1.3\ngrid::xyzmax = 2\n'
        'Cactus::terminate = "iteration"\nCactus::cctk_itlast = 0\n')


def values(order, ghosts, ranks, reduce="LocalReduce", threads=1, extra=""):
    text = THORNS.format(reduce) + GRID.format(ghosts) + f"TestInterp::order = {order}\nTestInterp::ghosts = {ghosts}\n" + extra
    folder, result = run(text, ranks=ranks, threads=threads)
    return (folder / "values.txt").read_text().splitlines(), result.stdout


def errors_with_mirrors(ranks):
    """A symmetry that moves the points must not change the codes of what is wrong with them, or with the arguments."""
    text = THORNS.format("LocalReduce Boundary ReflectionSymmetry") + GRID.format(1)
    run(text + 'ReflectionSymmetry::reflection_x = yes\nTestInterp::expect = "errors"\n', ranks=ranks)


def main():
    for order, ghosts in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2)]:
        expected, output = values(order, ghosts, 1)
        if len(expected) < 600:
            sys.exit(f"order {order}: too few values in the output\n{output}")
        for ranks, threads in [(2, 2), (4, 1)] if order in (1, 3) else [(3, 1)]:
            padding = "PUGH::padding = yes\n" if ranks > 2 else ""
            if values(order, ghosts, ranks, threads=threads, extra=padding)[0] != expected:
                sys.exit(f"order {order}: values on {ranks} processes differ from those on one")
        print(f"order {order}: {len(expected)} values")
    if values(1, 1, 2)[0] != values(1, 2, 1)[0]:
        sys.exit("wider ghost zones change values")
    values(3, 1, 2, extra='TestInterp::expect = "ghost zones"\n')
    for ranks in (1, 2):
        errors_with_mirrors(ranks)


if __name__ == "__main__":
    main()
