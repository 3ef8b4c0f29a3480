"""BSSN has the same bits for any number of ranks and threads, with device memory, after a recovery, and with trK evolved a second
time as A. Noise depends on the position, not on the process, and does not grow in flat space. Flat space stays at a
radiative boundary."""

import math

import pytest
from output_values import values
from relativity import HOLE, bar, box, data, lines_of, run

VARIANTS = {
    "ranks=2": ({}, 2, 1), "ranks=4.threads=2": ({}, 4, 2), "threads=2": ({}, 1, 2),
    "own memory": ({"Devices::own_memory": "yes"}, 2, 1),
}


@pytest.fixture(scope="module")
def reference():
    found = values(run(HOLE)[0])
    assert any(len(set(lines)) > 5 for name, lines in found.items() if name.startswith("trK_x")), "trK is constant"
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_bits(name, reference):
    changes, ranks, threads = VARIANTS[name]
    assert values(run(HOLE, changes, ranks=ranks, threads=threads)[0]) == reference


CHECKPOINT = {"ActiveThorns": '"IOHDF5"', "IOHDF5::checkpoint": "yes", "IO::checkpoint_every": 2, "IO::recover_dir": '"checkpoints"',
              "IO::checkpoint_dir": '"checkpoints"', "IO::checkpoint_keep": -1}


def test_recovery(reference):
    """A run on two processes writes a checkpoint after two steps, and a run on one process continues from it. The
    output is equal to that of an uninterrupted run."""
    folder, _ = run(HOLE, CHECKPOINT, {"cactus::cctk_itlast": 2}, ranks=2)
    run(HOLE, CHECKPOINT, {"IO::recover": '"auto"'}, into=folder)
    assert values(folder) == reference


def test_lapse_driver(reference):
    """If A starts equal to trK, it stays bitwise equal to trK and all other variables are unchanged. If A starts from
    another value, the lapse changes."""
    assert values(run(HOLE, {"BSSN::evolve_A": "yes"})[0]) == reference
    from_dtlapse = values(run(HOLE, {"BSSN::evolve_A": "yes", "BSSN::initial_A": '"dtlapse"'})[0])
    assert any(from_dtlapse[file] != reference[file] for file in reference if file.startswith("alpha_"))


def test_flat_space_stays_at_a_radiative_boundary():
    """The boundary reads a past time level, which only the initial data can fill at first."""
    folder, _ = run(bar(0, 8, 2), {
        "driver::periodic": "no", "BSSN::boundary": '"radiative"', "cactus::cctk_itlast": 2, "IOScalar::outScalar_every": 1,
        "IOScalar::outScalar_reductions": '"minimum maximum"', "IOScalar::outScalar_vars": '"BSSN::alpha BSSN::phi BSSN::gt"'})
    found = {path.name: [float(line.split()[-1]) for line in path.read_text().splitlines() if line and line[0] in "0123456789"]
             for path in (folder / "data").glob("*imum.asc")}
    assert len(found) == 16
    for name, numbers in found.items():
        expected = 0 if name[:4] in ("gt12", "gt13", "gt23") else 1
        assert max(abs(number - expected) for number in numbers) < 1e-13, name


def connection_of_hole(x, y, z):
    """Xt^1 = -d_j gt^1j of the Kerr-Schild metric of mass 1, gt^ij = det(g)^(1/3) (delta_ij - 2 H l_i l_j/(1 + 2 H)),
    H = 1/r, l = x/r, det(g) = 1 + 2 H, by differences so close that they are exact here."""
    def conformal(j, place):
        r = math.hypot(*place)
        return (1 + 2 / r) ** (1 / 3) * ((j == 0) - 2 / (r + 2) * place[0] * place[j] / r**2)

    def slope(j, step=1e-4):
        upper, lower = ([coordinate + sign * step * (d == j) for d, coordinate in enumerate((x, y, z))] for sign in (1, -1))
        return (conformal(j, upper) - conformal(j, lower)) / (2 * step)

    return -sum(slope(j) for j in range(3))


