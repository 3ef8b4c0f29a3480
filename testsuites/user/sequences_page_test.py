"""docs/sequences.md shows the output of its example, and lists all programs and only existing parameters."""

import re

from sequences import RECURSIONS, shipped
from simulation import SOURCE

PAGE = (SOURCE / "docs/sequences.md").read_text()
BLOCKS = [text for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE) if not language]


def test_output_of_the_example():
    out, result = shipped("search", ranks=2, changes=["Sequences::alignments = 2"])
    text = result.stdout + (out / "results.txt").read_text()
    shown = [block for block in BLOCKS if block.startswith(("INFO", "query"))]
    assert len(shown) == 2 and all(block in text for block in shown), text


def test_parameters_exist():
    known = re.findall(r"(?m)^[A-Z_]+ (\w+) \"", (SOURCE / "thorns/Sequences/Sequences/param.ccl").read_text())
    (table,) = re.findall(r"\| parameter \| meaning \|\n.*?\n\n", PAGE, re.DOTALL)
    named = [name for row in table.strip().splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    named += re.findall(r"Sequences::(\w+)", PAGE)
    assert len(known) > 15 and len(named) > 15 and not set(named) - set(known)


def test_programs_are_listed():
    listed = re.findall(r"(?m)^\| `(\w+)` \|[^|]+\|[^|]+\|[^|]*\|$", PAGE)
    assert sorted(listed) == sorted(path.stem for path in RECURSIONS.glob("*.rec"))


def test_example_is_that_of_the_parameter_file():
    text = (SOURCE / "params/sequences/search.par").read_text()
    (lines,) = [block for block in BLOCKS if block.startswith("Sequences::")]
    assert all(line in text for line in lines.splitlines())
