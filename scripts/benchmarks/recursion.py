"""Measures recursions: searches of a protein database by Smith-Waterman (BLOSUM62, affine gaps) and by profile hidden Markov models,
Smith-Waterman scores and the edit distance of long sequences, and sweeps over a grid. The compiled recursion, a kernel written by hand
with vectors and a scalar loop alternate in one process. Other programs search the same files afterwards, if they are installed:
parasail (package libparasail-dev), ssearch36 (package fasta3), and hmmsearch (package hmmer).

All scores are compared before the measurement. Every program computes the same costs: a gap of length k costs 11 + k. This is `open 12
extend 1` for parasail, which counts the first letter of a gap as open, and `-f -11 -g -1` for ssearch36, which adds both for the first
letter. The scores of hmmsearch are those of `--max --nonull2`, rounded to a tenth of a bit.

The limit is the rate at which the processor issues the instructions of a cell: ten in numbers of 8 bits for a search; ten in numbers of
16 bits for a pair of long sequences, or six if all letters of a gap cost the same; five in numbers of 16 bits for an edit distance; and
16 operations in real64 for a profile. The limit of a sweep is a read and a write of each point at the speed of a triad."""

import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from benchmarks.common import (BUILD, ROOT, add_runs_option, add_threads_option, measured, print_rates_over_one_thread, table_of_rates,
                               with_threads)
from option_types import whole_number

TARGETS = ["bench_recursion", "chemora"]
PARASAIL_SEARCH = ROOT / "testsuites/performance/parasail_search.cpp"
RECURSIONS = ROOT / "thorns/Sequences/Sequences/programs"
FUNCTIONS = {"search": ("search.rec", "search"), "forward": ("profile.rec", "forward_bits"), "viterbi": ("profile_viterbi.rec", "viterbi_bits"),
             "distance": ("edit.rec", "edit"), "pair-linear": ("search_linear.rec", "search_linear"), "pair-affine": ("search.rec", "search")}
OPEN, EXTEND = 11, 1
PAIRS = ["distance", "pair-linear", "pair-affine"]
GAP_COSTS = {"pair-linear": (0, 8), "pair-affine": (OPEN, EXTEND)}  # cost of opening a gap, and of each of its letters
SCALAR_CELLS = 4e8  # cells that a scalar loop computes in about a second
TRIAL_RESIDUES = 500_000  # for the choice of the fastest function of parasail
TOLERANCE = 0.06  # bits, for scores that are rounded to a tenth
TASKS = ["search", "forward", "viterbi", "distance", "pair-linear", "pair-affine", "lines-x", "lines-y", "lines-z", "eikonal"]


def add_options(parser):
    add_threads_option(parser)
    add_runs_option(parser, default=5)
    parser.add_argument("--tasks", nargs="+", default=TASKS, choices=TASKS)
    parser.add_argument("--lengths", type=whole_number(10, 10000), nargs="+", default=[100, 400, 1000, 5000], help="lengths of the queries")
    parser.add_argument("--residues", type=whole_number(1000), default=50_000_000, help="letters of the generated database; a tenth for profiles")
    parser.add_argument("--pair", type=whole_number(100, 32000), default=20000, help="length of the sequences of a pair")
    parser.add_argument("--points", type=whole_number(16, 1024), default=256, help="points of the grid along each axis, a multiple of 8")


# --- other programs

def output_of(command, folder, threads):
    done = subprocess.run(list(map(str, command)), cwd=folder, env=with_threads(threads), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"a program failed: {' '.join(map(str, command))}\n{done.stdout[-2000:]}")
    return done.stdout


def parasail_program(folder):
    """Compiles the search with parasail; returns None and prints the reason if the library is missing."""
    program = pathlib.Path(folder) / "parasail_search"
    command = ["g++", "-std=c++20", "-O3", "-march=native", "-fopenmp", PARASAIL_SEARCH, "-lparasail", "-o", program]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        print("parasail is not measured: the package libparasail-dev is missing", file=sys.stderr)
        return None
    return program


def installed(program, package):
    if not shutil.which(program):
        print(f"{program} is not measured: the package {package} is missing", file=sys.stderr)
    return shutil.which(program)


def parasail(program, query, database, costs, threads, runs, folder):
    """Returns the scores, and the measured rates with the name of the function. Threads compute different sequences."""
    words = [program, query, database, threads, runs, TRIAL_RESIDUES, *costs, "parasail.scores"]
    result = json.loads(output_of(words, folder, threads))
    scores = [int(line) for line in (folder / "parasail.scores").read_text().split()]
    return scores, result["samples"], result["function"]


def ssearch(database, length, n_shown, threads, folder):
    """Returns the scores by number of the sequence, and the rate; None if the search is too short to be measured. Without
    statistics (-z -1), ssearch36 crashes if there are 100,000 sequences."""
    command = ["ssearch36", "-q", "-s", "BL62", "-f", -OPEN, "-g", -EXTEND, "-T", threads, "-z", 1, "-d", 0, "-b", n_shown, f"{length}.fa", database]
    text = output_of(command, folder, threads)
    scores = {int(number): int(score) for number, score in re.findall(r"^s(\d+) .*\(\s*\d+\)\s+(\d+)\s", text, re.MULTILINE)}
    residues = int(re.search(r"^\s*(\d+) residues in \d+ library sequences", text, re.MULTILINE)[1])
    seconds = float(re.search(r"Total Scan time:\s+([\d.]+)", text)[1])
    return scores, residues * length / seconds * threads if seconds > 0 else None


