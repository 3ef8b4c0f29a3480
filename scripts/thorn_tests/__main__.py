"""Runs the tests of the thorns in a built configuration; scripts/test-thorns calls it."""

import argparse
import fcntl
import os
import pathlib
import re
import shutil
import sys

from launcher import launcher_of
from thorn_tests import collect, execute, report

PROCESSES_PER_CORE = 16  # more processes would make the machine unusable
MAX_SECONDS = 7 * 24 * 3600


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/test-thorns", description="Runs the thorns' own tests in a configuration.")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder of the configuration")
    parser.add_argument("--tests", type=regular_expression, default="", metavar="REGEX",
                        help="run only tests whose name Arrangement/Thorn/test matches the regular expression")
    parser.add_argument("--procs", type=number_up_to(max_processes()), metavar="N",
                        help="number of processes of tests that do not specify one, and the largest number that a test may specify "
                             "(default: 2, or 1 in a build without MPI)")
    parser.add_argument("--timeout", type=number_up_to(MAX_SECONDS), default=600, metavar="S",
                        help="time limit in seconds of a test or POSTPROC program (default: 600)")
    parser.add_argument("--junit", type=pathlib.Path, metavar="FILE", help="write the results as JUnit XML")
    parser.add_argument("--keep", action="store_true", help="keep the output of tests that passed")
    return parser.parse_args()


def max_processes():
    return PROCESSES_PER_CORE * max(4, len(os.sched_getaffinity(0)))


def number_up_to(largest):
    """Returns a type that accepts whole numbers from 1 to `largest`."""
    def read(text):
        if not (text.isascii() and text.isdigit()) or len(text) > 9 or not 1 <= int(text) <= largest:
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 to {largest}")
        return int(text)

    return read


def regular_expression(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text} is not a regular expression: {error}") from error


def choose(tests, pattern):
    """Returns the tests whose names match the regular expression. It is an error if no name matches."""
    chosen = [test for test in tests if re.search(pattern, test.full_name)]
    if not tests:
        raise collect.ConfigurationError("no thorn of this configuration has tests (test/NAME.par with a folder test/NAME)")
    if not chosen:
        names = ", ".join(test.full_name for test in tests)
        raise collect.ConfigurationError(f"--tests {pattern.pattern} selects none of the tests: {names}")
    return chosen


def prepare(build, thorns):
    """Makes an empty folder for the runs, with links in `arrangements` to all thorns. The folder is locked until the
    program ends."""
    folder = build / "test-thorns"
    lock = open(build / "test-thorns.lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        print(f"waiting for another scripts/test-thorns in {build}", file=sys.stderr)
        fcntl.flock(lock, fcntl.LOCK_EX)
    shutil.rmtree(folder, ignore_errors=True)
    for thorn in thorns:
        link = folder / "arrangements" / thorn.full_name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(thorn.folder)
    return folder, lock


def run(options):
    build = options.build.resolve()
    n_processes = options.procs or (2 if launcher_of(build) else 1)
    thorns = collect.find_thorns(build)
    for remark in collect.remarks(thorns):
        print(f"note: {remark}", file=sys.stderr)
    tests = choose(collect.find_tests(thorns, n_processes), options.tests)
    folder, lock = prepare(build, thorns)
    settings = execute.Settings(program=build / "bin/chemora", folder=folder, extensions=collect.compared_extensions(thorns),
                                timeout=options.timeout, keep=options.keep)
    with lock:
        outcomes = execute.Runner(settings, report.Progress(len(tests))).run(tests)
    if options.junit:
        report.write_junit(outcomes, options.junit)
        print(f"written: {options.junit}")
    print(report.table(outcomes))
    print(report.summary(outcomes))
    return 1 if any(outcome.status == execute.FAILED for outcome in outcomes) else 0


def main():
    try:
        return run(arguments())
    except collect.ConfigurationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
