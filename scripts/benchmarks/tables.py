"""Generates tables of the documentation from docs/measurements.

    scripts/bench --tables            writes the tables of all pages in docs
    scripts/bench --tables --check    fails if a table of a page differs from the measurements

A page contains a directive, the table, and an end mark:

    <!-- table wave.json [rhs]: case; ours / best by hand: ratios.handwritten; Mpoints/s: ours * 1e-6 -->
    ...
    <!-- end of table -->

The table has a row for each result in the file whose case contains the text in brackets; `[not rhs]` selects those that
do not contain it. Without brackets, the table has a row for each result. A word before the brackets names another list of the file than `results`. A column consists of a title and an expression: a path of keys, a quotient of two paths, or a
path times a number. If a column has no expression, its title is also the path.
"""

import argparse
import json
import re
import sys

from benchmarks.common import ROOT
from benchmarks.record import MEASUREMENTS

DIRECTIVE = re.compile(r"(<!-- table (?P<file>[\w.-]+)(?: (?P<list>\w+))?(?: \[(?P<filter>[^]]*)\])?: (?P<columns>[^>]*?) -->\n)(?P<table>.*?)(?P<end><!-- end of table -->)",
                       re.DOTALL)


class TableError(Exception):
    """Is raised if a directive does not fit its measurements. The message names the page, the file and the
    expression."""


def value_at(result, path):
    """Returns the value at a path of keys, which are separated by dots, in the nested dictionary `result`."""
    value = result
    for key in path.strip().split("."):
        if not isinstance(value, dict) or key not in value:
            raise TableError(f"`{result.get('case')}` has no `{path.strip()}`")
        value = value[key]
    return value


def evaluate(result, expression):
    """Evaluates a path, the quotient of two paths, or a path times a number. Returns None if a value in the file is
    null."""
    if " / " in expression:
        values = [value_at(result, path) for path in expression.split(" / ")]
        return None if None in values else values[0] / values[1]
    if " * " in expression:
        path, factor = expression.split(" * ")
        value = value_at(result, path)
        return None if value is None else value * float(factor)
    return value_at(result, expression)


def text_of(value):
    """Formats a value with two decimals, or with three significant digits if it is small. Integers are written with all
    digits, and a range with the word `to` between its ends."""
    if value is None:
        return "–"
    if isinstance(value, list):
        return " to ".join(text_of(end) for end in value)
    if isinstance(value, int) or (isinstance(value, float) and abs(value) >= 1000):
        return f"{value:,.0f}"
    if isinstance(value, float):
        return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3g}"
    return str(value)


def table_of(document, results, contains, columns):
    """Returns the list `results` of a record as a Markdown table."""
    titled = [column.rsplit(": ", 1) if ": " in column else (column, column) for column in map(str.strip, columns.split(";"))]
    text = (contains or "").removeprefix("not ")
    results = [result for result in document.get(results, []) if (text in result["case"]) == (text == (contains or ""))]
    if not results:
        raise TableError(f"no case contains `{contains}`")
    rows = [[title for title, _ in titled], ["---"] * len(titled)]
    rows += [[text_of(evaluate(result, expression)) for _, expression in titled] for result in results]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def with_tables(page, text, measurements=MEASUREMENTS):
    """Returns the text of a page, in which every table is generated from the measurements."""
    def generated(match):
        file = measurements / match["file"]
        try:
            document = json.loads(file.read_text())
            return match[1] + table_of(document, match["list"] or "results", match["filter"], match["columns"]) + match["end"]
        except FileNotFoundError:
            raise TableError(f"{page}: there is no {file}") from None
        except TableError as error:
            raise TableError(f"{page}: {match['file']}: {error}") from None
    if len(DIRECTIVE.findall(text)) != text.count("<!-- table "):
        raise TableError(f"{page}: a `<!-- table` has no columns or no `<!-- end of table -->`")
    return DIRECTIVE.sub(generated, text)


def pages():
    return sorted((ROOT / "docs").rglob("*.md"))


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --tables", description="Generates the tables of docs from docs/measurements.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a page differs from the measurements")
    check = parser.parse_args().check
    outdated = []
    for page in pages():
        text = page.read_text()
        try:
            new = with_tables(page.relative_to(ROOT), text)
        except TableError as error:
            sys.exit(f"error: {error}")
        if new != text:
            outdated.append(str(page.relative_to(ROOT)))
            if not check:
                page.write_text(new)
    if check and outdated:
        sys.exit(f"These pages have tables that differ from docs/measurements: {', '.join(outdated)}. Run `scripts/bench --tables`.")
    print(f"{len(outdated)} pages were written" if not check else "the tables of docs equal the measurements")


if __name__ == "__main__":
    main()
