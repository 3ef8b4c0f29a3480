"""Every command of every tutorial runs, one after the other, in a copy of the checkout made of links. What is shown as
`console` takes too long."""

import re
import subprocess
import sys

from checkout import linked_copy
from simulation import HANG_SECONDS, SOURCE


def main():
    tutorials = sorted((SOURCE / "docs/tutorials").glob("*/README.md"))
    assert tutorials, "there are no tutorials"
    for tutorial in tutorials:
        text = tutorial.read_text()
        blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
        assert len(blocks) >= 4 or "```console\n" in text, f"only {len(blocks)} commands in {tutorial}"
        if not blocks:
            continue
        copy = linked_copy()
        for block in blocks:
            print(block, flush=True)
            result = subprocess.run(["bash", "-euc", block], cwd=copy, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
            print(result.stdout[-2000:], flush=True)
            if result.returncode != 0:
                sys.exit(f"{tutorial.parent.name}: exit code {result.returncode}")


if __name__ == "__main__":
    main()
