"""Reads grid functions that the thorn TestGrid has written. There is one file per process and one line per point, with all
digits."""

import pathlib

import simulation


class Grid:
    """gsh, origin, spacing per direction; time_step; values[name][(i, j, k)] by global index."""

    def __init__(self, folder):
        self.values = {}
        files = sorted(pathlib.Path(folder).glob("points.*.txt"))
        if not files:
            raise AssertionError(f"no points were written in {folder}")
        for file in files:
            self.read(file)
        for name, values in self.values.items():
            n = self.gsh[0] * self.gsh[1] * self.gsh[2]
            if len(values) != n:
                raise AssertionError(f"{name} has {len(values)} points of {n}")

    def read(self, file):
        lines = file.read_text().split("\n")
        facts = lines[0].split()
        self.gsh = [int(facts[1 + 3 * d]) for d in range(3)]
        self.origin = [float.fromhex(facts[2 + 3 * d]) for d in range(3)]
        self.spacing = [float.fromhex(facts[3 + 3 * d]) for d in range(3)]
        self.time_step = float.fromhex(facts[10])
        for line in lines[1:-1]:
            name, i, j, k, value = line.split()
            point, value = (int(i), int(j), int(k)), float.fromhex(value)
            known = self.values.setdefault(name.lower(), {}).setdefault(point, value)
            if known != value:  # two processes hold the point, one of them as ghost point
                raise AssertionError(f"{name} at {point} is {known!r} on one process and {value!r} on another")

    def __getitem__(self, name):
        return self.values[name.lower()]


def run(parameters, ranks=1, threads=1, thorns="", **options):
    """Runs TestGrid with parameters (lines of a parameter file); returns (Grid, what was printed)."""
    active = f"PUGH CoordBase SymBase CartGrid3D Time Boundary TestGrid {thorns}"
    text = f'ActiveThorns = "{active}"\ncactus::cctk_itlast = 0\n{parameters}\n'
    folder, result = simulation.run(text, ranks=ranks, threads=threads, **options)
    return (Grid(folder) if result.returncode == 0 else None), result.stdout


def expect_equal(what, found, expected):
    """Compares dictionaries by point, exactly. Fails with the first difference."""
    for point, value in expected.items():
        if found[point] != value:
            raise AssertionError(f"{what} at {point} is {found[point]!r}, not {value!r}")
