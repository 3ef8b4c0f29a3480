"""Wrong command lines end with exit code 1 and a message; queries end with 0. Neither writes a file."""

import subprocess

import pytest
import simulation
from folders import new_folder

HDF5_LIBRARY = next(line.split()[2] for line in subprocess.run(["ldd", simulation.CHEMORA], capture_output=True, text=True, check=True)
                    .stdout.splitlines() if "libhdf5" in line)

# arguments, exit code, text in the output
CASES = [
    ([], 1, "No parameter file is specified. Usage:"),
    (["nothing.par"], 1, "nothing.par: error: Cannot read this file: No such file or directory."),
    (["."], 1, "This is a folder; a file is needed here."),
    (["a.par", "b.par"], 1, "Specify one parameter file; found 2: a.par, b.par."),
    (["--print-schedul3", "a.par"], 1, "There is no option `--print-schedul3`. Did you mean `--print-schedule`?"),
    (["-Z", "a.par"], 1, "There is no option `-Z`."),
    (["-W", "loud", "a.par"], 1, "The warning level must be an integer, not `loud`."),
    (["a.par", "-E"], 1, "The option `-E` needs an argument."),
    (["-b", "sometimes", "a.par"], 1, "Buffering cannot be `sometimes`. Allowed: no, line, full."),
    (["--parameter-level=strickt", "a.par"], 1, "Did you mean `strict`?"),
    (["--redirect=x", "a.par"], 1, "The argument of -r and -R must be o, e or oe, not `x`."),
    (["-t", "NoSuchThorn"], 1, "The thorn NoSuchThorn is not compiled into this program."),
    (["-t", "testframework"], 0, "is compiled into this program."),
    (["-o", "Cactus::terminat"], 1, "Cactus has no parameter `terminat`. Did you mean `terminate`?"),
    (["-o", "terminate"], 1, "Write the parameter with its thorn"),
    (["-o", "TestFramework::number"], 0, "[20:*:2] :: large and even"),
    (["-O"], 0, "TestFramework::list[3]  (REAL, default 1.5)"),
    (["-T"], 0, "Test/TestFramework implements testframework"),
    (["-v"], 0, "Chemora "),
    (["-help"], 0, "--parameter-level"),
    (["--quiet", "--verbose", "a.par"], 1, "The options --quiet and --verbose exclude each other."),
    (["--thorn-library", "no.so", "-T"], 1, "The thorn library no.so cannot be loaded: "),
    (["--thorn-library", HDF5_LIBRARY, "-T"], 1, f"{HDF5_LIBRARY} is not a thorn library. `scripts/build --add THORN` builds"),
]


@pytest.mark.parametrize("arguments, code, text", CASES, ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_command_line(arguments, code, text):
    folder = new_folder()
    result = subprocess.run(
        [str(simulation.CHEMORA), *arguments], cwd=folder, env=simulation.environment(), timeout=simulation.HANG_SECONDS, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    assert result.returncode == code and text in result.stdout, result.stdout
    assert not any(folder.iterdir())
