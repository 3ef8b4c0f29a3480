"""Every command of the README runs, in a copy of the checkout made of links, and ends well."""

import os
import re
import subprocess
import sys

from checkout import linked_copy
from simulation import BUILD, SOURCE

# What would run this test again, or only takes longer without showing more.
INSTEAD = {"scripts/test": "scripts/test -N", "scripts/bench wave": "scripts/bench wave --quick"}


def commands(text):
    """Commands of ```sh blocks and of the second column of the table; those with CAPITALS are patterns to fill in."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    found = [line for block in blocks for line in block.splitlines() if line.strip()]
    found += re.findall(r"^\|[^|]*\| `((?:scripts|build)/[^`]*)` \|$", text, re.M)
    return [line for line in found if not re.search(r"\b(FILE|DIR)\b|/path/to", line)]


def main():
    copy = linked_copy()
    found = commands((SOURCE / "README.md").read_text())
    assert len(found) >= 8, f"only {len(found)} commands found in the README"
    for command in found:
        command = INSTEAD.get(command, command)
        print("$", command, flush=True)
        environment = {**os.environ, "CHEMORA_BUILD": str(BUILD)}
        result = subprocess.run(["bash", "-c", command], cwd=copy, env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=800)
        print(result.stdout[-1500:], flush=True)
        if result.returncode != 0:
            sys.exit(f"exit code {result.returncode}: {command}")


if __name__ == "__main__":
    main()
