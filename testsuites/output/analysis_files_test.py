"""Files of analyses: HDF5 files with the tables of the text files, arrays from files, restarts, and grid functions that follow from
other ones, compared with numpy."""

import re

import h5py
import numpy
import pytest
from analyses import ALL, BASE, SPACING, coordinates, files, table
from folders import new_folder
from output_values import by_iteration
from parameter_text import with_settings
from simulation import require_words, run


@pytest.fixture(scope="module")
def alone():
    folder, _ = run(ALL, folder=new_folder())
    return folder


@pytest.fixture(scope="module")
def fields(alone):
    return {iteration: values.transpose() for iteration, values in by_iteration(alone, "rho").items()}


def rows_of(text):
    return [tuple(float(number) for number in line.split("\t")) for line in text.splitlines()[2:] if line]


def test_hdf5_files_have_the_tables_of_the_text_files(alone):
    tables = {}
    for path in (alone / "data").glob("*.h5"):
        with h5py.File(path) as file:
            tables |= {name: data[()] for name, data in file.items() if "units" in getattr(data, "attrs", ())}
    texts = files(alone)
    assert set(tables) == {name.removesuffix(".tsv") for name in texts} and "extrema" in tables
    for name, rows in tables.items():
        header = texts[f"{name}.tsv"].split("\n", 1)[0]
        assert list(rows.dtype.names) == [column.split(":", 1)[1] for column in header.removeprefix("# ").split("\t")]
        assert rows.tolist() == rows_of(texts[f"{name}.tsv"]), name
    assert tables["histogram"].dtype["points"] == numpy.int64 and tables["histogram"].dtype["value"] == float


def test_files_describe_their_origin(alone):
    assert files(alone)["histogram.tsv"].splitlines()[1] == "# histogram; field = Wave::rho; bins = 10, lower = -0.5, upper = 1; units of the run"
    with h5py.File(alone / "data/threshold.h5") as file:
        attributes = {name: value.decode() for name, value in file["threshold"].attrs.items()}
    assert attributes["grid functions"] == "field = Wave::rho" and attributes["parameters"] == "threshold = 0.1"
    assert attributes["description"].startswith("The region where a field is larger than a threshold: its number of points,")


def test_files_contain_parameters_that_programs_choose(alone):
    text = files(alone)["power_spectrum.tsv"]
    assert f"; bins = {len(table(text, 0)['modes'])}; units of the run" in text.splitlines()[1]
    with h5py.File(alone / "data/joint_histogram.h5") as file:
        parameters = dict(part.split(" = ") for part in file["joint_histogram"].attrs["parameters"].decode().split(", "))
    minimum = table(files(alone)["extrema.tsv"], 0)["minimum"][0]
    assert parameters["bins"] == "32" and float(parameters["first_lower"]) == minimum


def regions_of(inside):
    """Numbers of connected regions in the order of their first points, with x fastest; -1 outside."""
    numbers, n = numpy.full(inside.shape, -1), 0
    for first in sorted(zip(*numpy.nonzero(inside)), key=lambda point: point[::-1]):
        if numbers[first] >= 0:
            continue
        remaining = [first]
        while remaining:
            point = remaining.pop()
            if all(0 <= c < size for c, size in zip(point, inside.shape)) and inside[point] and numbers[point] < 0:
                numbers[point] = n
                remaining += [tuple(numpy.add(point, step)) for axis in numpy.eye(3, dtype=int) for step in (axis, -axis)]
        n += 1
    return numbers


@pytest.mark.parametrize("iteration", [0, 2, 4])
def test_regions_are_connected(alone, fields, iteration):
    rho, found = fields[iteration], table(files(alone)["regions.tsv"], iteration)
    numbers, (x, _, z) = regions_of(rho > 0.02), coordinates()
    assert list(found["region"]) == list(range(numbers.max() + 1))
    for n in range(numbers.max() + 1):
        inside = numbers == n
        assert found["points"][n] == inside.sum() and found["maximum"][n] == rho[inside].max()
        assert abs(found["mass"][n] - rho[inside].sum() * SPACING**3) < 1e-12
        assert abs(found["x"][n] - x[inside].mean()) < 1e-12 and abs(found["z"][n] - z[inside].mean()) < 1e-12


