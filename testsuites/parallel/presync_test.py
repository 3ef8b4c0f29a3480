"""Ghost zones and boundary filled by READS and WRITES in each mode of Cactus::presync_mode, by thorn TestAccess."""


import pytest
from simulation import run

PARAMETERS = """ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Boundary TestAccess"
Cactus::terminate = "iteration"
Cactus::cctk_itlast = 3
driver::global_nsize = 12
driver::ghost_size = 1
grid::type = "box"
Cactus::presync_mode = "{}"
"""

WRONG = [  # mode, parameters, words of the message
    ("presync-only", "TestAccess::reads_unwritten = yes",
     ["TestAccess::TestAccess_Unwritten reads TestAccess::hidden in interior", "valid nowhere", "WRITES"]),
    ("mixed-error", "TestAccess::selects_condition = no",
     ["TestAccess::TestAccess_Read reads TestAccess::u", "valid in interior, ghost zones", "Driver_SelectVarForBC"]),
    # This mode only warns; the thorn ends the run, because u has not been filled.
    ("warn-only", "", ["WARNING", "TestAccess::TestAccess_Read reads TestAccess::u in interior, boundary, ghost zones",
                       "u is not valid everywhere where it is read"]),
    ("presync-only", "TestAccess::reads_twice = yes", ["schedule.ccl:", "TestAccess_Twice names TestAccess::u twice"]),
]


@pytest.mark.parametrize("mode", ["mixed-warn", "mixed-error", "presync-only"])
@pytest.mark.parametrize("ranks", [1, 4])
def test_modes_fill_what_is_read(mode, ranks):
    _, result = run(PARAMETERS.format(mode), ranks=ranks)
    assert result.stdout.count("u is right everywhere") >= 3, result.stdout


@pytest.mark.parametrize("mode, parameters, texts", WRONG)
def test_errors(mode, parameters, texts):
    _, result = run(PARAMETERS.format(mode) + parameters + "\n", expect=1)
    for text in texts:
        assert text in result.stdout


def test_mixed_mode_warns():
    _, result = run(PARAMETERS.format("mixed-warn") + "TestAccess::reads_unwritten = yes\n")
    assert "TestAccess::hidden" in result.stdout


def test_driver_must_track_validity():
    _, result = run('ActiveThorns = "IOUtil"\nCactus::presync_mode = "presync-only"\n', expect=1)
    assert "needs a driver that provides Driver_GetValidRegion" in result.stdout
