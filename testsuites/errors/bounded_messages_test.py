"""Messages need little memory and stay readable however many mistakes a file has and however long its lines are."""

import resource
import subprocess

import pytest
from folders import new_folder
from simulation import BUILD, CHEMORA, EDLC, HANG_SECONDS, environment

SIZE = 100_000
MEMORY = 2**31  # bytes of address space; an excerpt of the whole line for each mistake would need 10^10
LONGEST = 250_000  # characters of all messages together

# Inputs on one line and on many lines: invalid characters, unknown names and syntax errors.
UNITS = ["\\", "\\\n", "\"", "é", "$ ", "%", "x ", "x::y = ", "x::y = (\n", "REAL \n", "begin x\n", "u = = 1\n", "(", "@", "\0"]
EQUATIONS = "begin thorn T\nbegin variables\n  u\nend variables\nbegin calculation C\n{}\nend calculation\nend thorn\n"


NAMES = ("text.edl", "lines.edl", "interface.ccl", "param.ccl", "schedule.ccl", "run.par")
TEMPLATES = {"lines.edl": EQUATIONS, "interface.ccl": "IMPLEMENTS: t\n{}"}
LARGE = [
    ("lines.edl", EQUATIONS.format("u = " + " + ".join(f"n{n}" for n in range(SIZE // 8)))),
    ("lines.edl", EQUATIONS.format("u = " + "n" * SIZE)),
    ("lines.edl", EQUATIONS.format("".join(f"  u_{n} = 1\n" for n in range(SIZE // 12)))),
    ("run.par", "".join(f"t::p{n} = 1\n" for n in range(SIZE // 12))),
    ("run.par", 'ActiveThorns = "PUGH PUGHReduce LocalReduce IOUtil IOScalar"\nIOScalar::outScalar_vars = "'
     + " ".join(f"t::v{n}" for n in range(SIZE // 12)) + '"\n'),
]


def command_for(path):
    if path.suffix == ".edl":
        return [EDLC, path]
    return [CHEMORA, "-P", path] if path.suffix == ".par" else [BUILD / "bin" / "chemora-bind", "--check", path]


def require_bounded_messages(name, text):
    path = new_folder() / name
    path.write_text(text)
    result = subprocess.run(list(map(str, command_for(path))), capture_output=True, env=environment(), timeout=HANG_SECONDS,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    assert result.returncode in (0, 1), result.stderr[-300:]
    assert len(result.stdout) + len(result.stderr) <= LONGEST


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_repeated_mistake(unit, name):
    require_bounded_messages(name, TEMPLATES.get(name, "{}").format(unit * (SIZE // len(unit))))


@pytest.mark.parametrize("name, text", LARGE, ids=range(len(LARGE)))
def test_many_names(name, text):
    require_bounded_messages(name, text)
