"""The thorns' own tests (thorns/*/*/test) pass in scripts/test-thorns, on 1 and 2 ranks."""

import subprocess
import sys

import pytest
from simulation import BUILD, SOURCE, environment


@pytest.mark.parametrize("ranks", [1, 2])
def test_all_pass(ranks):
    command = [sys.executable, "-m", "thorn_tests", "--build", str(BUILD), "--procs", str(ranks)]
    result = subprocess.run(command, env=environment(PYTHONPATH=SOURCE / "scripts"), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)
    assert result.returncode == 0 and "\n0 passed" not in result.stdout, result.stdout
