"""scripts/validate evaluates the output of its runs: differences of waves from their initial data, growth rates, horizons,
velocities in a cavity."""

import math
import re
import subprocess
import sys

import pytest

from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
import cavity_reference  # noqa: E402
import validation  # noqa: E402


def table(case, out, expect=0):
    """Returns the table rows that the script prints for the files in `out`."""
    done = subprocess.run([SOURCE / "scripts/validate", case, "--evaluate", "--out", out], capture_output=True, text=True)
    assert done.returncode == expect, done.stdout + done.stderr
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines() if re.match(r"\| [-\w.]", line)]


def data_folder(out, number):
    folder = out / str(number) / "data"
    folder.mkdir(parents=True)
    return folder


def write_series(folder, name, values):
    (folder / f"{name}.asc").write_text("# time value\n" + "".join(f"{i} {time} {value}\n" for i, (time, value) in enumerate(values)))


def test_waves_are_compared_with_their_initial_data():
    out, phase = new_folder(), 1e-3
    for number, run in enumerate(validation.CASES["linear_wave"].runs, 1):
        folder, amplitude = data_folder(out, number), run.changes[validation.AMPLITUDE]
        points = [(i + 0.5) / 64 for i in range(-3, 67)]
        blocks = [f'"Time = {time}\n' + "".join(f"{x} {1 + amplitude * math.sin(2 * math.pi * (x - phase * time)):.17g}\n" for x in points)
                  for time in (0.0, 1.0, 5.0, 10.0)]
        (folder / "gyy_x_[5][5].xg").write_text("\n\n".join(blocks))
        write_series(folder, "hamiltonian.norm2", [(0, 1e-9), (1, 2e-9), (5, 3e-9), (10, 4e-9)])
    rows = [row for row in table("linear_wave", out) if row[0] != "t"]
    assert [row[0] for row in rows] == ["1", "5", "10"] * 2 and [row[5] for row in rows] == ["2e-09", "3e-09", "4e-09"] * 2
    for row in rows:
        time = float(row[0])
        assert float(row[3]) == pytest.approx(phase * time, rel=1e-3)
        assert float(row[1]) == pytest.approx(2 * math.sin(math.pi * phase * time), rel=1e-2)


def test_noise_has_a_rate():
    out = new_folder()
    for name in ("hamiltonian", "momentum1", "kxx", "gxy"):
        write_series(data_folder(out, 1) if not (out / "1").exists() else out / "1/data", f"{name}.norm2",
                     [(time, 1e-10 * math.exp(2e-3 * time)) for time in range(0, 1001, 10)])
    rows = table("noise", out)
    assert [row[0] for row in rows[1:]] == ["hamiltonian", "momentum1", "kxx", "gxy"]
    assert all(float(row[4]) == pytest.approx(2e-3, rel=1e-3) for row in rows[1:])


def test_horizons_and_missing_output():
    out = new_folder()
    data_folder(out, 1)
    table("headon", out, expect=1)
    lines = [f"{n} {time} 201 2.0 1.5 1.4 1.6 1e-9 0.4 0 0 0" for n, time in enumerate((9, 12, 16, 20, 24))]
    (out / "1/data/ah_0.asc").write_text("# 1:iteration 2:time\n# 3 none: the surface shrank\n" + "\n".join(lines) + "\n")
    assert table("headon", out)[1:] == [[str(time), "2", "1.4", "1.6", "0.4"] for time in (9, 12, 16, 20, 24)]


def test_orbits_of_a_binary_are_counted():
    """The punctures orbit at the distance 2 with the period 40. The common horizon appears at t = 16."""
    out, times = new_folder(), [0.2 * n for n in range(201)]
    folder, header = data_folder(out, 1), "# 1:iteration 2:time 3:data\n"
    columns = [f"pt_loc_{axis}[{i}]" for axis in "txyz" for i in (0, 1)]
    rows = [[t, t, *(sign * x for x in (math.cos(math.pi * t / 20), math.sin(math.pi * t / 20)) for sign in (1, -1)), 0, 0] for t in times]
    (folder / "puncturetracker-pt_loc..asc").write_text(
        header + "# data columns: " + " ".join(f"{n}:{name}" for n, name in enumerate(columns, 3)) + "\n"
        + "".join(f"{n} {row[0]} {' '.join(map(str, row))}\n" for n, row in enumerate(rows)))
    for number, begin, mass in ((0, 16, 1.0), (1, 0, 0.5)):
        (folder / f"ah_{number}.asc").write_text(header + "".join(f"{t} {t} 50 {mass} 1.4 1.3 1.5 0.1 0.4\n" for t in range(begin, 41)))
    rows = table("qc0", out)[1:]
    assert [row[0] for row in rows] == ["0", "6.4", "12.8", "16", "18", "21", "28", "40"]
    assert [(row[1], row[2]) for row in rows[1::2]] == [("0.16", "2"), ("0.4", "2"), ("0.525", "2"), ("1", "2")]
    assert [row[4] for row in rows] == ["–"] * 3 + ["1"] * 5 and {row[3] for row in rows} == {"0.5"}


def test_velocities_of_the_cavity_are_compared_with_published_ones():
    """Lines that differ from the table by 0.01 (u) and 0.02 (v) have these deviations, except at the misprint."""
    out = new_folder()
    for number, run in enumerate(validation.CASES["cavity"].runs, 1):
        folder, reynolds = data_folder(out, number), run.changes["IncompressibleFlow::reynolds"]
        for name, axis, points, published, difference in (("u1", "y", cavity_reference.Y, cavity_reference.U, 0.01),
                                                          ("u2", "x", cavity_reference.X, cavity_reference.V, 0.02)):
            line = [(x, value + difference + ((reynolds, x) in cavity_reference.MISPRINTS)) for x, value in zip(points, published[reynolds])]
            text = "".join(f"{x} {value}\n" for x, value in [(-0.1, 9), *line, (1.1, 9)])
            (folder / f"{name}_{axis}_[1][1].xg").write_text(f'"Time = 0.0\n0 0\n0 0\n\n"Time = 30.0\n{text}')
        write_series(folder, "divergence.norm_inf", [(0, 1e-3), (30, 1e-7)])
    rows = [row for row in table("cavity", out) if row[0] != "Reynolds number"]
    assert rows == [[reynolds, cells, "30", "0.01", "0.02", "1e-07"] for reynolds, cells in (("100", "64"), ("400", "64"), ("1000", "128"))]


@pytest.mark.parametrize("case", validation.CASES)
def test_missing_output_is_an_error(case):
    done = subprocess.run([SOURCE / "scripts/validate", case, "--evaluate", "--out", new_folder() / "missing"], capture_output=True, text=True)
    assert done.returncode == 1 and "has no output to evaluate" in done.stderr and "Traceback" not in done.stderr, done.stderr
