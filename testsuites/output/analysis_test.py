"""Analyses of grid functions during a run: values that follow from analytic functions and from the fields that the run writes, and files
with the same bytes for any number of processes and threads."""

import numpy
import pytest
from analyses import ALL, BASE, N, ORIGIN, PROGRAMS, SPACING, WIDTH, coordinates, files, table
from devices import skip_without_opencl
from folders import new_folder
from output_values import by_iteration
from simulation import require_words, run


@pytest.fixture(scope="module")
def alone():
    folder, _ = run(ALL, folder=new_folder())
    return folder


@pytest.fixture(scope="module")
def fields(alone):
    """The field with the axes x, y and z, by iteration."""
    return {iteration: values.transpose() for iteration, values in by_iteration(alone, "rho").items()}


def test_each_program_writes_files(alone):
    names = {name.split(".")[0].split("-")[0] for name in files(alone)}
    assert names == {*PROGRAMS, "expressions"}


@pytest.mark.parametrize("iteration", [0, 2, 4])
def test_histogram_contains_all_points(alone, fields, iteration):
    found = table(files(alone)["histogram.tsv"], iteration)
    expected, edges = numpy.histogram(fields[iteration], bins=10, range=(-0.5, 1))
    assert (found["points"] == expected).all() and found["points"].sum() == numpy.prod(N)
    assert numpy.allclose(found["value"], (edges[1:] + edges[:-1]) / 2)
    assert abs((found["density"] * 0.15).sum() - 1) < 1e-13
    joint = table(files(alone)["joint_histogram.tsv"], iteration)
    assert (numpy.diff(joint["first"].reshape(32, 32)) > 0).all() and joint["points"].sum() == numpy.prod(N)


def test_integrals_of_a_gaussian(alone):
    """The integral over all space and along lines; the sums converge faster than any power of the spacing."""
    mass = (2 * numpy.pi) ** 1.5 * WIDTH**3
    assert abs(table(files(alone)["expressions.tsv"], 0)["mass"][0] / mass - 1) < 1e-5
    assert abs(table(files(alone)["moments.tsv"], 0)["integral"][0] / mass - 1) < 1e-5
    assert abs(table(files(alone)["moments.tsv"], 0)["extent"][0] / (WIDTH * 3**0.5) - 1) < 1e-4
    found = table(files(alone)["projection.tsv"], 0)
    radius = numpy.hypot(found["first"], found["second"])
    expected = (2 * numpy.pi) ** 0.5 * WIDTH * numpy.exp(-0.5 * (radius / WIDTH) ** 2)
    assert len(radius) == N[0] * N[1] and numpy.abs(found["integral"] - expected).max() < 1e-5


@pytest.mark.parametrize("iteration", [0, 4])
def test_sums_and_positions_equal_those_of_the_field(alone, fields, iteration):
    rho, (x, y, z) = fields[iteration], coordinates()
    found = {name: table(text, iteration) for name, text in files(alone).items()}
    expected = {"mass": rho.sum() * SPACING**3, "n": (rho > 0.1).sum(), "centre_of_square": (rho**2 * z).sum() / (rho**2).sum()}
    for name, value in expected.items():
        assert abs(found["expressions.tsv"][name][0] - value) < 1e-12
    top = numpy.unravel_index(rho.transpose().argmax(), rho.transpose().shape)[::-1]
    assert [found["expressions.tsv"][f"top.{axis}"][0] for axis in "ijk"] == list(top)
    assert found["extrema.tsv"]["maximum"][0] == rho.max() and found["extrema.tsv"]["minimum"][0] == rho.min()
    assert found["threshold.tsv"]["points"][0] == (rho > 0.1).sum()
    assert abs(found["threshold.tsv"]["mass"][0] - rho[rho > 0.1].sum() * SPACING**3) < 1e-12
    assert numpy.allclose(found["projection.tsv"]["integral"].reshape(N[1], N[0]).transpose(), rho.sum(axis=2) * SPACING, rtol=0, atol=1e-13)
    plane = round((0.24 - ORIGIN[1]) / SPACING)
    assert (found["slice.tsv"]["value"].reshape(N[2], N[0]).transpose() == rho[:, plane, :]).all()
    for name, distance, radius in (("radial", x**2 + y**2 + z**2, 1.2), ("cylindrical", x**2 + y**2, 1.05)):
        profile = found[f"{name}_profile.tsv"]
        n_bins = len(profile["points"])
        assert name == "radial" or n_bins == int(radius / SPACING)
        shell = (numpy.sqrt(distance) / (radius / n_bins)).astype(int)
        for n in range(n_bins):
            values = rho[shell == n]
            assert profile["points"][n] == len(values)
            if len(values):
                assert abs(profile["mean"][n] - values.mean()) < 1e-13 and profile["maximum"][n] == values.max()
                assert name != "radial" or abs(profile["deviation"][n] - values.std()) < 1e-13


