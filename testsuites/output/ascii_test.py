"""Text output: the same bytes for 1, 2 and 3 ranks, names and layout of the standard thorns, values as computed."""

import math
import re

import pytest
from output_case import DELTA, LOWER, SIZE, STEP, STEPS, coordinate, f, run_case, same_for_any_ranks

EXTRA = """
IO::new_filename_scheme = "no"
IOASCII::out1D_every = 2
IOASCII::out1D_vars = "TestOutput::fields TestOutput::n TestOutput::p{out_every=4}"
IOASCII::out1D_xline_y = 1.2
IOASCII::out1D_xline_zi = 5
IOASCII::out2D_every = 4
IOASCII::out2D_vars = "TestOutput::f TestOutput::q"
IOASCII::out3D_every = 4
IOASCII::out3D_vars = "TestOutput::f"
IOBasic::outScalar_every = 1
IOBasic::outScalar_vars = "TestOutput::f TestOutput::energy TestOutput::calls"
IOBasic::outScalar_reductions = "minimum maximum norm1 norm2 norm_inf"
IOBasic::outInfo_every = 1
IOBasic::outInfo_vars = "TestOutput::f{reductions='maximum'} TestOutput::calls"
IOScalar::outScalar_every = 2
IOScalar::outScalar_vars = "TestOutput::f TestOutput::v TestOutput::energy"
IOScalar::outScalar_reductions = "minimum maximum norm1 norm2 norm_inf average sum"
"""
KUIBIT = re.compile(r"^(\w+)((-(\w+))|(\[\d+\]))?(\.0)?"
                    r"\.(minimum|maximum|norm1|norm2|norm_inf|average|sum|scalars)?\.asc(\.(gz|bz2))?$")


@pytest.fixture(scope="module")
def case():
    """The output folder and the printed text, after a comparison of 1, 2 and 3 ranks."""
    return same_for_any_ranks(EXTRA)


@pytest.fixture(scope="module")
def written(case):
    return case[0]


@pytest.fixture(scope="module")
def printed(case):
    return case[1]


def blocks(path, marker):
    """[(time, [(numbers of a row)])] of a file of lines."""
    result = []
    for line in path.read_text().splitlines():
        if line.startswith(marker + "Time"):
            result.append((float(line.split("=")[1]), []))
        elif line and not line.startswith(marker):
            result[-1][1].append(tuple(float(word) for word in line.split()))
    return result


def test_lines(written):
    # y = 1.2 is between points 2 and 3, and the upper one is chosen. The z index is 5. Other coordinates are 0.
    for it, (time, rows) in zip((0, 2, 4), blocks(written / "f.xl", '"'), strict=True):
        assert time == it * STEP
        assert rows == [(coordinate(0, i), f(i, 3, 5, time)) for i in range(SIZE[0])], rows
    for time, rows in blocks(written / "g.zl", '"'):
        assert rows == [(coordinate(2, k), -f(4, 0, k, time)) for k in range(SIZE[2])], rows
    for time, rows in blocks(written / "f.dl", '"'):
        assert len(rows) == min(SIZE)
        for i, (place, value) in enumerate(rows):
            assert abs(place - math.sqrt(3) * (LOWER[0] + i * DELTA[0])) < 1e-12 and value == f(i, i, i, time)
    text = (written / "n.yl").read_text()
    assert "\t\t30704\n" in text, "integers are printed without a point: " + text
    assert blocks(written / "p.xl", '"') == [(t, [(i, i * i + t) for i in range(7)]) for t in (0.0, 4 * STEP)]
    assert (written / "f.xl").read_text().startswith('"x-label x\n"y-label TestOutput::f (y = 1.5, z = 2)\n\n\n"Time = 0\n')


