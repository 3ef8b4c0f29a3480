"""The commands of tutorial 3, as its page shows them, print the shown lines. Every step of the kernel has the results of the
first step, and fewer words and operations at the end."""

import re
import subprocess

from simulation import BUILD, HANG_SECONDS, SOURCE, environment

PAGE = SOURCE / "docs/tutorials/step-3/README.md"
MAX_DIFFERENCE = 1e-12


def shown():
    """(command, shown lines) of the page's `console` blocks; `...` stands for more lines."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *lines = part.splitlines()
            found.append((command, [line for line in lines if line != "..."]))
    return found


def test_commands_of_the_page(tmp_path):
    (tmp_path / "docs").symlink_to(SOURCE / "docs")
    commands = [(command.replace("scripts/loops", str(BUILD / "bin/loop_steps")), lines) for command, lines in shown()]
    assert len(commands) == 5
    for command, lines in commands:
        result = subprocess.run(command, shell=True, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
        is_wrong = "wrong.f90 " in command
        assert result.returncode == (1 if is_wrong else 0), f"{command}\n{result.stdout[-3000:]}"
        assert not [line for line in lines if line not in result.stdout], f"{command}\n{result.stdout[-3000:]}"
        if "--runs 1" in command:
            check_steps(result.stdout)


def check_steps(table):
    rows = re.findall(r"^(level \d|fused) +([\d.]+) +([\d.]+) +[\d.]+ +[\d.]+ +(\S+) +[\d.]+$", table, re.MULTILINE)
    assert len(rows) >= 6, table
    assert all(float(difference) <= MAX_DIFFERENCE for _, _, _, difference in rows), table
    assert float(rows[-1][1]) < float(rows[0][1]) / 2 and float(rows[-1][2]) < float(rows[0][2]), table