def hmmsearch(database, length, threads, folder):
    """Returns the scores by number of the sequence, and the rate that hmmsearch reports."""
    command = ["hmmsearch", "--max", "--nonull2", "--noali", "--cpu", threads if threads > 1 else 0, "-E", 1e9, "--domE", 1e9, "--tblout", "hmmsearch.table",
               f"{length}.hmm", database]
    text = output_of(command, folder, threads)
    rows = [line.split() for line in (folder / "hmmsearch.table").read_text().splitlines() if not line.startswith("#")]
    return {int(row[0][1:]): float(row[5]) for row in rows}, float(re.search(r"# Mc/sec:\s+([\d.]+)", text)[1]) * 1e6


def check(name, ours, theirs, tolerance):
    """Exits if scores of another program, by number of the sequence, differ from those of the recursion."""
    wrong = [(number, ours[number], score) for number, score in theirs.items() if not abs(ours[number] - score) <= tolerance]
    if wrong or not theirs:
        sys.exit(f"{len(wrong)} of {len(theirs)} scores of {name} differ; the first ones (sequence, ours, {name}): {wrong[:3]}")


def scores_of(folder):
    return [float(line) for line in (folder / "scores").read_text().split()]


# --- cases

def our_program(task, length, residues, arguments, threads, folder, runs):
    scalar = min(residues, max(1000, round(SCALAR_CELLS / length)))
    file, function = FUNCTIONS[task]
    command = [BUILD / "bin/bench_recursion", task, RECURSIONS / file, function, length, residues, scalar, runs, folder]
    return json.loads(output_of(command, folder, threads).splitlines()[-1])


def add_search_peers(result, length, arguments, threads, folder, parasail_path):
    ours = scores_of(folder)
    if parasail_path:
        scores, result["samples"]["parasail"], result["parasail_function"] = parasail(parasail_path, f"{length}.fa", "database.fa", (OPEN, EXTEND), threads,
                                                                                 arguments.runs, folder)
        check("parasail", ours, dict(enumerate(scores)), 0)
    if shutil.which("ssearch36"):
        n_checked = min(len(ours), 1000)
        scores, _ = ssearch("database.fa", length, n_checked, threads, folder)
        check("ssearch36", ours, scores, 0)
        rates = [ssearch("database.fa", length, 1, threads, folder)[1] for _ in range(arguments.runs)]
        if None not in rates:
            result["samples"]["ssearch36"] = rates


def add_profile_peers(result, length, arguments, threads, folder):
    if shutil.which("hmmsearch"):
        rates = []
        for _ in range(arguments.runs):
            scores, rate = hmmsearch("profiles.fa", length, threads, folder)
            rates.append(rate)
        check("hmmsearch", scores_of(folder), scores, TOLERANCE)
        result["samples"]["hmmsearch"] = rates


def measure_sweep(task, points, threads, runs, folder):
    return json.loads(output_of([BUILD / "bin/bench_recursion", task, points, runs], folder, threads).splitlines()[-1])


def measure(case, arguments, folder, parasail_path):
    threads, task, length = case
    if task in ("search", "forward", "viterbi"):
        residues = arguments.residues if task == "search" else arguments.residues // 10
        result = our_program(task, length, residues, arguments, threads, folder, arguments.runs)
        if task == "search":
            add_search_peers(result, length, arguments, threads, folder, parasail_path)
        elif task == "forward":
            add_profile_peers(result, length, arguments, threads, folder)
    elif task in PAIRS:
        result = our_program(task, length, 0, arguments, threads, folder, arguments.runs)
        if task in GAP_COSTS and parasail_path:
            scores, result["samples"]["parasail"], result["parasail_function"] = parasail(parasail_path, "pair.fa", "pair_target.fa", GAP_COSTS[task],
                                                                                         threads, arguments.runs, folder)
            check("parasail", scores_of(folder), dict(enumerate(scores)), 0)
    else:
        result = measure_sweep(task, length, threads, arguments.runs, folder)
    return with_medians(result)


def with_medians(result):
    """Adds the medians of all samples, and the ratios of our median to the others."""
    medians = {name: statistics.median(rates) for name, rates in result["samples"].items()}
    ours = medians.pop("ours")
    return result | {"unit": "cells/s", "ours": ours, "min": min(result["samples"]["ours"]), "max": max(result["samples"]["ours"]),
                     "runs": len(result["samples"]["ours"]), "peers": medians,
                     "ratios": {name: ours / rate for name, rate in (medians | {"limit": result["limit"]}).items()}}


def cases_of(arguments):
    for threads in arguments.threads:
        for task in arguments.tasks:
            if task == "search":
                yield from ((threads, task, length) for length in arguments.lengths)
            elif task in ("forward", "viterbi"):
                yield from ((threads, task, length) for length in arguments.lengths if length <= 1000)
            else:
                yield threads, task, arguments.pair if task in PAIRS else arguments.points


def run(arguments):
    if arguments.quick:
        arguments.lengths, arguments.residues, arguments.pair, arguments.points = [50], 100_000, 1000, 32
    with tempfile.TemporaryDirectory(prefix="recursion-") as name:
        folder = pathlib.Path(name)
        output_of([BUILD / "bin/bench_recursion", "write", folder, arguments.residues, *arguments.lengths], folder, 1)
        parasail_path = parasail_program(folder) if {"search", *GAP_COSTS} & set(arguments.tasks) else None
        for program, package in (("ssearch36", "fasta3"), ("hmmsearch", "hmmer")):
            installed(program, package)
        document = measured(list(cases_of(arguments)), lambda case: "{1}, length {2}, {0} threads".format(*case),
                            lambda case: measure(case, arguments, folder, parasail_path))
    print("million cells (points) per second, medians")
    print(table_of_rates(document["results"]))
    print_rates_over_one_thread(document["results"])
    return document
