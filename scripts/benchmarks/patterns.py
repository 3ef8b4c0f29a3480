"""Measures kernels of nested patterns in place, without the conversion of inputs: sums of the rows and columns of matrices with the shapes
of Lee et al. (64K x 1K, 8K x 8K and 1K x 64K for 64M elements), and steps of the programs of the thorn Analysis. The kernel with the
mapping of the search, hand-written loops with OpenMP, and the fixed mappings `1D`, `thread-block/thread` and `warp-based` alternate in
one process. With --exhaustive, all legal mappings with a few block sizes are measured first, in a random order and for at most --seconds
per case, and the best one alternates with the others; the rank correlation of scores with measured rates is printed. NumPy adds up the
same shapes in a process of its own.

The cases `groups:...` order elements by their keys, as groupBy does: by the method that Chemora chooses, by hashing and by sorting,
beside a hand-written hash table and a stable sort of NumPy.

Results are compared before the measurement: kernels with the interpreter, bit by bit, on a small problem, and hand-written loops with the
kernel, up to 1e-12 of the largest result. Rates are elements per second: elements of a matrix, points, nodes of a list, or edges of a
graph. The limit is the rate at which a triad moves the bytes that the case must move or, if it stores less than a tenth of them, at which
hand-written sums of rows read them; for the Mandelbrot set it is the rate of its
operations in real64."""

import importlib.util
import json
import statistics
import subprocess
import sys

from benchmarks.common import (BUILD, ROOT, add_runs_option, add_threads_option, count, measured, print_rates_over_one_thread,
                               rank_correlation, table, table_of_rates, with_threads)
from option_types import whole_number

TARGETS = ["bench_patterns"]
PROGRAMS = ROOT / "thorns/Analysis/Analysis/patterns/papers"
STEPS = ROOT / "testsuites/performance/pattern_steps.pat"
BLOCK_SIZES = [1, 4, 32, 256]
QUICK_CASES = ["sum_rows:8Kx8K", "sum_columns:8Kx8K", "sum_weighted_rows:8Kx8K", "clustering", "groups:16_keys"]
SHAPES = {"64Kx1K": (65536, 1024), "8Kx8K": (8192, 8192), "1Kx64K": (1024, 65536)}
MEDIAN_TARGET, SMALLEST_TARGET = 0.95, 0.8  # of the rate of the chosen mapping over the best one
GROUPS = {"16_keys": "m[numpy.random.randint(16, size={n})]", "1000_keys": "m[numpy.random.randint(1000, size={n})]",
          "range_of_16": "numpy.random.randint(16, size={n})", "range_of_1000": "numpy.random.randint(1000, size={n})",
          "range_of_100000": "numpy.random.randint(100000, size={n})", "many_keys": "numpy.random.randint(-2**31, 2**31, {n})"}
NUMPY_SUMS = {"sum_rows": "m.sum(axis=1)", "sum_columns": "m.sum(axis=0)", "sum_weighted_rows": "m @ numpy.ones(m.shape[1])",
              "sum_weighted_columns": "numpy.ones(m.shape[0]) @ m"}


def add_options(parser):
    add_threads_option(parser)
    add_runs_option(parser, default=5)
    parser.add_argument("--elements", type=whole_number(10000), default=16_000_000, help="elements of a matrix; should exceed the caches")
    parser.add_argument("--cases", nargs="+", metavar="CASE", default=[], help="names of cases, or their beginnings; default: all cases")
    parser.add_argument("--exhaustive", action="store_true", help="also measure all mappings with the block sizes of --blocks")
    parser.add_argument("--seconds", type=count, default=120, help="longest time of the search of --exhaustive for a case")
    parser.add_argument("--blocks", type=count, nargs="+", default=BLOCK_SIZES, metavar="N", help="powers of two up to 1024")


