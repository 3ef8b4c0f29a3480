"""Prints the progress, a table and a summary of tests, and writes their outcomes as JUnit XML."""

import threading
import time
import xml.etree.ElementTree as ElementTree

from thorn_tests.execute import FAILED, PASSED, SKIPPED

MAX_DETAILS = 6


class Progress:
    """Prints a line for each finished test, with an estimate of the remaining time."""

    def __init__(self, total):
        self.total, self.done = total, 0
        self.start = time.monotonic()
        self.lock = threading.Lock()

    def __call__(self, outcome):
        with self.lock:
            self.done += 1
            left = (time.monotonic() - self.start) / self.done * (self.total - self.done)
            eta = f", about {left:.0f} s left" if self.done < self.total else ""
            print(f"[{self.done}/{self.total}] {outcome.status:7} {outcome.test.full_name} ({outcome.seconds:.1f} s){eta}",
                  flush=True)


def table(outcomes):
    """Prints a line for each test; details follow the line of a test that failed."""
    width = max((len(outcome.test.full_name) for outcome in outcomes), default=0)
    lines = [f"{'test':{width}}  processes  seconds  result"]
    for outcome in outcomes:
        seconds = "" if outcome.status == SKIPPED else f"{outcome.seconds:.1f}"
        lines.append(f"{outcome.test.full_name:{width}}  {outcome.test.processes:9}  {seconds:>7}  {_result(outcome)}")
        if outcome.status == FAILED:
            lines += [f"    {text}" for text in _shortened(outcome.details[1:])]
    return "\n".join(lines)


def summary(outcomes):
    count = {status: sum(outcome.status == status for outcome in outcomes) for status in (PASSED, FAILED, SKIPPED)}
    return f"{count[PASSED]} passed, {count[FAILED]} failed, {count[SKIPPED]} skipped"


def write_junit(outcomes, path):
    """Writes the outcomes as JUnit XML, the format of continuous integration systems. Each thorn is a test suite."""
    root = ElementTree.Element("testsuites")
    suites = {}
    for outcome in outcomes:
        suites.setdefault(outcome.test.thorn.full_name, []).append(outcome)
    for name, members in suites.items():
        suite = ElementTree.SubElement(root, "testsuite", name=name, **_counts(members))
        for outcome in members:
            _add_case(suite, outcome)
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def _result(outcome):
    if outcome.status == PASSED:
        return f"passed, {outcome.compared} files agree" if outcome.compared else "passed (ended well; no files to compare)"
    return f"{outcome.status}: {outcome.details[0]}"


def _shortened(details):
    """Returns at most MAX_DETAILS lines: differences, and at the end the paths of output and log."""
    differences, paths = details[:-2], details[-2:]
    if len(differences) > MAX_DETAILS:
        left = len(differences) - MAX_DETAILS + 1
        differences = [*differences[: MAX_DETAILS - 1], f"and {left} more files, see the .diffs file beside the log"]
    return differences + paths


def _counts(members):
    return {
        "tests": str(len(members)),
        "failures": str(sum(outcome.status == FAILED for outcome in members)),
        "errors": "0",
        "skipped": str(sum(outcome.status == SKIPPED for outcome in members)),
        "time": f"{sum(outcome.seconds for outcome in members):.3f}",
    }


def _add_case(suite, outcome):
    classname = outcome.test.thorn.full_name.replace("/", ".")
    case = ElementTree.SubElement(suite, "testcase", classname=classname, name=outcome.test.name, time=f"{outcome.seconds:.3f}")
    if outcome.status == FAILED:
        failure = ElementTree.SubElement(case, "failure", message=_printable(outcome.details[0]))
        failure.text = _printable("\n".join(outcome.details))
    elif outcome.status == SKIPPED:
        ElementTree.SubElement(case, "skipped", message=outcome.details[0])


def _printable(text):
    """Removes control characters, which XML 1.0 does not allow even when they are escaped."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)
