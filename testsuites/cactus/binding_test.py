"""The code of a thorn has access to everything that CCL declares: parameters, variables, aliased functions and includes
(test thorn TestBinding)."""

import pytest
from simulation import run

PARAMETERS = """ActiveThorns = "PUGH TestOffers TestBinding"
driver::global_nsize = 4
driver::ghost_size = 1
Cactus::cctk_itlast = 0
"""

CHANGED = """
TestBinding::n = 4
TestBinding::n_fields = 3
TestBinding::x = 0.5
TestBinding::flag = yes
TestBinding::method = "B"
TestBinding::text = "other words"
TestBinding::list[1] = -6
TestBinding::weights[0] = 2.5
TestBinding::names[1] = "changed name"
TestOffers::mode = "third"
TestOffers::count = 9
"""

# Output with the defaults of param.ccl and with CHANGED. Keywords are printed as declared.
# g = -n_fields, the last number is (2n-1)^2, total = 2 + g + 1.5 + number.
CASES = [
    ("", [
        "n = 3, x = 0.25, flag = 0, method = a, text = some words",
        "list = 5 5 5, weights = 1 1, names = default name default name",
        "mode = first, their_count = 7, cctk_itlast = 0, part = 11",
        "mode = first, count = 7, square = 25, missing function = 0",
        "the sum of four values is 26.5",
        "plain_p = 2, g = -2, offered_a = 1.5, last number = 25, total = 26.5, n_calls = 42",
        "pass with n_more = 2",
        "pass with n_more = 1",
        "the condition does not hold",
    ]),
    (CHANGED, [
        "n = 4, x = 0.5, flag = 1, method = b, text = other words",
        "list = 5 -6 5, weights = 2.5 1, names = default name changed name",
        "mode = third, their_count = 9, cctk_itlast = 0, part = 11",
        "mode = third, count = 9, square = 25, missing function = 0",
        "the sum of four values is 49.5",
        "plain_p = 2, g = -3, offered_a = 1.5, last number = 49, total = 49.5, n_calls = 42",
        "pass with n_more = 2",
        "pass with n_more = 1",
        "the condition holds at iteration 0",
    ]),
]


@pytest.mark.parametrize("parameters, expected", CASES, ids=["defaults", "changed"])
def test_declarations(parameters, expected):
    _, result = run(PARAMETERS + parameters)
    lines = result.stdout.splitlines()
    assert not [words for words in expected if not any(line.endswith(words) for line in lines)], result.stdout
    assert "pass with n_more = 0" not in result.stdout, "WHILE continued although n_more was 0"
