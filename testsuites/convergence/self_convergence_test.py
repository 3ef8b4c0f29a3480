"""scripts/convergence compares three runs at their common times, finds the order of generated errors, draws them, and reports
errors in a study or in the output of its runs."""

import pathlib
import re
import subprocess
import sys

import numpy
import pytest

from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
import convergence_input  # noqa: E402
from self_convergence import DataError, read_series  # noqa: E402

SIZES = [0.25, 0.2, 1 / 6]
CASES_OF_STUDY = f"cases = [{{ h = {SIZES[0]} }}, {{ h = {SIZES[1]} }}, {{ h = {SIZES[2]!r} }}]"
STUDY = f"""title = "Made up"
parameter_file = "params/wave/plane.par"
compare = {{ file = "series.asc", time = 2, value = 4 }}
against = "h"
order = 4
{CASES_OF_STUDY}
[set]
"""


def fill(out, order, steps):
    """Series sin(t) + 3 h^order cos(t): columns iteration, time, nothing, value; a time step of 0.4 h and `steps` steps."""
    for number, (h, n) in enumerate(zip(SIZES, steps), 1):
        folder = out / str(number) / "data"
        folder.mkdir(parents=True, exist_ok=True)
        time = numpy.arange(0, n) * 0.4 * h
        values = numpy.sin(time) + 3 * h**order * numpy.cos(time)
        numpy.savetxt(folder / "series.asc", numpy.array([numpy.arange(n), time, 0 * time, values]).T, header="iteration time x value")