MANY = """grid real rho = "Wave::rho"
grid real u = "Wave::u"
grid real region = "regions(u, level)"
parameter real level = 0.2
output line = region[*, 3, 5]
output points = map(g in groupBy(c in filter(c in grid: region[c] >= 0) by int(region[c])): size(g))
"""


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_many_regions_across_processes(ranks):
    """Crests of a plane wave along a diagonal."""
    folder = new_folder()
    (folder / "many.pat").write_text(MANY)
    wave = {"Wave::initial": '"plane wave"', "Wave::k1": "2.5", "Wave::k2": "1.5", "Wave::k3": "2", "IOHDF5::out_vars": '"Wave::u"'}
    run(with_settings(BASE, {**wave, "Analysis::programs": '"./many.pat"', "Analysis::every": "4"}), ranks, folder=folder)
    numbers = regions_of(by_iteration(folder, "u")[4].transpose() > 0.2)
    found = files(folder)
    assert numbers.max() > 5
    assert list(table(found["many-points.tsv"], 4)["value"]) == list(numpy.bincount(numbers[numbers >= 0]))
    assert list(table(found["many-line.tsv"], 4)["value"]) == list(numbers[:, 3, 5])


@pytest.mark.parametrize("iteration", [0, 4])
def test_power_spectrum_is_that_of_numpy(alone, fields, iteration):
    rho, found = fields[iteration], table(files(alone)["power_spectrum.tsv"], iteration)
    power = numpy.abs(numpy.fft.fftn(rho) / rho.size) ** 2
    waves = numpy.meshgrid(*(2 * numpy.pi * numpy.fft.fftfreq(n, SPACING) for n in rho.shape), indexing="ij")
    smallest = 2 * numpy.pi / (27 * SPACING)
    shell = numpy.floor(numpy.sqrt(sum(wave**2 for wave in waves)) / smallest + 0.5 + 1e-9).astype(int)
    n_shells = 1 + max(shell[:, 0, 0].max(), shell[0, :, 0].max(), shell[0, 0].max())
    assert len(found["power"]) == n_shells and numpy.allclose(found["wave_number"], smallest * numpy.arange(n_shells))
    for n in range(n_shells):
        assert found["modes"][n] == (shell == n).sum()
        assert abs(found["power"][n] - power[shell == n].sum()) < 1e-15
    assert abs(power.sum() - (rho**2).mean()) < 1e-15


ARRAYS = """input real table[n]
input csr real graph[nodes, nodes]
structure Place { real x, int number }
input Place places[m]
output total = sum(table)
output degrees = map(i < nodes: sum(k in row(graph, i): graph.value[k]))
output numbers = sum(p in places: p.number * p.x)
"""


def run_with_arrays(inputs, ranks=1, expect=0):
    folder = new_folder()
    (folder / "arrays.pat").write_text(ARRAYS)
    (folder / "table.csv").write_text("1, 2.5\n3\n")
    (folder / "graph.csv").write_text("row, column, value\n0, 1, 0.5\n2, 0, 4\n2, 2, 2\n")
    (folder / "places.csv").write_text("number, x\n3, 0.5\n4, 0.25\n")
    with h5py.File(folder / "all.h5", "w") as file:
        file["group/table"] = [1, 2.5, 3]
        file["graph/first"], file["graph/column"], file["graph/value"] = [0, 1, 1, 3], [1, 0, 2], [0.5, 4, 2]
        file["places"] = numpy.array([(0.5, 3), (0.25, 4)], [("x", float), ("number", numpy.int32)])
        file["real_places"] = numpy.array([(0.5, 3)], [("x", float), ("number", float)])
    text = BASE + f'Analysis::programs = "./arrays.pat"\nAnalysis::every = 4\nAnalysis::inputs = "{inputs}"\n'
    return run(text, ranks, folder=folder, expect=expect)


@pytest.mark.parametrize("inputs", ["table = table.csv, graph = graph.csv, places = places.csv",
                                    "arrays.table = all.h5:/group/table, graph = all.h5:graph, places = all.h5:/places"])
@pytest.mark.parametrize("ranks", [1, 2])
def test_arrays_from_files(inputs, ranks):
    found = files(run_with_arrays(inputs, ranks)[0])
    assert table(found["arrays.tsv"], 4)["total"] == 6.5 and table(found["arrays.tsv"], 4)["numbers"] == 2.5
    assert list(table(found["arrays-degrees.tsv"], 4)["value"]) == [0.5, 0, 6]


LINKS = "0, 1\n0, 2\n1, 2\n2, 0\n3, 0\n3, 1\n"  # `i, j` is a link from node j to node i; node 3 has no links


def run_page_rank(settings="", ranks=1, expect=0):
    folder = new_folder()
    (folder / "links.csv").write_text(LINKS)
    program = 'Analysis::programs = "papers/page_rank"\nAnalysis::every = 2\nAnalysis::inputs = "links = links.csv"\n'
    return run(BASE + program + settings, ranks, folder=folder, expect=expect)


def part_of_report(folder, program="page_rank"):
    """The part of the kernel report for the only program."""
    return next(folder.glob("**/kernel_report.txt")).read_text().split(f"\nAnalysis::{program}: ")[1]