def names_of_cases(beginnings):
    names = subprocess.run([BUILD / "bin/bench_patterns"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    chosen = [name for name in names if not beginnings or any(name.startswith(each) for each in beginnings)]
    if not chosen:
        sys.exit(f"no case begins with {' or '.join(beginnings)}; the cases are {', '.join(names)}")
    return chosen


def numpy_program(name, elements):
    """Returns statements that make an array `m`, and one that is measured; None for cases without a peer in NumPy."""
    kind, _, shape = name.partition(":")
    if kind == "groups":
        values = "m = numpy.random.randint(-2**31, 2**31, 1000)\n"
        return f"{values}m = {GROUPS[shape].format(n=elements)}.astype('int32')", "numpy.unique(m[numpy.argsort(m, kind='stable')], return_index=True)"
    if kind not in NUMPY_SUMS:
        return None
    factor = (elements / 65536 / 1024) ** 0.5
    rows, columns = (round(factor * side) for side in SHAPES[shape])
    return f"m = numpy.random.rand({rows}, {columns})", NUMPY_SUMS[kind]


def numpy_rates(name, threads, arguments):
    """Returns the rates of NumPy for a case; None for cases without a peer in NumPy."""
    statements = numpy_program(name, arguments.elements)
    if not statements or not importlib.util.find_spec("numpy"):
        return None
    setup, measured_statement = statements
    program = (f"import numpy, time\n{setup}\n{measured_statement}\n"
               f"for _ in range({arguments.runs}):\n    start = time.perf_counter()\n    {measured_statement}\n"
               "    print(m.size / (time.perf_counter() - start))\n")
    environment = with_threads(threads) | {"OPENBLAS_NUM_THREADS": str(threads)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return [float(line) for line in done.stdout.split()]


def measure(case, arguments):
    """Returns the result of a case; None if its program fails, which prints the reason."""
    threads, name = case
    command = [BUILD / "bin/bench_patterns", PROGRAMS, STEPS, name, arguments.elements, arguments.runs,
               *([arguments.seconds, *arguments.blocks] if arguments.exhaustive else [])]
    done = subprocess.run(list(map(str, command)), env=with_threads(threads), stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(f"a program failed: {' '.join(map(str, command))}", file=sys.stderr)
        return None
    result = json.loads(done.stdout)
    ours = result["samples"]["ours"]
    medians = {name: statistics.median(rates) for name, rates in result["samples"].items()}
    ratios = {name: statistics.median(a / b for a, b in zip(ours, rates)) for name, rates in result["samples"].items() if name != "ours"}
    if rates := numpy_rates(name, threads, arguments):
        result["samples"]["numpy"], medians["numpy"] = rates, statistics.median(rates)
        ratios["numpy"] = medians["ours"] / medians["numpy"]
    result |= {"ours": medians.pop("ours"), "min": min(ours), "max": max(ours), "runs": len(ours)}
    ratios["limit"] = ratios.pop("bandwidth") * medians.pop("bandwidth") / result["limit"]
    result |= {"peers": medians, "ratios": ratios}
    add_rank_correlation(result)
    return result


def ratios_of_sums(results):
    """Returns {kinds and threads: largest over smallest rate} of the sums of rows and columns of all shapes."""
    ratios = {}
    for threads in sorted({result["case"].rpartition("=")[2] for result in results}):
        for kinds in (("sum_rows", "sum_columns"), ("sum_weighted_rows", "sum_weighted_columns")):
            rates = [result["ours"] for result in results if result["case"].endswith(f"={threads}") and result["case"].split(":")[0] in kinds]
            if len(rates) > 1:
                ratios[f"{' and '.join(kinds)}, threads={threads}"] = max(rates) / min(rates)
    return ratios


def add_rank_correlation(result):
    """Adds the rank correlation of the scores of all mappings with their measured rates."""
    if "candidates" in result:
        result["rank_correlation"] = rank_correlation(*([each[key] for each in result["candidates"]] for key in ("score", "rate")))


def summary_of_mappings(results):
    """Returns the median and the smallest ratio of the chosen mapping to the best of all mappings, and the median of the rank
    correlations; None without --exhaustive."""
    found = [result for result in results if "candidates" in result]
    if not found:
        return None
    ratios = [result["ratios"]["best mapping"] for result in found]
    return {"median": statistics.median(ratios), "smallest": min(ratios), "not_measured": sum(result["not_measured"] for result in found),
            "rank_correlation": statistics.median(result["rank_correlation"] for result in found)}


def print_mappings(results):
    summary = summary_of_mappings(results)
    if not summary:
        return
    rows = [["case", "mappings", "chosen/best", "correlation", "chosen", "best"]]
    for result in (result for result in results if "candidates" in result):
        rows.append([result["case"], str(len(result["candidates"])), f"{result['ratios']['best mapping']:.2f}",
                     f"{result['rank_correlation']:.2f}", result["mapping"], result["best"]])
    print("the mapping of the search over the best of all mappings, and the rank correlation of scores with rates")
    print(table(rows))
    print(f"chosen/best: median {summary['median']:.2f} (target {MEDIAN_TARGET}), smallest {summary['smallest']:.2f} (target {SMALLEST_TARGET}); "
          f"rank correlation: median {summary['rank_correlation']:.2f}; {summary['not_measured']} mappings were not measured for lack of time")


def run(arguments):
    if arguments.quick:
        arguments.elements, arguments.cases = 100_000, QUICK_CASES
    cases = [(threads, name) for threads in arguments.threads for name in names_of_cases(arguments.cases)]
    document = measured(cases, lambda case: "{1}, {0} threads".format(*case), lambda case: measure(case, arguments))
    failed = [name for (_, name), result in zip(cases, document["results"]) if result is None]
    document["results"] = [result for result in document["results"] if result]
    if failed:
        document["failed"] = document.get("failed", []) + failed
    if not document["results"]:
        return document
    print("million elements per second, medians")
    print(table_of_rates(document["results"]))
    document["sums"] = ratios_of_sums(document["results"])
    if document["sums"]:
        print(table([["sums", "largest/smallest rate"], *([name, f"{ratio:.2f}"] for name, ratio in document["sums"].items())]))
    print_mappings(document["results"])
    print_rates_over_one_thread(document["results"])
    return document
