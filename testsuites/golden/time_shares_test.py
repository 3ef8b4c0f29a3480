"""The table of times at the end of a run has a line for synchronisation and for each output method, beside those of functions,
and adds up; scripts/shares makes shares of it, and says what is missing."""

import json
import re
import subprocess
import sys

from folders import new_folder
from parameter_text import wave
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
import time_shares

CHANGES = {
    "driver::global_nx": "17", "driver::global_ny": "17", "driver::global_nz": "17", "cactus::cctk_itlast": "4",
    "IO::out_dir": '"data"', "IOASCII::out1D_every": "1", "IOASCII::out1D_vars": '"Wave::u"', "IOScalar::outScalar_every": "-1",
    "CaKernel::compiler": '"none"', "cactus::cctk_timer_output": '"full"',
}
MADE_UP = """
Bin or group                 Thorn                Function                                    Seconds  Bins
------
CCTK_INITIAL                 Physics              Physics_Start                            990.000000  CCTK_INITIAL
CCTK_POSTPOSTINITIAL         Physics              Physics_Look                              10.000000  CCTK_POSTPOSTINITIAL
Physics_Prepare              Physics              Physics_LookUp                          3000.000000  CCTK_STARTUP CCTK_POSTINITIAL
MoL_CalcRHS                  Physics              Physics_RHS                                0.500000  CCTK_EVOL
MoL_Step                     MoL                  MoL_Add                                    5.500000  CCTK_EVOL
BoundaryConditions           Boundary             Boundary_ApplyPhysicalBCs                  0.500000  CCTK_POSTINITIAL CCTK_EVOL
MoL_PostStep                 Physics              Physics_SelectBoundaries                   0.500000  CCTK_POSTINITIAL CCTK_EVOL CCTK_POST_RECOVER_VARIABLES
CCTK_ANALYSIS                Physics              Physics_Look                               1.000000  CCTK_ANALYSIS
(SYNC)                       Cactus               ghost zones                                1.500000
(output)                     Multipole            Multipole                                  0.250000
(output)                     IOASCII              IOASCII_1D                                 0.250000
------
Total                                                                                     4010.000000
"""
REPORT = {"kernels": [{"kernel": f"Physics::{name}", "seconds": seconds} for name, seconds in
                      [("Physics_RHS", 1.5), ("Physics_RHS_update1", 3.0), ("Physics_RHSlike", 7.0), ("Sums1", 1.0)]]}
EXPECTED = {"right-hand sides": 0.45, "time integrator": 0.15, "boundary conditions": 0.1, "others": 0.1, "synchronisation": 0.15,
            "modes on spheres": 0.025, "output": 0.025}


def refused(path, report, words):
    result = subprocess.run([SOURCE / "scripts/shares", path, report], capture_output=True, text=True)
    assert result.returncode == 1 and words in result.stderr, result


def main():
    total, shares = time_shares.shares_of(MADE_UP, json.dumps(REPORT))
    assert total == 10 and {name: round(share, 12) for name, share in shares.items() if share} == EXPECTED, shares

    at_once = MADE_UP.replace("Physics_RHS                                0.500000", "Physics_RHS                                5.000000")
    total, shares = time_shares.shares_of(at_once, json.dumps(REPORT))
    assert abs(shares["right-hand sides"] * total - 5) < 1e-12 and abs(shares["time integrator"] * total - 5.5) < 1e-12, shares

    folder, result = run(wave("gaussian", CHANGES), ranks=2)
    lines = {(group, function): seconds for group, _, function, seconds, _ in time_shares.lines_of(result.stdout)}
    total = float(re.search(r"^Total +(\S+)$", result.stdout, re.MULTILINE)[1])
    assert abs(total - sum(lines.values())) < 1e-6 * len(lines), (total, lines)
    for line in [("(SYNC)", "ghost zones"), ("(output)", "IOASCII_1D"), ("MoL_CalcRHS", "Wave_RHS")]:
        assert lines[line] > 0, (line, lines)
    assert lines["(output)", "IOScalar"] < lines["(output)", "IOASCII_1D"], lines

    (folder / "output.txt").write_text(result.stdout)
    report = folder / "data/kernel_report.json"
    printed = subprocess.run([SOURCE / "scripts/shares", folder / "output.txt", report], capture_output=True, text=True, check=True).stdout
    percent = [float(share) for share in re.findall(r"([\d.]+)%", printed)]
    assert len(percent) == len(time_shares.ROWS) + 1 and abs(sum(percent) - 100) < 0.05 * len(percent), printed

    (folder / "none.txt").write_text("no table\n")
    refused(folder / "none.txt", report, 'cctk_timer_output = "full"')
    refused(folder / "missing.txt", report, "No such file")
    refused(folder / "output.txt", folder / "none.txt", "a report of kernels is none")
    refused(folder / "output.txt", folder / "missing.json", "No such file")
    (folder / "still.txt").write_text(re.sub(r"\d+\.\d{6}", "0.000000", MADE_UP))
    refused(folder / "still.txt", report, "no steps")


if __name__ == "__main__":
    main()
