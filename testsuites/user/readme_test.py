"""Every command of the README runs successfully in a copy of the checkout that consists of links. The picture of the README is the one
that its commands draw."""

import os
import re
import subprocess

import numpy
import pytest
from PIL import Image
from checkout import linked_copy
from simulation import BUILD, HANG_SECONDS, SOURCE

# Tests are only listed here. Benchmarks run in their quick form, that of the wave in the test performance/wave.
INSTEAD = {
    "scripts/test": "scripts/test -N",
    "scripts/test -L output": "scripts/test -L output -N",
    "scripts/bench wave": "scripts/bench wave --help",
    "scripts/bench stencils": "scripts/bench stencils --quick --runs 5",
}
# Commands with placeholders; other tests run them with real names.
PATTERNS = {
    "scripts/build --thornlist my.th --thorn-path /path/to/arrangements",
    "scripts/new-thorn DIR/Arrangement/Thorn",
    "scripts/plot FOLDER",
    "scripts/run THORN FILE.par",
    "scripts/tune FILE.par",
    "scripts/validate CASE",
}


def commands(text):
    """Commands of ```sh blocks, then of the second column of the table."""
    blocks = re.findall(r"```sh\n(.*?)```", text, re.S)
    found = [line for block in blocks for line in block.splitlines() if line.strip()]
    found += re.findall(r"^\|[^|]*\| `((?:scripts|build)/[^`]*)` \|$", text, re.M)
    unknown = PATTERNS - set(found)
    assert not unknown, f"the README does not contain {unknown}"
    return [line for line in found if line not in PATTERNS]


COMMANDS = commands((SOURCE / "README.md").read_text())


@pytest.fixture(scope="module")
def copy():
    return linked_copy()


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command, copy):
    result = subprocess.run(["bash", "-c", INSTEAD.get(command, command)], cwd=copy, env={**os.environ, "CHEMORA_BUILD": str(BUILD)},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
    assert result.returncode == 0, result.stdout[-3000:]


def test_picture_of_the_first_run(copy):
    """The commands above have drawn the picture. Other versions of matplotlib may move single pixels."""
    (name,) = re.findall(r"!\[[^]]*\]\(([^)]*)\)", (SOURCE / "README.md").read_text())
    shown, drawn = (Image.open(path).convert("RGB") for path in (SOURCE / name, copy / "output/gaussian/plots/slices.png"))
    assert (SOURCE / name).stat().st_size < 60000 and numpy.allclose(shown.size, drawn.size, rtol=0.02)
    small = [numpy.asarray(picture.resize((120, 36)), float) for picture in (shown, drawn)]
    assert abs(small[0] - small[1]).max() < 40, f"draw {name} again with the commands of the README"


def test_number_of_commands():
    assert len(COMMANDS) >= 8
