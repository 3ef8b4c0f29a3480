"""Messages need little memory and stay readable however many mistakes a file has and however long its lines are."""

import resource
import subprocess
import sys

from folders import new_folder
from simulation import BUILD, CHEMORA, EDLC, HANG_SECONDS, environment

SIZE = 100_000
MEMORY = 2**31  # bytes of address space; an excerpt of the whole line for each mistake would need 10^10
LONGEST = 250_000  # characters of all messages together

# On one line and on many: characters without a meaning, names without a meaning, mistakes of the grammar.
UNITS = ["\\", "\\\n", "\"", "é", "$ ", "%", "x ", "x::y = ", "x::y = (\n", "REAL \n", "begin x\n", "u = = 1\n", "(", "@", "\0"]
EQUATIONS = "begin thorn T\nbegin variables\n  u\nend variables\nbegin calculation C\n{}\nend calculation\nend thorn\n"


def inputs():
    """File name and text."""
    for unit in UNITS:
        text = unit * (SIZE // len(unit))
        yield "text.edl", text
        yield "lines.edl", EQUATIONS.format(text)
        yield "interface.ccl", "IMPLEMENTS: t\n" + text
        yield "param.ccl", text
        yield "schedule.ccl", text
        yield "run.par", text
    yield "lines.edl", EQUATIONS.format("u = " + " + ".join(f"n{n}" for n in range(SIZE // 8)))
    yield "lines.edl", EQUATIONS.format("u = " + "n" * SIZE)
    yield "lines.edl", EQUATIONS.format("".join(f"  u_{n} = 1\n" for n in range(SIZE // 12)))
    yield "run.par", "".join(f"t::p{n} = 1\n" for n in range(SIZE // 12))


def command_for(path):
    if path.suffix == ".edl":
        return [EDLC, path]
    return [CHEMORA, "-P", path] if path.suffix == ".par" else [BUILD / "bin" / "chemora-bind", "--check", path]


def main():
    folder, wrong, n_inputs = new_folder(), 0, 0
    for name, text in inputs():
        path = folder / name
        path.write_text(text)
        result = subprocess.run(list(map(str, command_for(path))), capture_output=True, env=environment(), timeout=HANG_SECONDS,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        length = len(result.stdout) + len(result.stderr)
        n_inputs += 1
        if result.returncode not in (0, 1) or length > LONGEST:
            wrong += 1
            print(f"{name} {text[:60]!r}...: exit code {result.returncode}, {length} characters: {result.stderr[-300:]}")
    print(f"{n_inputs} inputs, {wrong} with too long messages or another exit code than 0 and 1")
    sys.exit(1 if wrong else 0)


main()
