"""Entry point of scripts/bench: finds a benchmark by its name, runs it, and writes a JSON document of this form:

    {"benchmark": "wave", "command": "scripts/bench wave", "date": "2026-11-22", "commit": "...", "machine": {...},
     "results": [{"case": "order=4 n=256 real64 threads=1", "unit": "points/s", "ours": 1e9, "min": ..., "max": ...,
                  "samples": {"ours": [...], "handwritten": [...]}, "limit": ..., "peers": {"handwritten": ...}}]}
"""

import argparse
import importlib
import re
import signal
import sys

from benchmarks import BENCHMARKS, record
from benchmarks.common import share_the_machine, use_own_cache
from option_types import new_file


def record_name(text):
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", text):
        raise argparse.ArgumentTypeError(f"{text} is not a name for a record; use small letters, digits and hyphens")
    return text


def parse_arguments():
    """Returns the module of the chosen benchmark, the only module that is imported, and the parsed arguments."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Builds and runs a benchmark, and prints a table that compares it with other programs.",
                                     epilog="scripts/bench --tables writes the tables of docs from docs/measurements; with --check it compares them.")
    names = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    chosen = None
    for name, subject in BENCHMARKS.items():
        options = names.add_parser(name, help=subject, description=subject)
        options.add_argument("--json", type=new_file, metavar="FILE", help="write the results to this file")
        options.add_argument("--record", type=record_name, nargs="?", const=name, metavar="RECORD",
                             help=f"write the results to docs/measurements/RECORD.json; default: {name}.json")
        options.add_argument("--quick", action="store_true", help="one small case, measured once, to test the benchmark; its speed means nothing")
        options.add_argument("--targets", action="store_true", help=argparse.SUPPRESS)  # for scripts/bench, which builds the targets
        if name in sys.argv[1:2]:
            chosen = importlib.import_module(f"benchmarks.{name}")
            chosen.add_options(options)
    arguments = parser.parse_args()
    if arguments.quick and arguments.record:
        parser.error("--quick measures no speed, so that --record would record nothing; leave one of them out")
    return chosen, arguments


def simplify(arguments):
    """Reduces the options for --quick: one measurement, with only the last number of threads in the list."""
    share_the_machine()
    if hasattr(arguments, "runs"):
        arguments.runs = 1
    if isinstance(getattr(arguments, "threads", None), list):
        arguments.threads = arguments.threads[-1:]


def main():
    benchmark, arguments = parse_arguments()
    if arguments.targets:
        print(*benchmark.TARGETS)
        return
    if arguments.quick:
        simplify(arguments)
    use_own_cache()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a time limit of a batch system interrupts like Ctrl-C
    document = record.document_of(arguments.name, sys.argv[1:], benchmark.run(arguments))
    for path in (arguments.json, arguments.record and record.MEASUREMENTS / f"{arguments.record}.json"):
        if path:
            record.write(path, document)
    if document.get("failed"):
        sys.exit(f"failed: {', '.join(document['failed'])}")


if __name__ == "__main__":
    main()
