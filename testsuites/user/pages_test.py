"""Pages of the documentation and READMEs: every link leads to an existing file and heading, and every path that a page names
exists. Tables have one row per line. Decisions have at most 30 lines, the page about performance at most 80, and all validations have the same form."""

import re

import pytest

from simulation import SOURCE

FOLDERS = ["docs", "params", "scripts", "framework", "codegen", "kernels", "thorns", "testsuites"]
PAGES = [SOURCE / "README.md", *(page for folder in FOLDERS for page in sorted((SOURCE / folder).rglob("*.md")))]
VALIDATION_FIELDS = ["Setup", "Command", "Quantity", "Reference", "Figure", "Table"]
RULE = re.compile(r"\s*\|( ?:?-+:? ?\|)+")  # the line below the header of a table
RULE_IN_LINE = re.compile(r"\| ?---+ ?\|")
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:framework|codegen|kernels|thorns|testsuites|scripts|params|docs)/[\w./-]+)`")


def exists(path):
    """A file, a folder, or the common name of a header and its source."""
    return (SOURCE / path).exists() or any((SOURCE / (path + suffix)).exists() for suffix in (".hpp", ".cpp"))


def without_code(text):
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def anchors(page):
    """The anchors of the headings: lower case, without punctuation, with hyphens for blanks."""
    headings = re.findall(r"(?m)^#+ (.*)$", without_code(page.read_text()))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_link(page, target):
    if re.match(r"\w+://", target):
        return False
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    return not file.exists() or (anchor != "" and anchor not in anchors(file))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SOURCE)))
def test_links_and_paths_exist(page):
    text = without_code(page.read_text())
    assert [target for target in LINK.findall(text) if broken_link(page, target)] == []
    assert [path for path in PATH.findall(text) if not exists(path) and not (page.parent / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SOURCE)))
def test_tables_have_one_row_per_line(page):
    """The line below the header of a table is inside a paragraph if the table was wrapped as text."""
    lines = without_code(page.read_text()).splitlines()
    assert [line for line in lines if RULE_IN_LINE.search(line) and not RULE.fullmatch(line)] == []


def test_lengths_are_limited():
    lines = {page.name: len(page.read_text().splitlines()) for page in (SOURCE / "docs/decisions").glob("*.md")}
    assert {name: number for name, number in lines.items() if number > 30} == {}
    assert len((SOURCE / "docs/performance.md").read_text().splitlines()) <= 80


def test_validations_have_one_form():
    tests = re.split(r"(?m)^## ", (SOURCE / "docs/validation.md").read_text())[1:]
    other = [test.splitlines()[0] for test in tests if re.findall(r"(?m)^- \*\*(\w+)\*\*", test) != VALIDATION_FIELDS]
    assert other == []


def test_numbers_of_decisions_are_listed():
    listed = (SOURCE / "docs/decisions/README.md").read_text()
    assert [page.name for page in (SOURCE / "docs/decisions").glob("0*.md") if page.name not in listed] == []
