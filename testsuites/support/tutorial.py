"""Runs the commands that the page of a tutorial shows, and compares their output with that on the page."""

import re
import subprocess

from simulation import BUILD, CHEMORA, HANG_SECONDS, SOURCE, environment


def page_of(step):
    return (SOURCE / f"docs/tutorials/{step}/README.md").read_text()


def shown(page):
    """(command, parts of the output) of the page's `console` blocks; `...` stands for more text."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", page, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, [one_line(text) for text in output.split("...")]))
    return found


def one_line(text):
    return " ".join(text.split())


def require_output(command, parts, folder, expect=0):
    """Runs a command of the page in a copy of the checkout. Runs of a parameter file start the program without `scripts/run`,
    which would build it."""
    program = re.sub(r"^scripts/run output/(\S+)", rf"cd output && {CHEMORA} \1", command)
    program = re.sub(r"^scripts/run (docs/\S+\.par)$", rf"cd output && {CHEMORA} ../\1", program)
    result = subprocess.run(program, shell=True, cwd=folder, env=environment(2, CHEMORA_BUILD=BUILD), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
    assert result.returncode == expect, f"{command}\n{result.stdout[-3000:]}"
    assert all(part in one_line(result.stdout) for part in parts), f"{command}\n{result.stdout[-3000:]}"
