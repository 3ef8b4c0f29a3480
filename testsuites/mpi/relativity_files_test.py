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
ROW = re.compile(r"^ +\d+ +[0-9.]+ \|.*\|.*$", re.M)


def check(path):
    text = path.read_text().replace("DeviceCUDA", "DeviceHost")
    if path.name in CHECKED_ONLY:
        run(text, options=["--exit-after-param-check"])
        return f"{path.name}: its parameters are correct"
    _, result = run(with_parameters(text, SHORT))
    rows = ROW.findall(result.stdout)
    numbers = [float(word) for row in rows for word in re.findall(r"\S+", row.replace("|", " ")) if re.fullmatch(r"-?(\d[\d.e+-]*|nan|inf)", word)]
    if len(rows) != 3 or not all(map(math.isfinite, numbers)) or not re.search("norm2|norm_inf", result.stdout):
        sys.exit(f"{path.name}: not three rows of finite numbers with norms\n{result.stdout}")
    return f"{path.name}: {len(numbers)} finite numbers"


def main():
    paths = sorted(FILES.glob("*.par"))
    if not CHECKED_ONLY < {path.name for path in paths}:
        sys.exit(f"files that are checked only are missing among {paths}")
    for path in paths:
        print(check(path), flush=True)


if __name__ == "__main__":
    main()
