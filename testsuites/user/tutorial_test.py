"""Every command of every tutorial runs, in order, in a copy of the checkout that consists of links. `console` blocks take too long."""

import re
import subprocess

import pytest
from checkout import linked_copy
from simulation import HANG_SECONDS, SOURCE


TUTORIALS = sorted((SOURCE / "docs/tutorials").glob("*/README.md"))


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.parent.name)
def test_commands(tutorial):
    text = tutorial.read_text()
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    assert len(blocks) >= 4 or "```console\n" in text
    copy = linked_copy()
    for block in blocks:
        result = subprocess.run(["bash", "-euc", block], cwd=copy, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
        assert result.returncode == 0, f"{block}\n{result.stdout[-2000:]}"


def test_there_are_tutorials():
    assert TUTORIALS
