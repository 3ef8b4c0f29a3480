"""Reads the copies between host and device that the thorn Accelerator reports at the end of a run."""

import re


def routes(output):
    """Returns a dictionary from (variable, direction, part, reader) to (number of copies, bytes)."""
    found = {}
    for line in output.splitlines():
        columns = re.match(r"\s+(\d+)\s+(\d+)\s+(host|device)\s+(\w+::\w+(?: \(time level \d+\))?)\s{2,}(.*?)\s{2,}(.*)$", line)
        if columns:
            size, n, to, variable, part, reader = columns.groups()
            key = (variable, to, part, reader.strip())
            old = found.get(key, (0, 0))
            found[key] = (old[0] + int(n), old[1] + int(size))
    return found


def totals(output):
    """Returns the number of copies between host and device in both directions, and their bytes."""
    found = re.search(r"(\d+) cop\w+ to the device \((\d+) bytes\), (\d+) cop\w+ to the host \((\d+) bytes\)", " ".join(output.split()))
    if not found:
        raise AssertionError(f"the run has no report of copies:\n{output}")
    numbers = [int(number) for number in found.groups()]
    return numbers[0] + numbers[2], numbers[1] + numbers[3]
