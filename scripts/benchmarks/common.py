"""What benchmarks share: where things lie, the machine, thread counts, tables."""

import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import time

from option_types import whole_number

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("CHEMORA_BUILD", ROOT / "build"))


def machine():
    """Name of the processor and number of usable cores."""
    model = platform.processor() or platform.machine()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    return f"{model}, {len(os.sched_getaffinity(0))} cores"


def graphs_of(equations):
    """Text of all graphs in a file of equations."""
    return subprocess.run([BUILD / "bin/edlc", "--emit=graph", equations], check=True, capture_output=True, text=True).stdout


count = whole_number()
cube_side = whole_number(8, 4095)  # points; a shorter one has hardly any beside ghost zones
enough_runs = whole_number(5)  # for a median


def add_threads_option(parser):
    parser.add_argument("--threads", type=count, nargs="+", default=sorted({1, len(os.sched_getaffinity(0))}))


def add_timing_options(parser):
    add_threads_option(parser)
    parser.add_argument("--runs", type=enough_runs, default=7, help="measurements per figure, at least 5; the median counts")


def add_orders_option(parser, default):
    parser.add_argument("--orders", type=int, nargs="+", default=default, choices=[2, 4, 6, 8], help="of the scheme, in space")


def add_case_options(parser):
    add_orders_option(parser, default=[2, 4, 6, 8])
    parser.add_argument("--types", nargs="+", default=["real64", "real32"], choices=["real64", "real32"])


OPENMP = {"OMP_PROC_BIND": "true", "OMP_WAIT_POLICY": "active"}  # alone on the machine, unlike runs of many ranks


def share_the_machine():
    """Threads that spin on a core of their own wait for seconds where others are at work, too."""
    OPENMP.update(OMP_PROC_BIND="false", OMP_WAIT_POLICY="passive")


def with_threads(n):
    """The environment of a program that computes with n threads."""
    return {**os.environ, **OPENMP, "OMP_NUM_THREADS": str(n)}


def timed(command, folder, n_processes, n_threads):
    """Seconds of a run, and what it printed. One process needs no launcher; several get a core each, if there are as many."""
    environment = with_threads(n_threads)
    if n_processes > 1:
        # OpenMP itself would bind the first threads of all processes to the same core.
        bind = environment.pop("OMP_PROC_BIND") == "true" and n_threads == 1 and n_processes <= len(os.sched_getaffinity(0))
        command = ["mpirun", "-n", str(n_processes), "--bind-to", "core" if bind else "none", *command]
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, text=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"a run failed: {' '.join(map(str, command))}\n{done.stdout}")
    return seconds, done.stdout


NOT_MEASURABLE = "not measurable"


def rates_of_differences(units, short, long):
    """Rates of pairs of runs, by their seconds; the longer run of a pair does `units` more. None if runs of equal length
    differ by as much as the runs of a pair: then a difference is noise, and could be negative. None for a single pair, too:
    it shows no noise."""
    if min(len(short), len(long)) < 2:
        return None
    differences = [b - a for a, b in zip(short, long)]
    scatter = max(short) - min(short) + max(long) - min(long)
    return [units / one for one in differences] if statistics.median(differences) > scatter else None


def spread(values):
    """Median, minimum and maximum of the values; None for each if there are no values."""
    if values is None:
        return {"median": None, "min": None, "max": None}
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def number_text(value, scale=1):
    return NOT_MEASURABLE if value is None else f"{value / scale:.2f}"


def table(rows):
    """Rows of text, the first one their heads: the first column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) if i else cell.ljust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) for row in rows)


def rates_over_one_thread(results):
    """By case without its number of threads: {threads: our rate over that with one thread}, where both were measured."""
    rates = {}
    for result in results:
        threads = re.search(r" threads=(\d+)", result["case"])
        rates.setdefault(result["case"].replace(threads[0], ""), {})[int(threads[1])] = result["ours"]
    return {case: {n: rate / of_threads[1] for n, rate in of_threads.items() if n > 1}
            for case, of_threads in rates.items() if len(of_threads) > 1 and 1 in of_threads}


def print_rates_over_one_thread(results):
    ratios = rates_over_one_thread(results)
    if ratios:
        print("our rate with several threads over that with one")
        print(table([["case", "threads", "ratio"], *([case, str(n), f"{ratio:.2f}"] for case, of_case in ratios.items()
                                                     for n, ratio in of_case.items())]))


def table_of_rates(results):
    """Points per second beside peers and limit."""
    peers = sorted({name for result in results for name in result["peers"]})
    rows = [["case", "ours", "min", "max", *peers, "limit", *(f"ours/{name}" for name in peers), "ours/limit"]]
    for result in results:
        ours = result["ours"]
        numbers = [ours, result["min"], result["max"], *(result["peers"][name] for name in peers), result["limit"]]
        paired = result.get("ratios", {})  # of each round, then their median
        ratios = [paired.get(name, ours / result["peers"][name]) for name in peers] + [ours / result["limit"]]
        rows.append([result["case"], *(f"{number / 1e6:.1f}" for number in numbers), *(f"{ratio:.2f}" for ratio in ratios)])
    return table(rows)
