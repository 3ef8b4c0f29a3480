"""Only one of two thorns with the same implementation can be active, and other thorns see the variables of the active
thorn."""


import pytest
from simulation import run

PARAMETERS = """ActiveThorns = "PUGH {thorns} TestKindUser"
driver::global_nsize = 4
Cactus::cctk_itlast = 0
testkind::size = {size}
"""

CASES = [  # thorns, size, printed lines
    ("TestKindA", 2, ["k = 1, secret = 10, size = 2, parts = 1", "TestKindA applies square", "applied: 9",
                      "table 5 x 1, line 16 with 1 ghost points, 2 lines"]),
    ("TestKindB", 4, ["k = 2, secret = 20, size = 4, parts = 2", "TestKindB applies square", "applied: 18",
                      "table 9 x 3, line 32 with 1 ghost points, 4 lines"]),
]


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("thorns, size, expected", CASES)
def test_active_thorn_provides_the_implementation(thorns, size, expected, ranks):
    _, result = run(PARAMETERS.format(thorns=thorns, size=size), ranks)
    lines = result.stdout.splitlines()
    assert not [words for words in expected if not any(line.endswith(words) for line in lines)], result.stdout
    assert "TestKindMiddle" in result.stdout, "the provider of KindTools is named"
