"""Reads a study file and reports all errors in it before the first run."""

import math
import pathlib
import sys
import tomllib

import self_convergence
from self_convergence import read_text

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = {"error", "compare"}
SMALLEST, LARGEST = 1e-50, 1e50  # limits of spacings; their powers in derivatives are finite
SMALLEST_STEP, LARGEST_RATIO = 1.001, 1e6  # limits of ratios of spacings; their powers differ from 1 and are finite
OPTIONAL = {"within": 0.2, "error_below": math.inf, "ranks": 1}


class StudyError(Exception):
    """An error in the study file or in its runs, which the author of the study can fix."""


def is_text(value):
    return isinstance(value, str) and value != ""


def is_count(value):
    return type(value) is int and value >= 1  # Python counts true and false as numbers


def is_positive(value):
    return type(value) in (int, float) and 0 < value <= sys.float_info.max


def is_order(value):
    return is_positive(value) and value <= self_convergence.LARGEST_ORDER


def is_comparison(value):
    return (isinstance(value, dict) and set(value) == {"file", "time", "value"} and is_text(value["file"])
            and is_count(value["time"]) and is_count(value["value"]))


def is_list_of_cases(value):
    return isinstance(value, list) and len(value) >= 3 and all(isinstance(case, dict) for case in value)


def is_set_of_parameters(value):
    return isinstance(value, dict) and not any(isinstance(entry, (dict, list)) for entry in value.values())


TEXT = (is_text, "must be a text")
POSITIVE = (is_positive, "must be a finite number above 0")
ENTRIES = {  # entries in the order of their checks, each with a test and a description of allowed values
    "title": TEXT,
    "parameter_file": TEXT,
    "error": TEXT,
    "compare": (is_comparison, "must have the entries file (a text), time and value (columns, counted from 1)"),
    "against": TEXT,
    "order": (is_order, f"must be a number above 0, up to {self_convergence.LARGEST_ORDER:g}"),
    "within": POSITIVE,
    "error_below": POSITIVE,
    "ranks": (is_count, "must be a whole number from 1"),
    "cases": (is_list_of_cases, "must be a list of at least three tables, because a slope needs three"),
    "set": (is_set_of_parameters, "must be a table of parameters, each a text or a number"),
}


def check_entries(study):
    unknown = set(study) - set(ENTRIES)
    missing = set(ENTRIES) - KINDS - set(OPTIONAL) - set(study)
    if unknown or missing:
        raise StudyError(f"unknown entries {sorted(unknown)}, missing entries {sorted(missing)}")
    for name, (is_right, allowed) in ENTRIES.items():
        if name in study and not is_right(study[name]):
            raise StudyError(f"`{name}` {allowed}; found {study[name]!r}")
    if len(KINDS & set(study)) != 1:
        raise StudyError("a study must have either `error` or `compare`")
    if "compare" in study and "error_below" in study:
        raise StudyError("`error_below` needs `error`; remove it from a study with `compare`")
    if "compare" in study and len(study["cases"]) != 3:
        raise StudyError(f"`compare` compares three cases, not {len(study['cases'])}")


def check_spacings(study):
    against = study["against"]
    for case in study["cases"]:
        if against not in case:
            raise StudyError(f"the case {case} has no value for {against}")
    spacings = [case[against] for case in study["cases"]]
    if not all(map(is_positive, spacings)) or any(coarse <= fine for coarse, fine in zip(spacings, spacings[1:])):
        raise StudyError(f"the spacings that `against` names must be finite numbers above 0 that decrease from case to case, the "
                         f"coarsest first; {against} is {spacings}")
    if spacings[0] > LARGEST or spacings[-1] < SMALLEST:
        raise StudyError(f"spacings must be from {SMALLEST:g} to {LARGEST:g}, because divisions by their powers overflow otherwise; {against} is {spacings}")
    if any(coarse < SMALLEST_STEP * fine for coarse, fine in zip(spacings, spacings[1:])) or spacings[0] > LARGEST_RATIO * spacings[-1]:
        raise StudyError(f"each spacing must be at least {SMALLEST_STEP:g} times the next, and the first at most {LARGEST_RATIO:g} "
                         f"times the last, because an order cannot be found otherwise; {against} is {spacings}")


def assignments(study, case):
    """Returns the parameters that a case sets."""
    try:
        return {name: str(value).format(**case) for name, value in study["set"].items()}
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        raise StudyError(f"[set] contains a name in braces that the case {case} does not define: {error!r}") from error


def parameter_file(study, folder):
    for path in (folder / study["parameter_file"], ROOT / study["parameter_file"]):
        if path.is_file():
            return path
    raise StudyError(f"there is no parameter file {study['parameter_file']}")


def read_study(path):
    """Returns the entries of the study, and the text of its parameter file."""
    text = read_text(path)
    try:
        study = tomllib.loads(text)
        check_entries(study)
        check_spacings(study)
        for case in study["cases"]:
            assignments(study, case)
        return {**OPTIONAL, **study}, read_text(parameter_file(study, path.parent))
    except (StudyError, tomllib.TOMLDecodeError) as error:
        raise StudyError(f"{path}: {error}") from error
