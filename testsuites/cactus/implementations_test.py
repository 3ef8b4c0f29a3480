"""Two thorns of one implementation: what another thorn sees is what the active one of them is, and only one can be."""

import sys

from simulation import run

PARAMETERS = """ActiveThorns = "PUGH {thorns} TestKindUser"
driver::global_nsize = 4
Cactus::cctk_itlast = 0
testkind::size = {size}
"""

CASES = [  # thorns, size, what is said
    ("TestKindA", 2, ["k = 1, secret = 10, size = 2, parts = 1", "TestKindA applies square", "applied: 9",
                      "table 5 x 1, line 16 with 1 ghost points, 2 lines"]),
    ("TestKindB", 4, ["k = 2, secret = 20, size = 4, parts = 2", "TestKindB applies square", "applied: 18",
                      "table 9 x 3, line 32 with 1 ghost points, 4 lines"]),
]


def main():
    for thorns, size, expected in CASES:
        for ranks in (1, 2):
            _, result = run(PARAMETERS.format(thorns=thorns, size=size), ranks)
            for line in expected:
                if not any(shown.endswith(line) for shown in result.stdout.splitlines()):
                    sys.exit(f"{thorns}, {ranks} processes: not in the output: {line}\n{result.stdout}")
            if "TestKindMiddle" not in result.stdout:
                sys.exit(f"the provider of KindTools is not named\n{result.stdout}")
        print(f"{thorns}: {len(expected)} lines as expected")


main()
