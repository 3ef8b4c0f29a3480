"""Every wrong parameter file ends the run with its exit code and reports mistakes with their positions, on process 0 only,
before step 0."""

import pathlib
import re
import sys

import simulation
from folders import new_folder

CASES = pathlib.Path(__file__).with_name("parameter_files.txt")


def read_cases():
    """Yields (name, options, exit code, parameter file, expected texts)."""
    for block in re.split(r"^== ", CASES.read_text(), flags=re.M)[1:]:
        head, remainder = block.split("\n", 1)
        text, _, expected = remainder.partition("--\n")
        head, _, code = head.partition(" -> ")
        options = re.findall(r"\s(--?\S+)", head)
        name = re.split(r" -", head)[0]
        yield name, options, int(code or 1), text, [line for line in expected.splitlines() if line.strip()]


def check(folder, name, options, code, text, expected):
    (folder / "case.par").write_text(text)
    command = [str(simulation.CHEMORA), *options, "case.par"]
    result = simulation.subprocess.run(
        command, cwd=folder, env=simulation.environment(), timeout=simulation.HANG_SECONDS, text=True,
        stdout=simulation.subprocess.PIPE, stderr=simulation.subprocess.PIPE,
    )
    problems = [] if result.returncode == code else [f"exit code {result.returncode}, not {code}"]
    problems += [f"missing: {line}" for line in expected if line not in result.stderr]
    if not problems:
        return True
    print(f"== {name}\n" + "\n".join(problems) + f"\n{result.stdout}{result.stderr}")
    return False


def main():
    folder = new_folder()
    cases = list(read_cases())
    failed = [case[0] for case in cases if not check(folder, *case)]
    print(f"{len(cases) - len(failed)} of {len(cases)} wrong parameter files are reported as they should be")
    written = sorted(path.name for path in folder.iterdir() if path.name != "case.par")
    if written:
        print(f"files were written: {written}")
    sys.exit(bool(failed or written or len(cases) < 40))


main()
