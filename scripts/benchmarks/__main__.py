"""The longer half of scripts/bench: finds a benchmark by its name, runs it, writes JSON.

    {"benchmark": "wave", "machine": "...", "results": [{"case": "order=4 n=256 real64 threads=1", "unit": "points/s",
     "ours", "min", "max", "runs", "limit", "peers": {"handwritten": ...}}]}
"""

import argparse
import importlib
import json
import signal
import sys

from benchmarks import BENCHMARKS
from benchmarks.common import machine, share_the_machine
from option_types import new_file


def parse_arguments():
    """The benchmark's module, which alone is loaded, and the arguments."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Builds and runs a benchmark; prints a table, peers side by side.")
    names = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    chosen = None
    for name, subject in BENCHMARKS.items():
        options = names.add_parser(name, help=subject, description=subject)
        options.add_argument("--json", type=new_file, metavar="FILE", help="write the results to this file")
        options.add_argument("--quick", action="store_true", help="one small case, measured once, to see that it works; its speed means nothing")
        options.add_argument("--targets", action="store_true", help=argparse.SUPPRESS)  # for scripts/bench, which builds them
        if name in sys.argv[1:2]:
            chosen = importlib.import_module(f"benchmarks.{name}")
            chosen.add_options(options)
    return chosen, parser.parse_args()


def simplify(arguments):
    """One measurement with one number of threads, the last of those that the benchmark has."""
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
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a batch system's limit ends a benchmark like Ctrl-C
    document = {"benchmark": arguments.name, "machine": machine(), **benchmark.run(arguments)}
    if arguments.json:
        arguments.json.write_text(json.dumps(document, indent=2) + "\n")
        print(f"written: {arguments.json}")
    if document.get("failed"):
        sys.exit(f"failed: {', '.join(document['failed'])}")


if __name__ == "__main__":
    main()
