"""The commands of tutorial 2, as its page shows them, print the shown lines and draw the named pictures. The run is short: its
parameter file is replaced by one with a small grid and few steps."""

import re
import shutil
import subprocess

from checkout import linked_copy
from headon import small_headon
from simulation import HANG_SECONDS, SOURCE, environment

PAGE = SOURCE / "docs/tutorials/step-2/README.md"


def shown():
    """(command, shown lines) of the page's `console` blocks; `...` stands for more lines."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *lines = part.splitlines()
            found.append((command, [line for line in lines if line != "..."]))
    return found


def test_commands_of_the_page():
    copy = linked_copy()
    (copy / "params").unlink()
    shutil.copytree(SOURCE / "params", copy / "params")
    (copy / "params/relativity/headon.par").write_text(small_headon(0, 9, "yes"))
    commands = shown()
    assert {"build/bin/edlc", "scripts/run", "scripts/plot"} <= {command.split()[0] for command, _ in commands}
    for command, lines in commands:
        result = subprocess.run(command, shell=True, cwd=copy, env=environment(), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
        assert result.returncode == 0, f"{command}\n{result.stdout[-3000:]}"
        assert not [line for line in lines if line not in result.stdout], f"{command}\n{result.stdout[-3000:]}"
    pictures = set(re.findall(r"^- `(\w+\.svg)`", PAGE.read_text(), re.M))
    assert len(pictures) >= 3
    assert all("<path" in (copy / "output/headon" / name).read_text() for name in pictures)
