"""Every parameter file that users start from is in order: -P finds no error in it, and warns of nothing."""

import pathlib
import subprocess
import sys

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, SOURCE, environment

NEEDS_A_DEVICE = "CUDA cannot be used"  # of this computer


def main():
    files = sorted([*SOURCE.glob("params/*/*.par"), *SOURCE.glob("thorns/*/*/par/*.par"), *SOURCE.glob("docs/**/*.par")])
    folder = new_folder()
    failed = 0
    for file in files:
        result = subprocess.run([str(CHEMORA), "-P", str(file)], cwd=folder, env=environment(), timeout=HANG_SECONDS, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode != 0 and NEEDS_A_DEVICE in result.stdout:
            print(f"{file.relative_to(SOURCE)} needs a device that is not there")
        elif result.returncode != 0 or "The parameters are correct." not in result.stdout or "WARNING" in result.stdout:
            failed += 1
            print(f"== {file.relative_to(SOURCE)}: exit code {result.returncode}\n{result.stdout}")
    print(f"{len(files) - failed} of {len(files)} parameter files are in order")
    sys.exit(bool(failed or len(files) < 10 or any(folder.iterdir())))


if __name__ == "__main__":
    main()
