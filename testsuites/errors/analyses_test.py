"""Wrong programs, expressions, grid functions, parameters and input files of the thorn Analysis: all are reported before the first
output, with the file, line and column or the name of the parameter, and the nearest name."""

import h5py
import pytest
from analyses import BASE
from folders import new_folder
from simulation import require_words, run

PROGRAM = """grid real field = "rho"
parameter int bins = 4
input real v[n]
input real w[n]
input real m[rows, columns]
let a = sum(feild)
let b = sum(c in grid: field[c] and true)
let c = map(i < bins: v[i, 0])
output s = size(v) + summ(w)
output t = map(i < 2.5: m[i, 0])
"""
READER = """input real v[n]
input real w[n]
input real m[rows, columns]
input csr real graph[nodes, nodes]
output s = sum(v) + sum(w) + m[0, 0] + size(graph.column)
"""
FILES = {"wrong.pat": PROGRAM, "points.pat": "output n = count(c in grid: true)\n", "reader.pat": READER, "three.csv": "1, 2, 3\n", "two.csv": "1, 2\n", "word.csv": "1, x\n",
         "ragged.csv": "1, 2\n3\n", "matrix.csv": "1, 2\n3, 4\n", "negative.csv": "0, -1, 1\n"}

CASES = {
    "program": ('Analysis::programs = "./wrong.pat"', [
        "/wrong.pat:6:13: error: There is no variable `feild`. Did you mean `field`? let a = sum(feild) ^",
        "wrong.pat:7:33: error: The operands of `and` must be of type bool; found real and bool.",
        "wrong.pat:8:24: error: `v[i, 0]` has 2 subscripts; the array has 1 axis.",
        "wrong.pat:9:22: error: There is no function `summ`. Did you mean `sum`?",
        "wrong.pat:10:20: error: The number of values of `i` must be of type int; found real."]),
    "expressions": ("""Analysis::expressions = "mass = sum(sqr(rho))
n = count(rho)
mean = sum(rho) / numbr
top = max(rho - sum(rho))" """, [
        "Analysis::expressions:3:19: error: There is no grid function or variable `numbr`.",
        "Analysis::expressions:4:17: error: `sum` is inside another reduction; give it a name in a statement before, as in `mean = sum(...)`."]),
    "functions and types of expressions": ("""Analysis::expressions = "mass = sum(sqr(rho))
n = count(rho)" """, [
        "Analysis::expressions:1:12: error: There is no function `sqr`. Did you mean `sqrt`?",
        "Analysis::expressions:2:5: error: `count` needs values of type bool; found real."]),
    "assignments": ("""Analysis::programs = "histogram"
Analysis::variables = "field = Wave::rho, field = Wave::u, = Wave::u"
Analysis::parameters = "bins =, lower"
Analysis::inputs = "links" """, [
        "Analysis::variables: error: The name `field` occurs twice.",
        "Analysis::variables: error: Found `= Wave::u`, expected `NAME = VALUE` between commas.",
        "Analysis::parameters: error: Found `bins =`, expected `NAME = VALUE` between commas.",
        "Analysis::parameters: error: Found `lower`, expected `NAME = VALUE` between commas.",
        "Analysis::inputs: error: Found `links`, expected `NAME = VALUE` between commas."]),
    "variables": ("""Analysis::programs = "histogram extrema"
Analysis::variables = "histogram.field = Waev::rho, extrema.field = Wave::rh" """, [
        "Analysis::variables: error: There is no variable `Waev::rho` in the active thorns. Did you mean `Wave::rho`?",
        "Analysis::variables: error: There is no variable `Wave::rh` in the active thorns. Did you mean `Wave::rho`?"]),
    "parameters": ("""Analysis::programs = "histogram"
Analysis::variables = "field = Wave::rho"
Analysis::parameters = "bin = 3" """, ["Analysis::parameters: error: No program or expression has a parameter `bin`. Did you mean `bins`?"]),
    "all parameters": ("""Analysis::programs = "histogram"
Analysis::variables = "field = Wave::rho, feild = Wave::u"
Analysis::parameters = "bins = abc, bin = 3"
Analysis::inputs = "link = links.csv" """, [
        "Analysis::parameters: error: `bins = abc` is not an integer.",
        "Analysis::parameters: error: No program or expression has a parameter `bin`. Did you mean `bins`?",
        "Analysis::variables: error: No program or expression has a grid function `feild`. Did you mean `field`?",
        "Analysis::inputs: error: No program or expression has an input `link`."]),
    "numbers": ("""Analysis::programs = "histogram"
Analysis::variables = "field = Wave::rho"
Analysis::parameters = "bins = 3000000000, lower = 1e, upper = one" """, [
        "Analysis::parameters: error: `bins = 3000000000` is not an integer.",
        "Analysis::parameters: error: `lower = 1e` is not a number.", "Analysis::parameters: error: `upper = one` is not a number."]),
    "ranges of parameters": ("""Analysis::programs = "histogram slice"
Analysis::variables = "field = Wave::rho"
Analysis::parameters = "bins = 0, axis = 3" """, [
        "Analysis::parameters: error: The value 0 of the parameter `bins` is out of range; expected at least 1.",
        "Analysis::parameters: error: The value 3 of the parameter `axis` is out of range; expected 0 to 2."]),
    "spellings of numbers": ("""Analysis::programs = "histogram"
Analysis::variables = "field = Wave::rho"
Analysis::parameters = "bins = 0x10, lower = nan, upper = inf" """, [
        "Analysis::parameters: error: `bins = 0x10` is not an integer.",
        "Analysis::parameters: error: `lower = nan` is not a number.", "Analysis::parameters: error: `upper = inf` is not a number."]),
    "text files": ("""Analysis::programs = "./reader.pat"
Analysis::inputs = "v = word.csv, w = absent.csv, m = ragged.csv, graph = negative.csv" """, [
        "word.csv:1:4: error: `x` is not a value of type real.", "absent.csv: error: Cannot read this file",
        "ragged.csv:2:1: error: The line has 1 value; expected 2.",
        "negative.csv:1:4: error: The number of a row or column is -1; it must not be negative."]),
    "sizes": ("""Analysis::programs = "./reader.pat"
Analysis::inputs = "v = two.csv, w = three.csv, m = matrix.csv, graph = matrix.csv" """, [
        "reader.pat:2:12: error: Axis 0 of the input `w` has 3 elements; other inputs require 2."]),
    "datasets": ("""Analysis::programs = "./reader.pat"
Analysis::inputs = "v = all.h5:/matrix, w = all.h5:/absent, m = none.h5:/m, graph = all.h5:/vector" """, [
        "all.h5: error: The dataset `/matrix` has 2 axes; the input has 1.", "`/absent`", "none.h5", "`/vector/first`"]),
    "expressions without a name": ('Analysis::expressions = "sum(rho)"', [
        "Analysis::expressions:1:1: error: Expected a statement, found `sum`", "or assign a variable, as in `NAME = EXPRESSION`."]),
    "mappings of programs over the grid": ("""Analysis::programs = "./points.pat histogram"
Analysis::variables = "field = Wave::rho"
Analysis::mapping = "n = x 4 span 1, width = x 4 span 1" """, [
        "Analysis::mapping: error: No program or expression has a pattern to map `n`. Programs that use the grid have no mapping; remove the assignment.",
        "Analysis::mapping: error: No program or expression has a pattern to map `width`. Programs that use the grid have no mapping; remove the assignment."]),
    "formats": ('Analysis::formats = ""', ["Analysis::formats is empty. Allowed are tsv and hdf5, separated by blanks."]),
}


@pytest.mark.parametrize("name", CASES)
def test_wrong_analysis(name):
    settings, messages = CASES[name]
    folder = new_folder()
    for file, text in FILES.items():
        (folder / file).write_text(text)
    with h5py.File(folder / "all.h5", "w") as file:
        file["matrix"], file["vector"] = [[1, 2], [3, 4]], [1, 2]
    _, result = run(BASE + settings + "\n", folder=folder, expect=1)
    require_words(result, messages, settings)
    assert "/./" not in result.stdout + result.stderr
    assert not [path for pattern in ("*.tsv", "*.h5") for path in folder.glob(f"data/{pattern}")]


def test_program_over_the_grid_without_grid():
    folder = new_folder()
    (folder / "points.pat").write_text("output n = count(c in grid: true)\n")
    base = 'ActiveThorns = "PUGH IOUtil Analysis"\nCactus::cctk_itlast = 0\n'
    _, result = run(base + 'Analysis::programs = "./points.pat"\n', folder=folder, expect=1)
    require_words(result, ["The analysis points uses the grid, but the run has no grid functions with storage.", "CartGrid3D"], "points")