def test_planes(written):
    rows = blocks(written / "f_2d_xy.gnuplot", "#")[1][1]
    time = 4 * STEP
    assert rows == [(coordinate(0, i), coordinate(1, j), f(i, j, 3, time)) for i in range(SIZE[0]) for j in range(SIZE[1])]
    assert len(blocks(written / "f_2d_yz.gnuplot", "#")[0][1]) == SIZE[1] * SIZE[2]
    assert blocks(written / "q_2D.gnuplot", "#")[0][1] == [(i, j, i + 10 * j) for i in range(4) for j in range(3)]
    rows = blocks(written / "f_3D.asc", "#")[1][1]
    assert len(rows) == SIZE[0] * SIZE[1] * SIZE[2]
    assert rows[1] == (coordinate(0, 1), coordinate(1, 0), coordinate(2, 0), f(1, 0, 0, time))


def test_scalars(written):
    values = [f(i, j, k, 0) for i in range(SIZE[0]) for j in range(SIZE[1]) for k in range(SIZE[2])]
    expected = {"min": min(values), "max": max(values), "nm1": sum(map(abs, values)) / len(values),
                "nm2": math.sqrt(sum(v * v for v in values) / len(values)), "norm_inf": max(map(abs, values))}
    for name, value in expected.items():
        lines = [line for line in (written / f"f_{name}.tl").read_text().splitlines() if not line.startswith('"')]
        assert len(lines) == STEPS + 1
        time, number = lines[0].split("\t")
        assert float(time) == 0 and abs(float(number) - value) <= 1e-13 * abs(value), (name, number, value)
    assert (written / "calls.tl").read_text().splitlines()[-1] == "0.5\t0"
    assert (written / "energy.tl").read_text().splitlines()[-1] == f"0.5\t{1 / 3 + 0.5:.17g}"


def test_carpet_scalars(written):
    files = [path.name for path in written.glob("*.asc") if path.name != "f_3D.asc"]
    assert sorted(files) == sorted([f"{variable}.{reduction}.asc" for variable in ("f", "v[0]", "v[1]") for reduction in
                                    "minimum maximum norm1 norm2 norm_inf average sum".split()] + ["energy..asc"]), files
    assert all(KUIBIT.match(name) for name in files), files
    lines = (written / "v[1].average.asc").read_text().splitlines()
    assert lines[-4:] == ["# 1:iteration 2:time 3:data", "0 0 2", "2 0.25 2.25", "4 0.5 2.5"], lines
    assert "# column format: 1:iteration 2:time 3:data" in (written / "energy..asc").read_text()
    assert (written / "energy..asc").read_text().splitlines()[-1] == f"4 0.5 {1 / 3 + 0.5:.17g}"


def test_table(printed):
    rows = [line for line in printed.splitlines() if re.match(r"^\s*\d+\s+\d+\.\d+ \|", line)]
    assert len(rows) == STEPS + 1, printed
    last = rows[-1].split("|")
    assert last[0].split() == ["4", "0.500"] and last[1].split()[0] == "100.0%" and last[3].split() == ["0"], rows[-1]
    assert last[2].split() == [f"{f(8, 7, 6, 0.5):.7f}"], rows[-1]
    assert "Iteration      Time |   Done  Steps/s   Time left |" in printed


def test_end_of_table():
    """The table ends with the last iteration. A limit that is not set has no influence on the column Done."""
    extra = 'IOBasic::outInfo_every = 3\nIOBasic::outInfo_vars = "TestOutput::f{reductions=maximum}"\n'
    extra += 'IOBasic::outScalar_every = 3\nIOBasic::outScalar_vars = "TestOutput::f"\n'
    folder, text = run_case(extra.replace("reductions=maximum", "reductions='maximum'"),
                            replace={'cactus::terminate = "iteration"': 'cactus::terminate = "any"'})
    rows = [line.split("|") for line in text.splitlines() if re.match(r"^\s*\d+\s+\d+\.\d+ \|", line)]
    assert [row[0].split()[0] for row in rows] == ["0", "3", "4"], text
    assert [row[1].split()[0] for row in rows] == ["0.0%", "75.0%", "100.0%"], text
    assert rows[-1][2].split() == [f"{f(8, 7, 6, 0.5):.7f}"], rows[-1]
    lines = [line for path in folder.glob("f_max*") for line in path.read_text().splitlines() if line[:1] != '"']
    assert len(lines) == 2, lines
