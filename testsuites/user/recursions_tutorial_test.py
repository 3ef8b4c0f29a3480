"""The commands of tutorial 4, as its page shows them, print the shown lines. The programs on the page are those of its folder, and
an independent computation gives the score of the first result."""

import re

from checkout import linked_copy
from sequences import read_fasta
from simulation import BUILD, SOURCE, launcher_of, skip
from tutorial import page_of, require_output, shown

FOLDER = SOURCE / "docs/tutorials/step-4"
PAGE = page_of("step-4")


def test_commands_of_the_page():
    copy = linked_copy()
    assert len(shown(PAGE)) == 21
    for command, parts in shown(PAGE):
        if "column.par" in command and not launcher_of(BUILD):
            skip("the last command needs two processes, and the build has no MPI")
        require_output(command, parts, copy, expect=1 if "wrong.par" in command and "run" in command else 0)
    (query,), database = read_fasta(copy / "output/step-4/query.fa").values(), read_fasta(copy / "output/step-4/database.fa")
    assert best_score(query, database["protein100_relative"]) == 210


def best_score(query, target):
    best, row = 0, [0] * (len(target) + 1)
    for a in query:
        new = [0]
        for j, b in enumerate(target, 1):
            new.append(max(0, row[j - 1] + (4 if a == b else -2), row[j] - 6, new[-1] - 6))
        row, best = new, max(best, *new)
    return best


def test_programs_of_the_page():
    programs = re.findall(r"```rec\n(.*?)```", PAGE, re.S)
    assert programs[0] == (FOLDER / "align.rec").read_text()
    assert programs[1] in (FOLDER / "gaps.rec").read_text()
    assert programs[2] == (FOLDER / "Column/recursions/Column_Mass.rec").read_text()
    assert len(programs) == 3 and len(programs[0].splitlines()) == 8
    for line in re.findall(r"(?m)^Sequences::.*$", PAGE):
        assert line in (FOLDER / "align.par").read_text() or "elements of tables" in line