@pytest.mark.parametrize("ranks", [1, 2])
def test_default_shells_have_points(ranks):
    settings = ('Analysis::programs = "radial_profile narrow:radial_profile"\nAnalysis::variables = "field = Wave::rho"\nAnalysis::every = 4\n'
                'Analysis::parameters = "narrow.bins = 40"\nAnalysis::evaluation = "compared"\n')
    found = files(run(BASE + settings, ranks, folder=new_folder())[0])
    narrow, default = (table(found[f"{name}.tsv"], 4) for name in ("narrow", "radial_profile"))
    is_empty = narrow["points"] == 0
    assert 0 < is_empty.sum() < 20 and (narrow["integral"][is_empty] == 0).all()
    for name in ("mean", "deviation", "minimum", "maximum"):
        assert (narrow[name][is_empty] == 0).all()
    assert len(default["points"]) == int(1.05 / SPACING) and (default["points"] > 0).all()


def test_clusters_contain_the_points_above_the_threshold(alone, fields):
    found = table(files(alone)["clusters.tsv"], 0)
    assert found["points"].sum() == (fields[0] > 0.3).sum() and (found["points"] > 0).all()
    assert abs(found["mass"].sum() - fields[0][fields[0] > 0.3].sum() * SPACING**3) < 1e-13


@pytest.mark.parametrize("ranks, threads", [(2, 1), (3, 1), (4, 2)])
def test_files_have_the_same_bytes(alone, ranks, threads):
    folder, _ = run(ALL, ranks, threads, folder=new_folder())
    assert files(folder) == files(alone)
    for name in [*PROGRAMS, "expressions"]:
        assert (folder / f"data/{name}.h5").read_bytes() == (alone / f"data/{name}.h5").read_bytes()


@pytest.mark.parametrize("ranks, threads", [(1, 2), (2, 1)])
def test_kernels_have_the_results_of_the_interpreter(alone, ranks, threads):
    folder, _ = run(ALL + 'Analysis::evaluation = "compared"\n', ranks, threads, folder=new_folder())
    assert files(folder) == files(alone)


def test_shipped_programs_are_compiled(alone):
    report = next(alone.glob("**/kernel_report.txt")).read_text()
    for name in (*PROGRAMS, "expressions"):
        assert f"Analysis::{name}: 3 evaluations in " in report
    assert not [part.split(":")[0] for part in report.split("\nAnalysis::")[1:] if "interpreted" in part]


def test_without_kernels(alone):
    folder, _ = run(ALL + 'Analysis::evaluation = "interpreted"\n', folder=new_folder())
    assert files(folder) == files(alone)
    assert "interpreted: no kernels are compiled" in next(folder.glob("**/kernel_report.txt")).read_text()


@pytest.mark.parametrize("ranks", [1, 2])
def test_fields_on_a_device(ranks):
    """The exponential function of the initial data has other bits on devices, so that the values of the run itself are compared."""
    folder, result = run(ALL + 'Devices::kind = "opencl"\n', ranks, folder=new_folder(), expect=None)
    skip_without_opencl(result.stdout)
    assert result.returncode == 0, result.stdout
    rho, found = by_iteration(folder, "rho")[4].transpose(), files(folder)
    assert table(found["extrema.tsv"], 4)["maximum"][0] == rho.max() > 0.5
    assert (table(found["histogram.tsv"], 4)["points"] == numpy.histogram(rho, bins=10, range=(-0.5, 1))[0]).all()
    assert abs(table(found["expressions.tsv"], 4)["mass"][0] - rho.sum() * SPACING**3) < 1e-13