def test_program_of_a_paper():
    """The ranks are those of a power iteration with the matrix of the links."""
    folder, _ = run_page_rank()
    matrix = numpy.zeros((4, 4))
    for line in LINKS.splitlines():
        matrix[tuple(map(int, line.split(",")))] = 1
    matrix[:, 3] = 1  # as if node 3 had links to all nodes
    step = 0.85 * matrix / matrix.sum(axis=0) + 0.15 / 4
    ranks = numpy.linalg.matrix_power(step, 200) @ numpy.full(4, 0.25)
    found = table(files(folder)["page_rank.tsv"], 4)["value"]
    assert numpy.abs(found - ranks).max() < 1e-11 and len(set(numpy.round(ranks, 3))) == 4
    report = part_of_report(folder)
    assert report.startswith("3 evaluations in ") and "  next: " in report and "runs with the mapping " in report and "score" not in report
    assert "\nAnalysis::page_rank.next " in next(folder.glob("**/kernel_report.txt")).read_text()  # the table of kernels


@pytest.mark.parametrize("mapping, text", [("automatic", "candidates, "), ("1D", "the mapping x 256 span 1 / sequential"),
                                           ("thread-block/thread", "the mapping y 1 span 1 / x "), ("warp-based", "the mapping y 16 span 1 / x ")])
@pytest.mark.parametrize("ranks", [1, 2])
def test_mappings_have_equal_results_and_traces(mapping, text, ranks):
    settings = f'Analysis::mapping = "{mapping}"\nAnalysis::mapping_traces = "yes"\n'
    folder, _ = run_page_rank(settings, ranks)
    assert files(folder) == files(run_page_rank('Analysis::evaluation = "interpreted"\n')[0])
    report = part_of_report(folder)
    assert text in report and "    score " in report and "local hard: level" in report


def test_report_without_kernels():
    folder = new_folder()
    (folder / "rows.pat").write_text("output s = map(f in map(i < 3: map(j < i: j)): sum(f))\n")
    settings = 'ActiveThorns = "PUGH IOUtil CaKernel Analysis"\nCactus::cctk_itlast = 0\nAnalysis::programs = "./rows.pat"\n'
    run(settings, folder=folder)
    report = next(folder.glob("**/kernel_report.txt")).read_text()
    assert report.startswith("No kernel was compiled.\n") and "/rows.pat:1:32: There is no kernel for arrays of arrays" in report


def test_unknown_mapping():
    _, result = run_page_rank('Analysis::mapping = "warp"\n', expect=1)
    require_words(result, ["Analysis::mapping", "warp", "warp-based"], "warp")


def test_mapping_of_a_single_pattern():
    folder, _ = run_page_rank('Analysis::mapping = "next = y 2 span 1 / sequential, page_rank.change = x 4 span all"\n')
    assert files(folder) == files(run_page_rank('Analysis::evaluation = "interpreted"\n')[0])
    report = part_of_report(folder)
    for name, mapping in ("next", "y 2 span 1 / sequential"), ("change", "x 4 span all"):
        assert re.search(rf"  {name}: \d+ runs with the mapping {mapping}\n", report)


def test_mapping_of_a_pattern_of_one_of_two_programs():
    folder = new_folder()
    (folder / "links.csv").write_text(LINKS)
    (folder / "squares.pat").write_text("output s = map(i < 7: i * i)\n")
    run(BASE + 'Analysis::programs = "papers/page_rank ./squares.pat"\nAnalysis::inputs = "links = links.csv"\n'
        'Analysis::mapping = "page_rank.next = y 2 span 1 / sequential"\n', folder=folder)
    report = part_of_report(folder, "squares")
    assert re.search(r"  s: \d+ runs with the mapping x \d+ span 1\n", report), report


@pytest.mark.parametrize("mapping, words", [
    ("nxt = x 4 span 1", ["Analysis::mapping", "`nxt`", "`next`"]),
    ("next = x 4 spam 1", ["Analysis::mapping", "spam"]),
    ("next = x 3 span 1 / sequential", ["Analysis::mapping", "The block size is 3"]),
    ("foreach_n_outgoing = x 4 span 1", ["`foreach_n_outgoing`", "iterations in their order"]),
    ("next = x 4 span 1", ["`next`", "1 level"]),
    ("next = x 4 span 1 / y 8 span 1", ["`next`"])])
def test_wrong_mapping_of_a_single_pattern(mapping, words):
    _, result = run_page_rank(f'Analysis::mapping = "{mapping}"\n', expect=1)
    require_words(result, words, mapping)


GROUPS = """let groups = groupBy(i < 5000 by 1000 * mod(i * i, 7) - 3000: real(i))
output table groups(key = map(g in groups: g.key), members = map(g in groups: size(g)), total = map(g in groups: sum(g)))
"""


