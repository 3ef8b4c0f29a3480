"""The record of a benchmark: the document that `scripts/bench NAME --record` writes to docs/measurements/NAME.json.

Besides the results it holds what is needed to repeat the measurement: the command, date, commit and machine. Tables of the
documentation are generated from these files (see tables.py).
"""

import datetime
import json
import os
import pathlib
import re
import subprocess

from benchmarks.common import ROOT

MEASUREMENTS = ROOT / "docs" / "measurements"


def processor():
    """The name of the processor, without the space that some machines put around it."""
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    text = cpuinfo.read_text() if cpuinfo.exists() else ""
    name = re.search(r"^(?:model name|Hardware|cpu model)\s*:\s*(.*)$", text, re.MULTILINE)
    return name[1].strip() if name else os.uname().machine


def largest_cache():
    """Size of the last cache of processor 0, as Linux reports it; None if it does not."""
    sizes = pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")
    return max((path.read_text().strip() for path in sizes), key=lambda text: int(re.match(r"\d+", text)[0]), default=None)


def first_line(*command):
    """The first line that a command prints; None if the command cannot be run."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return (done.stdout.splitlines() or [None])[0]


def machine():
    """The processor, its cores that this process may use, its largest cache, the compiler and the system."""
    return {"processor": processor(), "usable_cores": len(os.sched_getaffinity(0)), "largest_cache": largest_cache(),
            "compiler": first_line(os.environ.get("CHEMORA_CXX") or "c++", "--version"),
            "system": f"{os.uname().sysname} {os.uname().release}"}


def commit():
    """The commit of the sources, and whether files differ from it; None outside a git checkout."""
    name = first_line("git", "rev-parse", "--short=12", "HEAD")
    return name and name + (" with uncommitted changes" if first_line("git", "status", "--porcelain", "-uno") else "")


def document_of(name, words, contents):
    """The document of a benchmark that was run with these words of the command line."""
    command = " ".join(["scripts/bench", *words])
    return {"benchmark": name, "command": command, "date": datetime.date.today().isoformat(), "commit": commit(),
            "machine": machine(), **contents}


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    print(f"written: {path}")
