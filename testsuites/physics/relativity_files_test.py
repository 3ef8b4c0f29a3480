"""Every parameter file of params/relativity runs: two steps of those for a workstation, the check of parameters for those
that take gigabytes. Their info tables show finite numbers and a norm of the constraints."""

import math
import re
import sys

from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from parameter_file import with_parameters

FILES = SOURCE / "params/relativity"
CHECKED_ONLY = {"qc0.par", "qc0_270.par"}
SHORT = {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": "2", "IOBasic::outInfo_every": "1", "IO::out_dir": '"data"',
         "CaKernel::compiler": '"none"', "CaKernel::report": "no"}
REDUCTIONS = re.compile(r"^ *Iteration +Time \|.*\n +\|[^|]*\|(.*)$", re.M)  # of the info table: the second line of the heading
ROW = re.compile(r"^ +\d+ +[0-9.]+ \|[^|]*\|(.*)$", re.M)  # the values of an iteration


def is_finite(word):
    try:
        return math.isfinite(float(word))
    except ValueError:
        return False


def numbers_of(table):
    """How many numbers three rows have; none where one is missing in a column of a variable, or is not finite."""
    heading = REDUCTIONS.search(table)
    columns = [max(1, len(block.split())) for block in heading[1].split("|")] if heading else []
    rows = [[block.split() for block in row.split("|")] for row in ROW.findall(table)]
    is_good = len(rows) == 3 and all([len(block) for block in row] == columns and all(map(is_finite, sum(row, []))) for row in rows)
    return 3 * sum(columns) if is_good else 0


def check(path):
    text = path.read_text().replace("DeviceCUDA", "DeviceHost")
    if path.name in CHECKED_ONLY:
        run(text, options=["--exit-after-param-check"])
        return f"{path.name}: its parameters are correct"
    _, result = run(with_parameters(text, SHORT))
    n_numbers = numbers_of(result.stdout)
    if n_numbers == 0 or not re.search("norm2|norm_inf", result.stdout):
        sys.exit(f"{path.name}: not three rows of finite numbers with norms\n{result.stdout}")
    return f"{path.name}: {n_numbers} finite numbers"


def main():
    paths = sorted(FILES.glob("*.par"))
    if not CHECKED_ONLY < {path.name for path in paths}:
        sys.exit(f"files that are checked only are missing among {paths}")
    for path in paths:
        print(check(path), flush=True)


if __name__ == "__main__":
    main()
