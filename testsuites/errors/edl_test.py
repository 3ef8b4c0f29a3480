"""Every wrong equation file in edl/ must give exactly the message beside it, all errors at once, and exit code 1."""

import pathlib
import subprocess
import sys

import simulation

FOLDER = pathlib.Path(__file__).resolve().parent / "edl"


def main():
    sources = sorted(FOLDER.glob("*.edl"))
    wrong = 0
    for source in sources:
        result = subprocess.run([simulation.EDLC, source.name], cwd=FOLDER, capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
        expected = source.with_suffix(".expected").read_text()
        if result.returncode != 1 or result.stderr != expected or result.stdout:
            wrong += 1
            print(f"{source.name}: exit code {result.returncode}, not 1, or another message:")
            print(f"{result.stdout}{result.stderr}expected:\n{expected}")
    print(f"{len(sources)} wrong inputs, {wrong} with another outcome than expected")
    sys.exit(1 if wrong or len(sources) < 40 else 0)


main()
