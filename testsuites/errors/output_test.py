"""Mistakes in output parameters are reported before time step 0 with exit code 1; failed writes do not crash the run and show in its
exit code."""

import re
import subprocess
import sys

import h5py
import pytest

from folders import new_folder
from output_case import PARAMETERS, STEP, run_case
from simulation import CHEMORA, HANG_SECONDS, environment, run

WRONG = {
    'IOHDF5::out_vars = "TestOutput::ff"': "IOHDF5::out_vars: there is no variable or group `TestOutput::ff` .*"
                                           "Did you mean `TestOutput::f`?",
    'IOASCII::out1D_vars = "TestOutput::f{out_evry=2}"': "no option `out_evry`.*Did you mean `out_every`?",
    'IOScalar::outScalar_vars = "TestOutput::f{out_every=2"': "no closing `}`",
    'IOBasic::outInfo_vars = "TestOutput::f"\nIOBasic::outInfo_reductions = "norm7"': "no reduction `norm7`",
    'IOBasic::outScalar_vars = "TestOutput::f{reductions=\'meen\'}"': "no reduction `meen`",
}


def flat(text):
    """The text without line breaks."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("parameters", WRONG)
def test_wrong_parameter(parameters, ranks):
    folder, text = run_case(parameters, ranks, expect=1)
    assert re.search(WRONG[parameters].replace("?", r"\?"), flat(text)), text
    assert not folder.exists(), "the run did not start, but there is output"


def test_wrong_parameter_keeps_folders_of_the_user():
    folder = new_folder()
    (folder / "data").mkdir()
    run(PARAMETERS + next(iter(WRONG)) + "\n", expect=1, folder=folder)
    assert (folder / "data").is_dir(), "the run removed a folder that it did not create"
    nested = PARAMETERS.replace('"data"', '"data/of/run"')
    assert nested != PARAMETERS
    run(nested + next(iter(WRONG)) + "\n", expect=1, folder=folder)
    assert [*folder.glob("data/*")] == [] and (folder / "data").is_dir()


def test_all_errors_at_once():
    _, text = run_case("\n".join(WRONG), expect=1)
    assert not [expected for expected in WRONG.values() if not re.search(expected.replace("?", r"\?"), flat(text))], text


def test_lenient_check():
    folder, text = run_case('IO::strict_io_parameter_check = "no"\nIOHDF5::out_vars = "TestOutput::ff TestOutput::f"\n'
                            "IOHDF5::out_every = 4")
    assert "Did you mean `TestOutput::f`?" in flat(text) and (folder / "f.h5").exists(), text


def test_output_directory():
    """It is made at PARAMCHECK, because other thorns write into it from BASEGRID on; not if parameters are only checked."""
    blocked = PARAMETERS.replace('IO::out_dir = "data"', 'IO::out_dir = "test.par/data"')
    for ranks in (1, 2):
        _, result = run(blocked, ranks, expect=1)
        assert "IO::out_dir is `test.par/data`, but `test.par` is a file; a folder is needed here." in flat(result.stdout), result.stdout
    folder, _ = run_case('IO::require_empty_output_directory = "yes"')
    _, result = run(PARAMETERS + 'IO::require_empty_output_directory = "yes"\n', folder=folder.parent, expect=1)
    assert "is not empty" in flat(result.stdout), result.stdout
    folder = new_folder()
    (folder / "test.par").write_text(PARAMETERS)
    subprocess.run([str(CHEMORA), "-P", "test.par"], cwd=folder, timeout=HANG_SECONDS, env=environment(), check=True, capture_output=True)
    assert not (folder / "data").exists()


LIMITED = """
import os, resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000000, 5000000))
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.parametrize("strict", ["no", "yes"])
def test_failed_writes(strict):
    """A limit of the file size stands for a full disk: earlier output stays; the run reports the error and continues, or ends."""
    parameters = re.sub(r"(global_n[xyz]) *=.*", r"\1 = 60", PARAMETERS) + """
IOHDF5::out_every = 1
IOHDF5::out_vars = "TestOutput::f"
IOASCII::out3D_every = 4
IOASCII::out3D_vars = "TestOutput::f"
IO::parfile_write = "no"
"""
    folder = new_folder()
    (folder / "test.par").write_text(parameters + f'IO::abort_on_io_errors = "{strict}"\n')
    result = subprocess.run([sys.executable, "-c", LIMITED, str(CHEMORA), "test.par"], cwd=folder, timeout=HANG_SECONDS,
                            env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text = flat(result.stdout)
    assert "Cannot write output of `TestOutput::f` to `data/f_3D.asc`: File too large" in text, result.stdout
    assert "egmentation" not in text, result.stdout
    if strict == "yes":
        assert result.returncode == 1, (result.returncode, result.stdout)
        return
    assert result.returncode == 1 and "output is missing: 5 times writing failed" in text, (result.returncode, result.stdout)
    reported = re.findall(r"Cannot write `TestOutput::f` to `data/f.h5`: no disk space for \d+ more bytes: File too large", text)
    assert len(reported) == 3, result.stdout
    with h5py.File(folder / "data" / "f.h5") as file:
        names = [name for name in file if "it=" in name]
        assert names == ["TestOutput::f it=0 tl=0 rl=0 c=0", "TestOutput::f it=1 tl=0 rl=0 c=0"], names
        assert abs(file[names[1]][59, 0, 0] - (-1 + 300 + 1000 * STEP)) < 1e-9
