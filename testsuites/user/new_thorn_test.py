"""scripts/new-thorn: the folder and the names of files, equations that compile, and errors."""

import subprocess
import tomllib

import pytest
from checkout import linked_copy
from simulation import EDLC, HANG_SECONDS


@pytest.fixture(scope="module")
def copy():
    return linked_copy()


def new_thorn(copy, *arguments):
    return subprocess.run(["scripts/new-thorn", *arguments], cwd=copy, capture_output=True, text=True, timeout=HANG_SECONDS)


@pytest.mark.parametrize("argument, folder", [("Sound", "mine/Tutorial/Sound"), ("own/Mine/Heat", "own/Mine/Heat")])
def test_files_of_a_thorn(copy, argument, folder):
    result = new_thorn(copy, argument)
    thorn = copy / folder
    name = thorn.name.lower()
    assert result.returncode == 0 and f"made {folder} and added it to {thorn.parent.relative_to(copy)}.th" in result.stdout, result.stderr
    files = {str(path.relative_to(thorn)) for path in thorn.rglob("*") if path.is_file()}
    assert files == {"README.md", f"equations/{name}.edl", f"par/{name}.par", f"test/{name}_order.toml"}, "studies of two thorns have different names"
    assert (copy / f"{thorn.parent.relative_to(copy)}.th").read_text().splitlines()[-1] == f"{thorn.parent.name}/{thorn.name}"
    checked = subprocess.run([EDLC, "--thorn", copy / "generated" / thorn.name, thorn / f"equations/{name}.edl"], capture_output=True, text=True)
    assert checked.returncode == 0 and not checked.stderr, checked.stderr
    study = tomllib.loads((thorn / f"test/{name}_order.toml").read_text())
    assert (thorn / "test" / study["parameter_file"]).is_file()
    assert f"scripts/run {folder} {folder}/par/{name}.par" in result.stdout
    assert f"scripts/convergence {folder} {folder}/test/{name}_order.toml" in result.stdout


@pytest.mark.parametrize("argument, message", [("Sound!", "'Sound!' is not a name for a thorn"), ("mine/Tutorial/Again", "exists already")])
def test_errors(copy, argument, message):
    if message == "exists already":
        assert new_thorn(copy, argument).returncode == 0
    result = new_thorn(copy, argument)
    assert result.returncode == 1 and message in result.stderr + result.stdout
