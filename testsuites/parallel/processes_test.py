"""The exchange of texts between processes (thorn Devices), whose unit tests run on one process otherwise."""

import subprocess

import pytest
from simulation import BUILD, HANG_SECONDS, environment, launcher


@pytest.mark.parametrize("ranks", [2, 3])
def test_texts_of_processes(ranks):
    result = subprocess.run([*launcher(ranks), BUILD / "tests/unit_thorns_Devices", "--gtest_color=no"], env=environment(), timeout=HANG_SECONDS,
                            capture_output=True, text=True)
    assert result.returncode == 0 and result.stdout.count("[  PASSED  ] 5 tests.") == ranks, result.stdout + result.stderr
