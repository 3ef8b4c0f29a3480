"""The start of processes, and the exchange of texts between them (thorn Devices), whose unit tests run on one process otherwise."""

import subprocess

import pytest
from simulation import BUILD, HANG_SECONDS, environment, launcher, run


@pytest.mark.parametrize("ranks", [2, 3])
def test_texts_of_processes(ranks):
    result = subprocess.run([*launcher(ranks), BUILD / "tests/unit_thorns_Devices", "--gtest_color=no"], env=environment(), timeout=HANG_SECONDS,
                            capture_output=True, text=True)
    assert result.returncode == 0 and result.stdout.count("[  PASSED  ] 5 tests.") == ranks, result.stdout + result.stderr


def test_a_program_without_launcher_shares_no_folder():
    """Open MPI cannot make its session directory here. All programs without mpirun would use the same one, and one of them would
    fail if another one removed it."""
    run('ActiveThorns = ""\nCactus::cctk_itlast = 0\n', OMPI_MCA_orte_tmpdir_base="/proc/none")
