"""Writes the record of a benchmark, which `scripts/bench NAME --record` stores in docs/measurements/NAME.json.

A record contains the results, and the data that are needed to repeat the measurement: the command, date, commit and
machine. The module `tables` generates tables of the documentation from these files.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess

from benchmarks.common import ROOT

MEASUREMENTS = ROOT / "docs" / "measurements"
# Names of instruction sets in /proc/cpuinfo, and the bits of their vectors.
VECTOR_BITS = {"sse2": 128, "sse4_1": 128, "asimd": 128, "avx": 256, "avx2": 256, "fma": 256, "avx512f": 512, "avx512bw": 512, "avx512vl": 512,
               "avx512vbmi": 512}


def cpuinfo():
    """Returns the description of the processors by Linux; empty on other systems."""
    path = pathlib.Path("/proc/cpuinfo")
    return path.read_text() if path.exists() else ""


def processor(text):
    """Returns the name of the processor without leading and trailing blanks."""
    name = re.search(r"^(?:model name|Hardware|cpu model)\s*:\s*(.*)$", text, re.MULTILINE)
    return name[1].strip() if name else os.uname().machine


def vectors(text):
    """Returns the bits of the widest vectors and the instruction sets for vectors; both are None if they are unknown."""
    flags = re.search(r"^(?:flags|Features)\s*:\s*(.*)$", text, re.MULTILINE)
    sets = [name for name in VECTOR_BITS if flags and name in flags[1].split()]
    return {"vector_bits": max((VECTOR_BITS[name] for name in sets), default=None), "instruction_sets": sets or None}


def largest_cache():
    """Returns the size of the largest cache of processor 0, or None if Linux does not report it."""
    sizes = pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")
    return max((path.read_text().strip() for path in sizes), key=lambda text: int(re.match(r"\d+", text)[0]), default=None)


def first_line(*command):
    """Returns the first line that a command prints, or None if the command fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return (done.stdout.splitlines() or [None])[0]


def machine():
    """Describes the processor and its vectors, the number of cores that this process may use, the largest cache, the
    compiler and the system."""
    text = cpuinfo()
    return {"processor": processor(text), **vectors(text), "usable_cores": len(os.sched_getaffinity(0)), "largest_cache": largest_cache(),
            "compiler": first_line(os.environ.get("CHEMORA_CXX") or "c++", "--version"),
            "system": f"{os.uname().sysname} {os.uname().release}"}


def commit():
    """Returns the commit of the sources, and whether files differ from this commit, or None outside a git checkout."""
    name = first_line("git", "rev-parse", "--short=12", "HEAD")
    return name and name + (" with uncommitted changes" if first_line("git", "status", "--porcelain", "-uno", ":(exclude)docs/measurements") else "")


def document_of(name, words, contents):
    """Returns the record of the benchmark `name`, which was started with the command-line arguments `words`. The record
    contains only the file name of a path outside the project."""
    command = " ".join(["scripts/bench", *(pathlib.Path(word).name if os.path.isabs(word) else word for word in words)])
    return {"benchmark": name, "command": command, "date": datetime.date.today().isoformat(), "commit": commit(),
            "machine": machine(), **contents}


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    print(f"written: {path}")
