"""Compares an output file with its reference file as Cactus does.

Blank lines and lines that start with # or " are ignored. All remaining lines, and their columns, must correspond one to
one. Two numbers a, b agree if |a - b| < max(absolute, relative * L), where L is the largest magnitude in this column of
both files up to this line. NaN agrees with NaN, an infinity with an infinity of equal sign, and any other text with an
identical text.
"""

import dataclasses
import math
import re

IGNORED = re.compile(r'\s*(["#].*)?$')


@dataclasses.dataclass
class Difference:
    """The first difference of two files, and the number of lines that differ."""

    text: str
    lines: int = 1


def compare(reference, output, absolute, relative):
    """Returns the Difference of two texts, or None if they agree."""
    if bool(reference) != bool(output):
        return Difference("is empty" if reference else "is not empty, but the reference is")
    expected, found = _data_lines(reference), _data_lines(output)
    if [line for _, line in expected] == [line for _, line in found]:
        return None
    columns = _Columns(absolute, relative)
    texts = []
    for (there, line), (here, other) in zip(expected, found):
        text = columns.compare(line.split(), other.split())
        if text:
            texts.append(f"line {here}{f' (reference: {there})' if here != there else ''}{text}")
    texts += _lines_left(expected, found)
    return Difference(texts[0], len(texts)) if texts else None


def _data_lines(text):
    """Returns pairs of line number and line in lower case, without blank lines and comments."""
    return [(number, line.strip().lower()) for number, line in enumerate(text.splitlines(), 1) if not IGNORED.match(line)]


def _lines_left(expected, found):
    """Returns a message for each line that only the longer file contains."""
    n = min(len(expected), len(found))
    missing = [f"ends before line {number} of the reference: {line}" for number, line in expected[n:]]
    extra = [f"line {number} is not in the reference, which ends before it: {line}" for number, line in found[n:]]
    return missing + extra


class _Columns:
    """Compares lines column by column, and stores the largest magnitude of each column for relative tolerances."""

    def __init__(self, absolute, relative):
        self.absolute, self.relative = absolute, relative
        self.largest = {}

    def compare(self, expected, found):
        """Returns a text that describes the first difference of two lines, or an empty text if the lines agree."""
        if len(found) < len(expected):  # as in Cactus, additional columns are ignored
            return f": {len(found)} columns, expected {len(expected)}"
        texts = [self.compare_token(column, a, b) for column, (a, b) in enumerate(zip(expected, found))]
        return next((text for text in texts if text), "")

    def compare_token(self, column, expected, found):
        a, b = _number(expected), _number(found)
        values = f", column {column + 1}: {found}, expected {expected}"
        if a is None or b is None:
            return "" if expected == found else values
        if not (math.isfinite(a) and math.isfinite(b)):
            return "" if a == b or (math.isnan(a) and math.isnan(b)) else values
        self.largest[column] = max(self.largest.get(column, 0.0), abs(a), abs(b))
        tolerance = max(self.absolute, self.relative * self.largest[column])
        if a == b or abs(a - b) < tolerance:
            return ""
        return f"{values} (they differ by {abs(a - b):.3g}, allowed is {tolerance:.3g})"


def _number(token):
    """Returns the value of a number, whose exponent may be written with e or d, or None for other text."""
    try:
        return float(token.replace("d", "e")) if "_" not in token else None
    except ValueError:
        return None
