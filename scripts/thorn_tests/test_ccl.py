"""Reads test.ccl: tolerances, number of processes, filters and file extensions of a thorn's tests.

    ABSTOL 1e-10                 # for all files of all tests of the thorn
    RELTOL 1e-8 ^phi.*norm2      # for files whose name the regular expression finds
    EXTENSIONS dat               # compare files with this extension in every test of the configuration
    TEST gaussian
    {
      NPROCS   4                 # the statements of a test override those of the thorn
      POSTPROC strip.pl \\.asc$   # compare the output of util/strip.pl for a file instead of the file
    }
"""

import dataclasses
import math
import re

DEFAULT_TOLERANCE = 1e-12
EVERY_FILE = ""


class CclError(Exception):
    """Contains all errors in a file test.ccl, one line of text for each error, with file and line number."""


@dataclasses.dataclass
class Level:
    """Statements of a thorn or of one test. The dictionaries map a regular expression for file names, or EVERY_FILE, to
    a value."""

    absolute: dict = dataclasses.field(default_factory=dict)
    relative: dict = dataclasses.field(default_factory=dict)
    filters: dict = dataclasses.field(default_factory=dict)
    processes: int | None = None


@dataclasses.dataclass
class TestCcl:
    thorn: Level = dataclasses.field(default_factory=Level)
    tests: dict = dataclasses.field(default_factory=dict)
    extensions: set = dataclasses.field(default_factory=set)

    def levels(self, test):
        """Returns the levels that apply to a test: first the statements of the test, then those of the thorn."""
        return [self.tests[test], self.thorn] if test in self.tests else [self.thorn]

    def processes(self, test):
        return next((level.processes for level in self.levels(test) if level.processes), None)

    def tolerances(self, test, file):
        """Returns the absolute and the relative tolerance for a file of a test."""
        found = []
        for kind in ("absolute", "relative"):
            values = [select(getattr(level, kind), file, re.IGNORECASE) for level in self.levels(test)]
            found.append(next((value for value in values if value is not None), DEFAULT_TOLERANCE))
        return tuple(found)

    def filter(self, test, file):
        """Returns the program whose output is compared instead of the file, or None if no program is specified."""
        found = {select(level.filters, file) for level in self.levels(test)} - {None}
        if len(found) > 1:
            raise CclError(f"{file} has more than one POSTPROC program: {', '.join(sorted(found))}")
        return found.pop() if found else None


def select(values, file, flags=0):
    """Returns the value of the regular expression that matches `file`. If no expression matches, returns the value for
    every file, or None. Raises CclError if several expressions match."""
    matching = [pattern for pattern in values if pattern != EVERY_FILE and re.search(pattern, file, flags)]
    if len(matching) > 1:
        raise CclError(f"{file} matches more than one regular expression of a level of test.ccl: {', '.join(matching)}")
    return values[matching[0]] if matching else values.get(EVERY_FILE)


def parse(text, path):
    """Parses `text`, the contents of the file `path`. Raises a CclError that contains all errors."""
    reader = _Reader(path)
    for number, line in _lines(text):
        reader.read(number, line.strip())
    if reader.block:
        reader.error(reader.block_line, f"the block of test {reader.block} has no }}")
    if reader.errors:
        raise CclError("\n".join(reader.errors))
    return reader.result


def _lines(text):
    """Pairs of line number and line, without comments and empty lines. A line that ends in \\ continues on the next
    line."""
    joined, first = "", None
    for number, line in enumerate(text.splitlines() + [""], 1):
        first = first or number
        joined += line
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        joined = joined.split("#")[0]
        if joined.strip():
            yield first, joined
        joined, first = "", None


class _Reader:
    def __init__(self, path):
        self.path = path
        self.result = TestCcl()
        self.errors = []
        self.block = None  # name of the test whose block is open or expected
        self.block_line = 0
        self.is_open = False

    def error(self, number, text):
        self.errors.append(f"{self.path}:{number}: {text}")

    def read(self, number, line):
        if self.block and not self.is_open:
            self.open(number, line)
        elif line.startswith("}"):
            self.close(number, line)
        else:
            self.statement(number, line)

    def open(self, number, line):
        if line == "{":
            self.is_open = True
        else:
            self.error(number, f"found `{line}`, expected {{ after TEST {self.block}")
            self.block = None

    def close(self, number, line):
        if not self.block or line != "}":
            self.error(number, f"found `{line}`, but " + ("} must be alone on its line" if self.block else "no block is open"))
        self.block, self.is_open = None, False

    def statement(self, number, line):
        keyword, *words = line.split()
        readers = {"ABSTOL": self.tolerance, "RELTOL": self.tolerance, "NPROCS": self.processes,
                   "POSTPROC": self.filter, "EXTENSIONS": self.extensions, "TEST": self.test}
        if keyword.upper() in readers:
            readers[keyword.upper()](number, keyword.upper(), words)
        else:
            self.error(number, f"found `{keyword}`, expected one of {', '.join(readers)}")

    def level(self):
        return self.result.tests[self.block] if self.block else self.result.thorn

    def tolerance(self, number, keyword, words):
        try:
            value = float(words[0])
        except (IndexError, ValueError):
            value = math.nan
        if not 0 <= value < math.inf:
            self.error(number, f"found `{' '.join(words)}`, expected a number that is not negative after {keyword}")
            return
        values = self.level().absolute if keyword == "ABSTOL" else self.level().relative
        self.by_file(number, keyword, words[1:], values, value)

    def filter(self, number, keyword, words):
        if not words:
            self.error(number, "POSTPROC needs the name of a program in the thorn's folder util")
            return
        self.by_file(number, keyword, words[1:], self.level().filters, words[0])

    def by_file(self, number, keyword, words, values, value):
        """Stores a value for the files that an optional regular expression selects."""
        if len(words) > 1:
            self.error(number, f"found `{words[1]}`, expected the end of the line after the regular expression of {keyword}")
            return
        pattern = words[0] if words and words[0] != ".*" else EVERY_FILE
        try:
            re.compile(pattern)
        except re.error as error:
            self.error(number, f"`{pattern}` is not a regular expression: {error}")
            return
        values[pattern] = value

    def processes(self, number, _, words):
        if len(words) != 1 or not re.fullmatch("[0-9]+", words[0]) or int(words[0]) < 1:
            self.error(number, f"found `{' '.join(words)}`, expected a number of processes after NPROCS")
            return
        self.level().processes = int(words[0])

    def extensions(self, number, _, words):
        if self.block:
            self.error(number, "EXTENSIONS applies to all tests and must be outside of TEST blocks")
        self.result.extensions.update(word.lstrip(".") for word in words)

    def test(self, number, _, words):
        if self.block:
            self.error(number, f"TEST within the block of test {self.block}, which has no }}")
        self.is_open = words[-1:] == ["{"]
        names = words[:-1] if self.is_open else words
        if len(names) != 1:
            self.error(number, f"found `{' '.join(names)}`, expected the name of one test after TEST")
        self.block, self.block_line = (names or ["?"])[0], number
        self.result.tests.setdefault(self.block, Level())
