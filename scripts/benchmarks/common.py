"""Functions that the benchmarks share: folders, options, timed runs, rates, progress, rank correlations and tables."""

import datetime
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

from launcher import launch_command
from option_types import whole_number

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("CHEMORA_BUILD", ROOT / "build"))


def graphs_of(equations):
    """Returns the text of all data-flow graphs of an equation file."""
    return subprocess.run([BUILD / "bin/edlc", "--emit=graph", equations], check=True, capture_output=True, text=True).stdout


# --- options

count = whole_number()
cube_side = whole_number(8, 4095)  # points per axis; a smaller cube consists mostly of ghost zones
run_count = whole_number(5)  # at least 5 runs, which are enough for a median


def add_threads_option(parser):
    parser.add_argument("--threads", type=count, nargs="+", default=sorted({1, len(os.sched_getaffinity(0))}))


def add_runs_option(parser, default):
    parser.add_argument("--runs", type=run_count, default=default, help="measurements per figure, at least 5; the median counts")


def add_orders_option(parser, default):
    parser.add_argument("--orders", type=int, nargs="+", default=default, choices=[2, 4, 6, 8], help="order of the scheme in space")


def add_types_option(parser):
    parser.add_argument("--types", nargs="+", default=["real64", "real32"], choices=["real64", "real32"], help="precisions")


def add_case_options(parser):
    add_orders_option(parser, default=[2, 4, 6, 8])
    add_types_option(parser)


# --- runs

OPENMP = {"OMP_PROC_BIND": "true", "OMP_WAIT_POLICY": "active"}  # best on an idle machine


def share_the_machine():
    """Configures OpenMP for a busy machine: a thread that is bound to a core and spins can wait for seconds while
    another program uses this core."""
    OPENMP.update(OMP_PROC_BIND="false", OMP_WAIT_POLICY="passive")


def use_own_cache():
    """Runs of benchmarks do not use the plans that the user's searches have stored in the default cache folder."""
    os.environ["XDG_CACHE_HOME"] = str(BUILD.absolute() / "bench-cache")


def with_threads(n):
    """Returns the environment variables for a program that computes with n threads."""
    return {**os.environ, **OPENMP, "OMP_NUM_THREADS": str(n)}


def timed(command, folder, n_processes, n_threads):
    """Runs a command, and returns its seconds and its output. A single process starts without mpirun. Several processes
    with one thread each are bound to different cores if there are enough cores. Exits if the run fails."""
    environment = with_threads(n_threads)
    if n_processes > 1:
        # OpenMP would bind the first threads of all processes to the same core.
        bind = environment.pop("OMP_PROC_BIND") == "true" and n_threads == 1 and n_processes <= len(os.sched_getaffinity(0))
        command = [*launch_command(BUILD, n_processes, "--bind-to", "core" if bind else "none"), *command]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"a run failed: {' '.join(map(str, command))}\n{done.stdout}")
    return seconds, done.stdout


def measured(cases, name, measure):
    """Returns {"results": [measure(case), ...]} for all cases, and prints the progress. If the user interrupts a long
    benchmark (Ctrl-C, SIGTERM), the results so far are returned, and "failed" states how many cases were measured."""
    results, start = [], time.monotonic()
    for done, case in enumerate(cases):
        left = datetime.timedelta(seconds=round((time.monotonic() - start) * (len(cases) - done) / done)) if done else "?"
        print(f"case {done + 1} of {len(cases)}, {left} left: {name(case)}", file=sys.stderr, flush=True)
        try:
            results.append(measure(case))
        except KeyboardInterrupt:
            return {"results": results, "failed": [f"interrupted, {done} of {len(cases)} cases were measured"]}
    return {"results": results}


# --- rates

NOT_MEASURABLE = "not measurable"


def rates_of_differences(units, short, long):
    """Computes rates from the seconds of pairs of runs, in which the longer run does `units` more work. Returns None if
    runs of equal length differ by as much as the runs of a pair, because the difference is then noise. Returns None
    also for a single pair, because its noise is unknown."""
    if min(len(short), len(long)) < 2:
        return None
    differences = [b - a for a, b in zip(short, long)]
    scatter = max(short) - min(short) + max(long) - min(long)
    return [units / difference for difference in differences] if statistics.median(differences) > scatter else None


def spread(values):
    """Returns median, minimum and maximum of the values; if `values` is None, all three are None."""
    if values is None:
        return {"median": None, "min": None, "max": None}
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def ranks(values):
    """Returns the rank of each value; the smallest value has rank 1. Equal values have the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for n in order[begin:end]:
            result[n] = (begin + end + 1) / 2
        begin = end
    return result


def rank_correlation(a, b):
    """Spearman's coefficient, the correlation of the ranks; 0 if all values of one list are equal."""
    a, b = ranks(a), ranks(b)
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    return statistics.correlation(a, b)


def add_rank_correlations(result):
    """Adds rank correlations of measured times with the costs of tiles: by the corrected cost formula, which is the
    default, and by the formula printed in the paper."""
    seconds = [tile["seconds"] for tile in result["tiles"]]
    result["rank_correlation"] = rank_correlation([tile["cost"] for tile in result["tiles"]], seconds)
    result["rank_correlation_printed"] = rank_correlation([tile["cost_printed"] for tile in result["tiles"]], seconds)


def rates_over_one_thread(results):
    """Returns {case without its number of threads: {threads: rate over the rate of one thread}}, for cases that were
    measured with one thread and with several threads."""
    rates = {}
    for result in results:
        threads = re.search(r" threads=(\d+)", result["case"])
        rates.setdefault(result["case"].replace(threads[0], ""), {})[int(threads[1])] = result["ours"]
    return {case: {n: rate / of_threads[1] for n, rate in of_threads.items() if n > 1}
            for case, of_threads in rates.items() if len(of_threads) > 1 and 1 in of_threads}


# --- tables

def number_text(value, scale=1):
    return NOT_MEASURABLE if value is None else f"{value / scale:.2f}"


def table(rows):
    """Returns rows of text with aligned columns. The first row contains the titles. The first column is aligned to the
    left, all other columns to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) if i else cell.ljust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) for row in rows)


def print_rates_over_one_thread(results):
    ratios = rates_over_one_thread(results)
    if ratios:
        print("rate with several threads over the rate with one thread")
        print(table([["case", "threads", "ratio"], *([case, str(n), f"{ratio:.2f}"] for case, of_case in ratios.items()
                                                     for n, ratio in of_case.items())]))


def table_of_rates(results):
    """Returns a table of rates in millions of units per second: of Chemora, of its peers and at the limit, and the
    ratios of these rates. A ratio is the median of the ratios of all rounds if the result contains them. Peers that a
    result does not have are shown as "-"."""
    peers = sorted({name for result in results for name in result["peers"]})
    rows = [["case", "ours", "min", "max", *peers, "limit", *(f"ours/{name}" for name in peers), "ours/limit"]]
    for result in results:
        ours, rates, paired = result["ours"], result["peers"] | {"limit": result["limit"]}, result.get("ratios", {})
        numbers = [ours, result["min"], result["max"], *(rates.get(name) for name in (*peers, "limit"))]
        ratios = [paired.get(name, ours / rates[name]) if name in rates else None for name in (*peers, "limit")]
        rows.append([result["case"], *("-" if number is None else f"{number / 1e6:.1f}" for number in numbers),
                     *("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios)])
    return table(rows)
