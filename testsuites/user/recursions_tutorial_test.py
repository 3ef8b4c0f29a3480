"""The commands of tutorial 4, as its page shows them, print the shown lines. The programs on the page are those of its folder, and
an independent computation gives the score of the first result."""

import re
import subprocess

from checkout import linked_copy
from sequences import read_fasta
from simulation import BUILD, CHEMORA, HANG_SECONDS, SOURCE, environment, launcher_of, skip

FOLDER = SOURCE / "docs/tutorials/step-4"
PAGE = (FOLDER / "README.md").read_text()


def shown():
    """(command, parts of the output) of the page's `console` blocks; `...` stands for more text."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, [one_line(text) for text in output.split("...")]))
    return found


def one_line(text):
    return " ".join(text.split())


def run(command, folder):
    """Runs a command of the page. Searches start the program without `scripts/run`, which would build it."""
    command = re.sub(r"scripts/run output/(\S+)", rf"cd output && {CHEMORA} \1", command)
    return subprocess.run(command, shell=True, cwd=folder, env=environment(2, CHEMORA_BUILD=BUILD), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)


def test_commands_of_the_page():
    copy = linked_copy()
    assert len(shown()) == 21
    for command, parts in shown():
        if "column.par" in command and not launcher_of(BUILD):
            skip("the last command needs two processes, and the build has no MPI")
        result = run(command, copy)
        assert result.returncode == (1 if "wrong.par" in command and "run" in command else 0), f"{command}\n{result.stdout[-3000:]}"
        assert all(part in one_line(result.stdout) for part in parts), f"{command}\n{result.stdout[-3000:]}"
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
