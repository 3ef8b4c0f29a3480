"""Ghost zones and boundary filled by READS and WRITES in each mode of Cactus::presync_mode, by thorn TestAccess."""

import sys

from simulation import run

PARAMETERS = """ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Boundary TestAccess"
Cactus::terminate = "iteration"
Cactus::cctk_itlast = 3
driver::global_nsize = 12
driver::ghost_size = 1
grid::type = "box"
Cactus::presync_mode = "{}"
"""

WRONG = [  # mode, parameters, what the message must say
    ("presync-only", "TestAccess::reads_unwritten = yes",
     ["TestAccess::TestAccess_Unwritten reads TestAccess::hidden in interior", "valid nowhere", "WRITES"]),
    ("mixed-error", "TestAccess::selects_condition = no",
     ["TestAccess::TestAccess_Read reads TestAccess::u", "valid in interior, ghost zones", "Driver_SelectVarForBC"]),
    # This mode only tells; the thorn ends the run, because nobody has filled u.
    ("warn-only", "", ["WARNING", "TestAccess::TestAccess_Read reads TestAccess::u in interior, boundary, ghost zones",
                       "u is not valid everywhere where it is read"]),
    ("presync-only", "TestAccess::reads_twice = yes", ["schedule.ccl:", "TestAccess_Twice names TestAccess::u twice"]),
]


def check_modes():
    for mode in ("mixed-warn", "mixed-error", "presync-only"):
        for ranks in (1, 4):
            _, result = run(PARAMETERS.format(mode), ranks=ranks)
            if result.stdout.count("u is right everywhere") < 3:
                sys.exit(f"{mode} on {ranks} processes does not fill u:\n{result.stdout}")


def check_messages():
    for mode, parameters, texts in WRONG:
        _, result = run(PARAMETERS.format(mode) + parameters + "\n", expect=1)
        for text in texts:
            if text not in result.stdout:
                sys.exit(f"{mode}, {parameters}: the message lacks `{text}`:\n{result.stdout}")
    _, result = run(PARAMETERS.format("mixed-warn") + "TestAccess::reads_unwritten = yes\n")
    if "TestAccess::hidden" not in result.stdout:
        sys.exit(f"mixed-warn does not warn:\n{result.stdout}")


def check_driver():
    _, result = run('ActiveThorns = "IOUtil"\nCactus::presync_mode = "presync-only"\n', expect=1)
    if "needs a driver that provides Driver_GetValidRegion" not in result.stdout:
        sys.exit(f"A run without a driver that tracks validity is not refused:\n{result.stdout}")


check_modes()
check_messages()
check_driver()
print("presync: modes, messages")
