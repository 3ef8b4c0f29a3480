"""Tutorial 2's commands, as its page shows them, print what the page shows and draw the pictures that it names. The run is
cut short: its parameter file is replaced by one of a small grid and few steps."""

import re
import shutil
import subprocess
import sys

from checkout import linked_copy
from headon import small_headon
from simulation import HANG_SECONDS, SOURCE, environment

PAGE = SOURCE / "docs/tutorials/step-2/README.md"


def shown():
    """(command, the lines below it) of the page's `console` blocks; `...` stands for more lines."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *lines = part.splitlines()
            found.append((command, [line for line in lines if line != "..."]))
    return found


def main():
    copy = linked_copy()
    (copy / "params").unlink()
    shutil.copytree(SOURCE / "params", copy / "params")
    (copy / "params/relativity/headon.par").write_text(small_headon(0, 9, "yes"))
    commands = shown()
    if not {"build/bin/edlc", "scripts/run", "scripts/plot"} <= {command.split()[0] for command, _ in commands}:
        sys.exit(f"the page does not show what it should: {commands}")
    for command, lines in commands:
        result = subprocess.run(command, shell=True, cwd=copy, env=environment(), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
        missing = [line for line in lines if line not in result.stdout]
        if result.returncode != 0 or missing:
            sys.exit(f"{command}: exit code {result.returncode}, {missing} are not in\n{result.stdout[-3000:]}")
        print(f"{command}: {len(lines)} lines as shown")
    pictures = set(re.findall(r"^- `(\w+\.svg)`", PAGE.read_text(), re.M))
    absent = [name for name in pictures if "<path" not in (copy / "output/headon" / name).read_text()]
    if len(pictures) < 3 or absent:
        sys.exit(f"of {pictures}, {absent} are empty")


if __name__ == "__main__":
    main()