def run_groups(settings, expect=0):
    folder = new_folder()
    (folder / "groups.pat").write_text(GROUPS)
    return run(BASE + 'Analysis::programs = "./groups.pat"\n' + settings, folder=folder, expect=expect)


@pytest.mark.parametrize("grouping, method", [("automatic", "hash table of 4 keys"), ("hash", "hash table of 4 keys"), ("sort", "radix sort")])
def test_groupings_have_equal_results(grouping, method):
    folder, _ = run_groups(f'Analysis::grouping = "{grouping}"\n')
    assert files(folder) == files(run_groups('Analysis::evaluation = "interpreted"\n')[0])
    assert list(table(files(folder)["groups.tsv"], 0)["key"]) == [-3000, -2000, -1000, 1000]
    assert method in part_of_report(folder, "groups")


def test_unknown_grouping():
    _, result = run_groups('Analysis::grouping = "hsh"\n', expect=1)
    require_words(result, ["Analysis::grouping", "hsh", "hash"], "hsh")


LARGE = """parameter int n = 1000000
output products = map(i < n, j < n: real(i) * j)
"""


@pytest.mark.parametrize("ranks", [1, 2])
def test_arrays_larger_than_the_memory(ranks):
    folder = new_folder()
    (folder / "large.pat").write_text(LARGE)
    _, result = run(BASE + 'Analysis::programs = "./large.pat"\n', ranks, folder=folder, expect=1)
    gibibytes, processes = ranks * 8e12 / 2**30, "a process" if ranks == 1 else f"{ranks} processes"
    require_words(result, [f"The analysis large needs at least {gibibytes:.1f} GiB of memory on {processes} of one computer, where ",
                           "Use more computers, a coarser grid or smaller arrays."], LARGE)
    assert not [path for name in ("*.tsv", "*.h5") for path in folder.glob(f"data/{name}")]  # the run ends before its first output


ERRORS = {
    "missing": ("table = none.csv, graph = all.h5:/group", ["none.csv: error: Cannot read this file", "`/group/first`",
                                                            "The input `places` of the program arrays has no file; add `places = FILE`."]),
    "types": ("table = table.csv, graph = graph.csv, places = all.h5:/real_places",
              ["The dataset `/real_places` has a member `number` of another type; expected integers."]),
    "axes": ("table = all.h5:/places, graph = graph.csv, places = all.h5:/group/table",
             ["The dataset `/places` has values of another type; expected numbers.",
              "The dataset `/group/table` has no member `x`, which is a field of the structure."]),
    "names": ("tabel = table.csv, table = table.csv, graph = graph.csv, places = places.csv",
              ["No program or expression has an input `tabel`. Did you mean `table`?"]),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_of_input_files(name):
    inputs, messages = ERRORS[name]
    require_words(run_with_arrays(inputs, expect=1)[1], messages, inputs)


WRONG = {
    'grid real a = "Wave::u"\ngrid real b = "power_of_mode(a)"\noutput s = sum(b)':
        "There is no function `power_of_mode` of grid functions. Did you mean `power_of_modes`? Allowed: power_of_modes, regions.",
    'grid real a = "Wave::u"\ngrid real b = "regions(a)"\noutput s = sum(b)':
        "`regions(a)` does not fit; expected `regions(GRID_FUNCTION, PARAMETER)`, with names of the program.",
}


@pytest.mark.parametrize("program", WRONG)
def test_errors_of_derived_grid_functions(program):
    folder = new_folder()
    (folder / "wrong.pat").write_text(program)
    _, result = run(BASE + 'Analysis::programs = "./wrong.pat"\n', folder=folder, expect=1)
    require_words(result, ["wrong.pat:2:", WRONG[program]], program)


def test_unknown_format():
    _, result = run(BASE + 'Analysis::formats = "tsv csv"\n', folder=new_folder(), expect=1)
    require_words(result, ["Analysis::formats contains `csv`. Allowed are tsv and hdf5"], "csv")


def test_files_continue_after_a_restart():
    """The first part writes beyond its last checkpoint; the second part has other rows from there on."""
    settings = {"IOHDF5::checkpoint": '"yes"', "IO::checkpoint_every": "4", "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"',
                "cactus::cctk_itlast": "6"}
    folder = new_folder()
    run(with_settings(ALL, settings), 1, folder=folder)
    final = {**settings, "cactus::cctk_itlast": "8", "IO::recover": '"auto"'}
    run(with_settings(ALL, final), 2, folder=folder)
    whole, _ = run(with_settings(ALL, {"cactus::cctk_itlast": "8"}), 1, folder=new_folder())
    assert files(folder) == files(whole)
    for path in sorted((whole / "data").glob("*.h5")):
        with h5py.File(path) as expected, h5py.File(folder / "data" / path.name) as found:
            for name, data in expected.items():
                assert "units" not in data.attrs or data[()].tolist() == found[name][()].tolist(), name