def convergence(*arguments):
    result = subprocess.run([SOURCE / "scripts/convergence", *arguments], capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def evaluate(out, text, expect, words, *options):
    study = out / "study.toml"
    study.write_text(text)
    code, output = convergence(study, "--out", out, "--evaluate", *options)
    assert code == expect and "Traceback" not in output, output
    for word in words:
        assert word in output


def error_of(path):
    """The error about a study file."""
    try:
        study, _ = convergence_input.read_study(path)
    except (convergence_input.StudyError, DataError) as error:
        return str(error)
    return f"accepted: {study}"


# Pairs of a change of STUDY and the expected error message.
COLUMNS = "`compare` must have the entries file (a text), time and value (columns, counted from 1); found"
ORDER = "`order` must be a number above 0, up to 20; found"
CASES = "`cases` must be a list of at least three tables"
SPACINGS = "the spacings that `against` names must be finite numbers above 0 that decrease from case to case, the coarsest first"
EXTENT = "spacings must be from 1e-50 to 1e+50, because divisions by their powers overflow otherwise; h is ["
RATIOS = "each spacing must be at least 1.001 times the next, and the first at most 1e+06 times the last"
FAULTS = [
    *(("value = 4", f"value = {wrong}", COLUMNS) for wrong in ("0", "-1", '"2"', "2.5", "true")),
    ("time = 2", "time = 0", COLUMNS), ('"series.asc"', "3", COLUMNS), ("value = 4", "values = 4", COLUMNS),
    *(("order = 4", f"order = {wrong}", ORDER) for wrong in ('"4"', "0", "-1", "nan", "inf", "21", "true")),
    *(("order", f"within = {wrong}\norder", "`within` must be a finite number above 0") for wrong in ("0", "-1", "inf", '"1"')),
    ("order", "ranks = 0\norder", "`ranks` must be a whole number from 1; found 0"),
    ('"params/wave/plane.par"', "3", "`parameter_file` must be a text; found 3"),
    ("plane.par", "plain.par", "there is no parameter file params/wave/plain.par"),
    ("order", "error_below = 1\norder", "`error_below` needs `error`"),
    ("order", 'error = "x"\norder', "either `error` or `compare`"),
    *((CASES_OF_STUDY, f"cases = {wrong}", CASES) for wrong in ("3", "[1, 2, 3]", "[]")),
    (CASES_OF_STUDY, CASES_OF_STUDY.replace("]", ", { h = 0.1 }]"), "compares three cases, not 4"),
    *((f"h = {SIZES[0]}", f"h = {wrong}", SPACINGS) for wrong in ('"0.2"', "0.2", "0.1", "inf", "nan", "-1")),
    *((f"h = {SIZES[0]}", f"h = {wrong}", RATIOS) for wrong in ("0.20000000000000004", "1e49", "167000.0")),
    (f"h = {SIZES[2]!r}", "h = 1e-49", RATIOS), (f"h = {SIZES[2]!r}", "h = 1e-200", EXTENT), (f"h = {SIZES[0]}", "h = 1e200", EXTENT),
    (CASES_OF_STUDY, CASES_OF_STUDY.replace(" }", "e-200 }"), EXTENT),
    (CASES_OF_STUDY, 'cases = [{ n = 8 }, { n = 16 }, { n = 32 }]', "has no value for h"),
    (STUDY, STUDY.replace("h = ", "n = ").replace('"h"', '"n"').replace(f"n = {SIZES[2]!r}", "n = 32"), SPACINGS),
    ("[set]", "[set]\nx = '{n}'", "[set] contains a name in braces that the case {'h': 0.25} does not define: KeyError('n')"),
    ("[set]", "[set]\nx = [1]", "`set` must be a table of parameters, each a text or a number"),
    ("[set]", "[set", "study.toml: "),
]


@pytest.fixture
def study():
    return new_folder("errors") / "study.toml"


@pytest.mark.parametrize("old, new, message", FAULTS)
def test_errors_of_studies(study, old, new, message):
    text = STUDY.replace(old, new, 1)
    assert text != STUDY
    study.write_text(text)
    assert error_of(study).startswith(f"{study}: ") and message in error_of(study)


def test_study_that_is_not_utf_8(study):
    study.write_bytes(b"title = '\xff'")
    assert "is not a text in UTF-8" in error_of(study)


@pytest.mark.parametrize("ranks", ["0", "-1", "two"])
def test_errors_of_the_command_line(study, ranks):
    code, output = convergence(study, "--np", ranks)
    assert code == 2 and f"--np: {ranks} is not a whole number of at least 1" in output


def test_errors_of_data():
    path = new_folder("errors") / "series.asc"
    whole = "# i t v\n0 0 1\n1 0.5 2\n2 1 3\n"
    path.write_text(whole)
    assert [list(column) for column in read_series(path, 2, 3, min_values=3)] == [[0, 0.5, 1], [1, 2, 3]]
    for text, words in (("", "has only 0 lines of values"), ("0 0 1\n", "has only 1 lines of values: at least 3"),
                        (whole.replace("1 0.5 2", "1 0.5 two"), "'two'"), (whole.replace("3\n", "nan\n"), "values that are not finite"),
                        (whole[:-3], "is truncated"), (whole[:-1], "is truncated"), (whole.replace(" 1\n", "\n", 1), "the columns 1 to 2, but"),
                        (whole + "1 0.5 2\n", "times must increase, but 0.5 follows 1; a recovered run"),
                        (whole.replace("1 0.5 2\n", "1 0.5 2\n" * 2), "times must increase, but 0.5 follows 0.5")):
        path.write_text(text)
        with pytest.raises(DataError) as error:
            read_series(path, 2, 3, min_values=3)
        assert str(error.value).startswith(str(path)) and words in str(error.value), repr(text)


@pytest.fixture
def out():
    folder = pathlib.Path(new_folder("study"))
    fill(folder, 4, (200, 250, 300))
    return folder


def test_order_and_picture(out):
    """Steps of 0.1, 0.08 and 0.0667 meet at each multiple of 0.4."""
    evaluate(out, STUDY, 0, ["50 times from 0 to 19.6", "order of convergence, from the root mean squares of the differences: 4.00"])
    curves = re.findall(r' d="(M [^"]*)"', (out / "convergence.svg").read_text())
    assert sum(curve.count("L ") > 20 for curve in curves) >= 5, "the picture lacks some of three curves and two differences"


def test_order_does_not_depend_on_the_unit_of_the_spacings(out):
    small = STUDY
    for size in SIZES:
        small = small.replace(f"h = {size!r}", f"h = {size * 1e-40!r}")
    evaluate(out, small, 0, ["order of convergence, from the root mean squares of the differences: 4.00"])


def test_wrong_order_fails(out):
    fill(out, 2, (200, 250, 300))
    evaluate(out, STUDY, 1, ["order of convergence, from the root mean squares of the differences: 2.00", "order 2.000, expected 4 within 0.2: NO"])


def test_too_few_common_times(out):
    fill(out, 4, (200, 250, 6))
    evaluate(out, STUDY, 1, ["the runs have only 1 times in common"])


def test_options(out):
    evaluate(out, STUDY, 0, ["25 times from 0 to 9.6", "order of convergence, from the root mean squares of the differences: 4.00"], "--times", "0", "9.7")
    evaluate(out, STUDY.replace("series.asc", "other.asc"), 0, ["50 times from 0 to 19.6"], "--file", "series.asc")
    evaluate(out, STUDY, 1, ["no common time is between 30 and 40; there are times from 0 to 19.6"], "--times", "30", "40")


def test_errors_of_output(out):
    evaluate(out, STUDY.replace("value = 4", "value = 9"), 1, ["has the columns 1 to 4", "value = 9"])
    evaluate(out, STUDY.replace("value = 4", "value = 3"), 1, ["error: the two finer runs do not differ"])
    evaluate(out, STUDY.replace("value = 4", "value = 0"), 1, [f"error: {out / 'study.toml'}: `compare` must have"])
    # The last value of an IOScalar file, of its third column, is 0 here.
    evaluate(out, re.sub("compare = .*", 'error = "series.asc"', STUDY), 1, ["series.asc ends with 0; errors must be above 0"])
    evaluate(out, STUDY.replace("series.asc", "other.asc"), 1, ["other.asc"])