def test_evaluation_on_a_device():
    """The fields are on the device; the interpreter on the host has the same results."""
    settings = """Devices::kind = "opencl"
Analysis::place = "device"
Analysis::evaluation = "compared"
Analysis::every = 4
Analysis::programs = "histogram radial_profile extrema"
Analysis::variables = "field = Wave::rho"
Analysis::expressions = "mass = sum(rho * dV); centre = sum(rho * rho * z) / sum(rho * rho)"
"""
    folder, result = run(BASE + settings, 2, folder=new_folder(), expect=None)
    skip_without_opencl(result.stdout)
    assert result.returncode == 0, result.stdout
    report = next(folder.glob("**/kernel_report.txt")).read_text()
    assert report.count("on the device") == 4, report


OWN = """grid real rho = "Wave::rho"
output steepest = max(c in grid: if c.i + 1 < points_x then abs(rho[c.i + 1, c.j, c.k] - rho[c]) else 0.0)
output line = rho[*, 3, 5]
"""


@pytest.mark.parametrize("ranks", [1, 2])
def test_own_program_with_values_of_other_points(fields, ranks):
    folder = new_folder()
    (folder / "mine.pat").write_text(OWN)
    _, result = run(BASE + 'Analysis::programs = "./mine.pat"\nAnalysis::every = 4\n', ranks, folder=folder)
    assert "mine.pat:2:68: a grid function is read at another point" in " ".join(result.stdout.split())
    found = files(folder)
    assert table(found["mine.tsv"], 4)["steepest"][0] == numpy.abs(numpy.diff(fields[4], axis=0)).max()
    assert (table(found["mine-line.tsv"], 4)["value"] == fields[4][:, 3, 5]).all()


ERRORS = {
    "all errors of one run": ("""Analysis::programs = "histogramm ./none.pat histogram threshold extrema extrema scalar:extrema moments absent:moments"
Analysis::variables = "threshold.field = Wave::rho, absent.field = MoL::SandRScratchSpace, extrema.field = Wave::rhoo, scalar.field = grid::coarse_dx, moments.field"
Analysis::parameters = "threshold.threshold = high, histogram.bins = 3.5"
Analysis::expressions = "mass = sum(rhoo)
b = rho"
""", ["There is no program `histogramm`. Did you mean `histogram`? Allowed: clusters, conservation,", "none.pat: error: ",
      "The grid function `field` of the program histogram has no variable; add `field = THORN::VARIABLE`.",
      "There is no variable `Wave::rhoo` in the active thorns. Did you mean `Wave::rho`?", "is not a grid function of type CCTK_REAL.",
      "MoL::SandRScratchSpace has no storage in this run, because no active thorn schedules storage for its group.",
      "Found `moments.field`, expected `NAME = VALUE` between commas.", "`threshold = high` is not a number", "`bins = 3.5` is not an integer",
      "Two programs have the name `extrema`, and would write the same files; give one another name, as in `other:extrema`.",
      "Analysis::expressions:1:12: error: There is no grid function or variable `rhoo`. Did you mean `rho`?",
      "Analysis::expressions:2:5: error: `rho` has a value at each point of the grid; reduce it to a number"]),
    "names that no program has": ("""Analysis::programs = "histogram"
Analysis::variables = "field = Wave::rho, feild = Wave::rho"
Analysis::parameters = "bin = 3"
""", ["No program or expression has a grid function `feild`. Did you mean `field`?"]),
}


@pytest.mark.parametrize("name", ERRORS)
def test_error(name):
    settings, messages = ERRORS[name]
    folder, result = run(BASE + settings, folder=new_folder(), expect=1)
    require_words(result, messages, settings)
    assert not list(folder.glob("data/*.tsv"))
