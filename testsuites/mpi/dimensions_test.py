"""Grid functions of 1 to 4 dimensions in one run, by thorn TestDimensions, on 1 to 4 processes."""

import sys

from simulation import run

TEXT = ('ActiveThorns = "PUGH PUGHReduce TestDimensions"\nCactus::cctk_itlast = 0\n'
        'Cactus::allow_mixeddim_gfs = yes\ndriver::ghost_size = 1\n')


def main():
    for ranks in (1, 2, 4):
        _, result = run(TEXT + "driver::global_nsize = 8\n", ranks=ranks)
        for dimension in (1, 2, 3, 4):
            if f"f{dimension} has {8 ** dimension} points" not in result.stdout:
                sys.exit(f"not all points of f{dimension} on {ranks} processes:\n{result.stdout}")
    _, result = run(TEXT + "driver::global_nx = 8\n", expect=None)
    if "direction w has 0 points" not in " ".join(result.stdout.split()) or result.returncode == 0:
        sys.exit(f"a fourth direction without size gives no clear message:\n{result.stdout}")


if __name__ == "__main__":
    main()
