"""What a study file may say: all its faults are told before the first run."""

import math
import pathlib
import sys
import tomllib

import self_convergence
from self_convergence import read_text

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = {"error", "compare"}
SMALLEST, LARGEST = 1e-50, 1e50  # spacings: their powers, which derivatives hold, are finite
SMALLEST_STEP, LARGEST_RATIO = 1.001, 1e6  # of spacings: powers of their ratios differ from 1 and are finite
OPTIONAL = {"within": 0.2, "error_below": math.inf, "ranks": 1}


class StudyError(Exception):
    """Something in the study file, or in what it asks for, that its author can mend."""


def is_text(value):
    return isinstance(value, str) and value != ""


def is_count(value):
    return type(value) is int and value >= 1  # true and false are no numbers here, unlike for Python


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
    return isinstance(value, dict) and not any(isinstance(one, (dict, list)) for one in value.values())


TEXT = (is_text, "is a text")
POSITIVE = (is_positive, "is a finite number above 0")
ENTRIES = {  # in the order in which they are looked at
    "title": TEXT,
    "parameter_file": TEXT,
    "error": TEXT,
    "compare": (is_comparison, "names file, a text, and time and value, columns, which count from 1"),
    "against": TEXT,
    "order": (is_order, f"is a number above 0, up to {self_convergence.LARGEST_ORDER:g}"),
    "within": POSITIVE,
    "error_below": POSITIVE,
    "ranks": (is_count, "is a whole number from 1"),
    "cases": (is_list_of_cases, "is a list of at least three tables: a slope needs three"),
    "set": (is_set_of_parameters, "is a table of parameters, each a text or a number"),
}


def check_entries(study):
    unknown = set(study) - set(ENTRIES)
    missing = set(ENTRIES) - KINDS - set(OPTIONAL) - set(study)
    if unknown or missing:
        raise StudyError(f"unknown entries {sorted(unknown)}, missing entries {sorted(missing)}")
    for name, (is_right, allowed) in ENTRIES.items():
        if name in study and not is_right(study[name]):
            raise StudyError(f"`{name}` {allowed}, not {study[name]!r}")
    if len(KINDS & set(study)) != 1:
        raise StudyError("a study has either `error` or `compare`")
    if "compare" in study and "error_below" in study:
        raise StudyError("`error_below` belongs to `error`")
    if "compare" in study and len(study["cases"]) != 3:
        raise StudyError(f"`compare` compares three cases, not {len(study['cases'])}")


def check_spacings(study):
    against = study["against"]
    for case in study["cases"]:
        if against not in case:
            raise StudyError(f"the case {case} has no value for {against}")
    spacings = [case[against] for case in study["cases"]]
    if not all(map(is_positive, spacings)) or any(coarse <= fine for coarse, fine in zip(spacings, spacings[1:])):
        raise StudyError(f"`against` names spacings, finite numbers above 0 that must get smaller from case to case, the coarsest "
                         f"first: {against} is {spacings}")
    if spacings[0] > LARGEST or spacings[-1] < SMALLEST:
        raise StudyError(f"spacings are from {SMALLEST:g} to {LARGEST:g}, or divisions by their powers overflow: {against} is {spacings}")
    if any(coarse < SMALLEST_STEP * fine for coarse, fine in zip(spacings, spacings[1:])) or spacings[0] > LARGEST_RATIO * spacings[-1]:
        raise StudyError(f"each spacing must be at least {SMALLEST_STEP:g} times the next, and the first at most {LARGEST_RATIO:g} "
                         f"times the last, or powers of their ratios say nothing: {against} is {spacings}")


def assignments(study, case):
    """The parameters that a case sets."""
    try:
        return {name: str(value).format(**case) for name, value in study["set"].items()}
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        raise StudyError(f"[set] has something in braces that the case {case} does not give: {error!r}") from error


def parameter_file(study, folder):
    for path in (folder / study["parameter_file"], ROOT / study["parameter_file"]):
        if path.is_file():
            return path
    raise StudyError(f"there is no parameter file {study['parameter_file']}")


def read_study(path):
    """The entries of the study, and the text of its parameter file."""
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
