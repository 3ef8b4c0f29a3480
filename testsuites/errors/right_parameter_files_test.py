"""Every parameter file from which users start is correct: -P reports no error and no warning."""

import subprocess

import pytest
from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, SOURCE, environment, skip

NEEDS_A_DEVICE = "CUDA cannot be used"  # of this computer


# Tutorial 4 and the programs of patterns need generated files, and tutorial 4 compiles a thorn; their own tests run them.
FILES = sorted(file for file in [*SOURCE.glob("params/*/*.par"), *SOURCE.glob("thorns/*/*/par/*.par"), *SOURCE.glob("docs/**/*.par")]
               if file.parent.name not in ("step-4", "patterns"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_parameter_file(file):
    folder = new_folder()
    result = subprocess.run([str(CHEMORA), "-P", str(file)], cwd=folder, env=environment(), timeout=HANG_SECONDS, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0 and NEEDS_A_DEVICE in result.stdout:
        skip("the file needs a device that this computer lacks")
    assert result.returncode == 0 and "The parameters are correct." in result.stdout and "WARNING" not in result.stdout, result.stdout
    assert not any(folder.iterdir())


def test_number_of_files():
    assert len(FILES) >= 10
