"""The table of times at the end of a run has a line for synchronisation and for each output method, beside those of functions,
and adds up. scripts/shares turns it into shares with the rows of the paper's table, and reports what is missing."""

import json
import re
import subprocess
import sys

import pytest
from parameter_text import wave
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
import time_shares

CHANGES = {
    "driver::global_nx": "17", "driver::global_ny": "17", "driver::global_nz": "17", "cactus::cctk_itlast": "4",
    "IO::out_dir": '"data"', "IOASCII::out1D_every": "1", "IOASCII::out1D_vars": '"Wave::u"', "IOScalar::outScalar_every": "-1",
    "CaKernel::compiler": '"none"', "cactus::cctk_timer_output": '"full"', "PUGH::time_waiting": "yes",
    "Devices::own_memory": "yes",
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
CCTK_ANALYSIS                PunctureTracker      PunctureTracker_Track                      0.750000  CCTK_ANALYSIS
MoL_Evolution                MoL                  MoL_InitialCopy                            0.250000  CCTK_EVOL
(SYNC)                       Cactus               ghost zones                                1.500000
(output)                     Multipole            Multipole                                  0.250000
(output)                     IOASCII              IOASCII_1D                                 0.250000
------
Total                                                                                     4011.000000
INFO (PUGH): Waiting for other processes before exchanges of ghost zones
  on this process: 0.500000 s
INFO (Accelerator): Copies for PunctureTracker::PunctureTracker_Track on this process: 0.250000 s
INFO (Accelerator): Copies for Physics::Physics_Look, which has neither READS nor
  WRITES on this process: 0.0625 s
INFO (Accelerator): Copies for Physics::Physics_Look after
  Physics::Physics_LookUp on this process: 0.0625 s
INFO (Accelerator): Copies for Boundary::Boundary_ApplyPhysicalBCs, Robin on this
  process: 0.125000 s
INFO (Accelerator): Copies for Physics::Physics_Start, which has neither READS nor
  WRITES on this process: 8.000000 s
INFO (Accelerator): Copies for exchange of ghost zones on this process: 0.250000 s
INFO (Accelerator): Copies for Physics::Physics_Unknown on this process: 9.000000 s
"""
REPORT = {"kernels": [{"kernel": f"Physics::{name}", "seconds": seconds, "flops_per_point": 12, "derivative_flops_per_point": 4,
                       "advection_flops_per_point": advection} for name, seconds, advection in
                      [("Physics_RHS.1", 1.5, 8), ("Physics_RHS_update1", 3.0, 2), ("Physics_RHSlike", 7.0, 0), ("Sums1", 1.0, 0)]]}
SECONDS = {"right-hand sides: advection": 1.5, "right-hand sides: evaluation": 1.5, "right-hand sides: derivatives": 1.5,
           "waiting for other processes": 0.5, "synchronisation": 0.75, "modes on spheres": 0.25, "output": 0.25, "punctures": 0.5,
           "time integrator: copies": 0.25, "time integrator: updates": 1.5, "boundary conditions": 0.875, "punctures: copies": 0.25,
           "other copies": 0.5, "others": 0.875}


def require_error(path, report, words):
    result = subprocess.run([SOURCE / "scripts/shares", path, report], capture_output=True, text=True)
    assert result.returncode == 1 and words in result.stderr, result


def test_shares_have_the_rows_of_the_paper():
    total, shares, without_row = time_shares.shares_of(MADE_UP, json.dumps(REPORT))
    assert without_row == {"Physics::Physics_Unknown": 9}, without_row
    assert total == 11 and {name: round(share * total, 12) for name, share in shares.items() if share} == SECONDS, shares


def test_right_hand_sides_fused_with_updates():
    at_once = MADE_UP.replace("Physics_RHS                                0.500000", "Physics_RHS                                5.000000")
    total, shares, _ = time_shares.shares_of(at_once, json.dumps(REPORT))
    sides = sum(share for name, share in shares.items() if name.startswith("right-hand sides"))
    assert abs(sides * total - 5) < 1e-12 and abs(shares["time integrator: updates"] * total - 5.5) < 1e-12, shares


@pytest.fixture(scope="module")
def finished():
    folder, result = run(wave("gaussian", CHANGES), ranks=2)
    (folder / "output.txt").write_text(result.stdout)
    return folder, result


def test_table_adds_up(finished):
    _, result = finished
    lines = {(group, function): seconds for group, _, function, seconds, _ in time_shares.lines_of(result.stdout)}
    total = float(re.search(r"^Total +(\S+)$", result.stdout, re.MULTILINE)[1])
    assert abs(total - sum(lines.values())) < 1e-6 * len(lines), (total, lines)
    for line in [("(SYNC)", "ghost zones"), ("(output)", "IOASCII_1D"), ("MoL_CalcRHS", "Wave_RHS")]:
        assert lines[line] > 0, (line, lines)
    assert lines["(output)", "IOScalar"] < lines["(output)", "IOASCII_1D"], lines


def test_shares_of_a_run(finished):
    folder, result = finished
    report = folder / "data/kernel_report.json"
    printed = subprocess.run([SOURCE / "scripts/shares", folder / "output.txt", report], capture_output=True, text=True, check=True).stdout
    percent = {name: float(share) for name, share in re.findall(r"^(\S.*?) +([\d.]+)%$", printed, re.MULTILINE)}
    assert list(percent) == time_shares.ROW_NAMES and abs(sum(percent.values()) - 100) < 0.05 * len(percent), printed
    flat = " ".join(result.stdout.split())
    assert "Waiting for other processes before exchanges of ghost zones on this process: " in flat, flat
    assert "INFO (Accelerator): Copies for exchange of ghost zones on this process: " in flat, flat
    side = next(kernel for kernel in json.loads(report.read_text())["kernels"] if kernel["kernel"].startswith("Wave::Wave_RHS"))
    assert side["derivative_flops_per_point"] == side["flops_per_point"] > 0, "the right-hand sides of the wave are derivatives"


def test_errors(finished):
    folder, _ = finished
    report = folder / "data/kernel_report.json"
    (folder / "none.txt").write_text("no table\n")
    require_error(folder / "none.txt", report, 'cctk_timer_output = "full"')
    require_error(folder / "missing.txt", report, "No such file")
    require_error(folder / "output.txt", folder / "none.txt", "is not a report of kernels")
    require_error(folder / "output.txt", folder / "missing.json", "No such file")
    (folder / "still.txt").write_text(re.sub(r"\d+\.\d{6}", "0.000000", MADE_UP))
    require_error(folder / "still.txt", report, "no steps")
