"""Output contains coordinates that are registered only with CoordBase, as in thorns for one or two dimensions."""

from simulation import run

PARAMETERS = """ActiveThorns = "PUGH PUGHReduce PUGHSlab CoordBase IOUtil IOASCII TestLine"
driver::global_nsize = 9
driver::ghost_size = 1
Cactus::terminate = "iteration"
Cactus::cctk_itlast = 0
IO::out_dir = "out"
IOASCII::out1D_every = 1
IOASCII::out1D_vars = "TestLine::value"
"""


def test_coordinates_of_coordbase():
    folder, result = run(PARAMETERS, 2)
    files = [path for path in (folder / "out").iterdir() if path.name.startswith("value")]
    assert len(files) == 1, f"{files}\n{result.stdout}"
    rows = [line.split() for line in files[0].read_text().splitlines() if line.strip() and line[0] not in '#"']
    found = [(float(position), float(value)) for position, value in rows]
    expected = [(0.5 + 0.25 * i, 1 + 0.5 * i) for i in range(9)]
    assert found == expected, found
