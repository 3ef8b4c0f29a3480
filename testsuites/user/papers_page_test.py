"""The page about features of the papers has one row for each feature, and every test that it names exists. The test of all pages
proves that the files exist."""

import re

from simulation import SOURCE

PAGE = SOURCE / "docs/papers.md"
FEATURES = [*(f"P{n}" for n in range(1, 33)), "C41", *(f"L{n}" for n in range(1, 21)), *(f"N{n}" for n in range(1, 21)), *(f"R{n}" for n in range(1, 24))]
CPP_TEST = re.compile(r"TEST(?:_F|_P)?\((\w+), (\w+)\)")
MISSING = "missing"


def rows():
    """Returns (feature, where, tests) of each row of the table."""
    found = re.findall(r"^\| ([PCLNR]\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text(), re.MULTILINE)
    return [(feature, where.strip(), tests.strip()) for feature, where, tests in found]


def known_tests():
    """Returns the names of all tests in the form of the page."""
    names = {f"{suite}.{name}" for path in (SOURCE / "testsuites").rglob("*_test.cpp") for suite, name in CPP_TEST.findall(path.read_text())}
    return names | {f"{path.stem}::{name}" for path in (SOURCE / "testsuites").rglob("*_test.py")
                    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)}


def test_each_feature_has_a_row():
    assert [feature for feature, _, _ in rows()] == FEATURES


def test_each_row_names_files_and_existing_tests():
    known = known_tests()
    for feature, where, tests in rows():
        if (where, tests) == (MISSING, MISSING):
            continue
        names = re.findall(r"`([^`]+)`", tests)
        assert names and tests == ", ".join(f"`{name}`" for name in names), f"{feature}: {tests}"
        assert not set(names) - known, f"{feature} names tests that do not exist: {sorted(set(names) - known)}"
        assert re.fullmatch(r"`(codegen|kernels|thorns)/[\w/]+`", where), f"{feature}: {where}"
        path = SOURCE / where.strip("`")
        assert any(file.exists() for file in (path, path.with_suffix(".hpp"), path.with_suffix(".cpp"))), f"{feature}: {where} does not exist"


def test_missing_rows_are_named_below_the_table():
    below = "".join(PAGE.read_text().split("Missing rows:")[1:])
    assert [feature for feature, where, _ in rows() if where == MISSING] == re.findall(r"\(([PLNR]\d+)\)", below)
