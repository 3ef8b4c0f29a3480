"""Benchmarks print their progress, and return the results so far when they are interrupted."""

import contextlib
import io
import sys

from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks.common import measured  # noqa: E402


def interrupted_at(case):
    def measure(number):
        if number == case:
            raise KeyboardInterrupt
        return number * number

    printed = io.StringIO()
    with contextlib.redirect_stderr(printed):
        return measured([1, 2, 3], lambda number: f"number {number}", measure), printed.getvalue().splitlines()


def test_progress_and_interruption():
    document, lines = interrupted_at(None)
    assert document == {"results": [1, 4, 9]}, document
    assert lines == ["case 1 of 3, ? left: number 1", "case 2 of 3, 0:00:00 left: number 2", "case 3 of 3, 0:00:00 left: number 3"], lines
    document, lines = interrupted_at(3)
    assert document["results"] == [1, 4] and document["failed"] == ["interrupted, 2 of 3 cases were measured"], document
