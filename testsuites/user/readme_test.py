"""Every command of the README runs, in a copy of the checkout made of links, and ends well."""

import os
import re
import subprocess
import sys

from checkout import linked_copy
from simulation import BUILD, HANG_SECONDS, SOURCE

# The tests are listed, not run again within a test; the benchmark's smallest case shows that it works.
INSTEAD = {
    "scripts/test": "scripts/test -N",
    "scripts/test -L output": "scripts/test -L output -N",
    "scripts/bench wave": "scripts/bench wave --quick",
    "scripts/bench stencils": "scripts/bench stencils --quick --runs 5",
}
# Patterns to fill in; other tests, the tutorial among them, run them with real names.
PATTERNS = {
    "scripts/build --thornlist my.th --thorn-path /path/to/arrangements",
    "scripts/new-thorn DIR/Arrangement/Thorn",
    "scripts/plot FOLDER",
}


def commands(text):
    """Commands of ```sh blocks, then of the second column of the table."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    found = [line for block in blocks for line in block.splitlines() if line.strip()]
    found += re.findall(r"^\|[^|]*\| `((?:scripts|build)/[^`]*)` \|$", text, re.M)
    unknown = PATTERNS - set(found)
    assert not unknown, f"not in the README any more: {unknown}"
    return [line for line in found if line not in PATTERNS]


def main():
    copy = linked_copy()
    found = commands((SOURCE / "README.md").read_text())
    assert len(found) >= 8, f"only {len(found)} commands found in the README"
    for command in found:
        command = INSTEAD.get(command, command)
        print("$", command, flush=True)
        environment = {**os.environ, "CHEMORA_BUILD": str(BUILD)}
        result = subprocess.run(["bash", "-c", command], cwd=copy, env=environment, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
        print(result.stdout[-1500:], flush=True)
        if result.returncode != 0:
            sys.exit(f"exit code {result.returncode}: {command}")


if __name__ == "__main__":
    main()