def test_connection_is_extended_into_the_boundary_zone():
    """The initial values of Xt are the contracted Christoffel symbols of the conformal metric. In the outer boundary
    zone, which has no derivatives, it has its value at the outermost interior point. That is within 30% of the exact
    value; 0 would not be."""
    ghosts, middle = 3, 6.5
    folder, _ = run(data("Kerr-Schild", mass=1), box(12, 4, 5, 8), {
        "cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "IOASCII::out1D_vars": '"BSSN::Xt"'})
    line = lines_of(folder, "Xt1")
    assert len(line) == 13 + 2 * ghosts
    exact = [connection_of_hole(x, middle, middle) for x, _ in line]
    inside = [value for _, value in line[ghosts:-ghosts]]
    outside = [value for _, value in line[:ghosts] + line[-ghosts:]]
    assert outside == [inside[0]] * ghosts + [inside[-1]] * ghosts
    assert max(abs(value / right - 1) for value, right in zip(inside, exact[ghosts:-ghosts])) < 1e-4
    assert max(abs(value / right - 1) for (_, value), right in zip(line, exact)) < 0.3


def test_initial_data_from_files():
    """The evolution starts from what IOUtil reads from files, not from earlier values. Files of ADMBase hold what BSSN's
    variables give, with rounding errors."""
    grid = bar(0, 12, 2) | {"ActiveThorns": '"IOHDF5"', "driver::periodic": "no", "cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1,
                            "IOASCII::out1D_vars": '"BSSN::phi BSSN::trK BSSN::alpha"'}
    folder, _ = run(data("gauge wave", amplitude=0.1), grid, {
        "IOHDF5::out_dir": '"files"', "IOHDF5::out_every": 1, "IOHDF5::out_vars": '"ADMBase::metric ADMBase::curv ADMBase::lapse"'})
    expected = {name: lines_of(folder, name) for name in ("phi", "trK", "alpha")}
    assert max(value for _, value in expected["trK"]) > 0.1
    names = [path.stem for path in sorted((folder / "files").glob("*.h5"))]
    assert len(names) == 13
    run(grid, {"IO::filereader_ID_dir": '"files"', "IO::filereader_ID_files": f'"{" ".join(names)}"',
               "IO::filereader_ID_vars": '"' + " ".join(f"ADMBase::{name}" for name in names) + '"'}, into=folder)
    for name, line in expected.items():
        for (_, value), (_, right) in zip(lines_of(folder, name), line, strict=True):
            assert abs(value - right) < 1e-14, name


def growth_rate(times, norms):
    """Returns the slope of a line fitted to the logarithms of the values."""
    logs = [math.log(norm) for norm in norms]
    time, log = sum(times) / len(times), sum(logs) / len(logs)
    return sum((t - time) * (value - log) for t, value in zip(times, logs)) / sum((t - time) ** 2 for t in times)


AMPLITUDE = 1e-10
DRIFT = 1.05 * math.log(2) / 20  # the mean of At makes the metric drift in proportion to time


@pytest.fixture(scope="module")
def noise():
    """Forty crossing times of a small periodic box without dissipation, with noise in all variables."""
    points, every = 8, 80
    folder, _ = run(
        data("Cartesian Minkowski", add_noise="yes", noise_amplitude=AMPLITUDE) | {
            "ADMBase::initial_lapse": '"one"', "ADMBase::initial_shift": '"zero"'},
        bar(0, points, 4), {
            "BSSN::dissipation_strength": 0, "time::dtfac": 0.5, "cactus::cctk_itlast": 8 * every, "IOScalar::outScalar_every": every,
            "IOScalar::outScalar_reductions": '"norm2"', "IOScalar::outScalar_vars": '"BSSN::trK BSSN::At BSSN::gt BSSN::H"'})
    return folder


@pytest.mark.parametrize("name, largest_rate", [("trK", 0.01), ("H", 0.01), ("At11", 0.01), ("gt12", DRIFT)])
def test_noise_does_not_grow_exponentially(noise, name, largest_rate):
    """The growth rate is that of the second half; it excludes the drift of the metric. A norm may grow 1000-fold in all, which
    an exponential instability exceeds."""
    lines = (noise / f"data/{name}.norm2.asc").read_text().splitlines()
    rows = [line.split() for line in lines if line and line[0] in "0123456789"]
    times, norms = [float(row[1]) for row in rows], [float(row[2]) for row in rows]
    assert len(times) == 9 and times[-1] == 40 and norms[0] > 0.1 * AMPLITUDE
    assert growth_rate(times[4:], norms[4:]) < largest_rate and norms[-1] < 1000 * AMPLITUDE
