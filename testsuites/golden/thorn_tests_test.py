"""The thorns' own tests: thorns/*/*/test/NAME.par must give the numbers in test/NAME/, on 1 and 2 ranks.

As in Cactus: lines that start with # or " do not count, numbers agree within test.ccl's ABSTOL and RELTOL (1e-12).
"""

import pathlib
import re
import sys
import tempfile

import simulation


def tolerances(folder):
    text = (folder / "test.ccl").read_text() if (folder / "test.ccl").exists() else ""
    found = {name.upper(): float(value) for name, value in re.findall(r"(?im)^\s*(ABSTOL|RELTOL)\s+(\S+)", text)}
    return found.get("ABSTOL", 1e-12), found.get("RELTOL", 1e-12)


def numbers(path):
    lines = [line.split() for line in path.read_text().splitlines() if line.strip() and line[0] not in '#"']
    return [[float(token) for token in line] for line in lines]


def differences(expected, found, absolute, relative):
    """What differs between two files of numbers, as text."""
    if len(expected) != len(found):
        return [f"{len(found)} lines, not {len(expected)}"]
    result = []
    largest = {}
    for number, (line, other) in enumerate(zip(expected, found), 1):
        if len(line) != len(other):
            result.append(f"line {number}: {len(other)} columns, not {len(line)}")
            continue
        for column, (a, b) in enumerate(zip(line, other)):
            largest[column] = max(largest.get(column, 0.0), abs(a), abs(b))
            if not abs(a - b) < max(absolute, relative * largest[column]):
                result.append(f"line {number}, column {column + 1}: {b}, not {a}")
    return result


def main():
    tests = [par for par in sorted(simulation.SOURCE.glob("thorns/*/*/test/*.par")) if par.with_suffix("").is_dir()]
    failures = 0
    for par in tests:
        absolute, relative = tolerances(par.parent)
        for ranks in (1, 2):
            folder, _ = simulation.run(par, ranks=ranks, folder=tempfile.mkdtemp(prefix="chemora-test-"))
            for reference in sorted(par.with_suffix("").iterdir()):
                output = pathlib.Path(folder) / par.stem / reference.name
                found = differences(numbers(reference), numbers(output), absolute, relative) if output.exists() else ["missing"]
                failures += len(found) > 0
                for text in found[:5]:
                    print(f"{par.stem}, {ranks} ranks, {reference.name}: {text}")
    print(f"{len(tests)} thorn tests, {failures} files differ")
    sys.exit(1 if failures or not tests else 0)


main()
