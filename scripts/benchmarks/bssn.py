"""Measures the right-hand side of the Einstein equations and whole steps of RK4, as in a production run: 1+log slicing,
Gamma driver, advection and dissipation in one kernel.

kernel  million points per second of BSSN_RHS alone, from the report of kernels, and the share of the nearer limit. If
        BSSN_RHS was divided into several kernels, their times are added.
step    million points of the right-hand side per second in whole steps without output. The time of the steps is the
        difference between runs of two lengths; it is not measurable if runs of equal length differ by as much.

The benchmark first measures mixed derivatives that are products of first derivatives, as in McLachlan. It then measures
mixed derivatives that are differences along diagonals, which need fewer operations and can have larger errors
(docs/validation.md). The ratios of these measurements to McLachlan therefore compare different discretisations.
"""

import re
import statistics
import subprocess
import tempfile
import pathlib

from benchmarks import mclachlan
from benchmarks.bssn_run import EQUATIONS, as_one_kernel, bssn_parameters, bssn_run, cube, right_hand_side
from benchmarks.common import (BUILD, NOT_MEASURABLE, add_orders_option, add_threads_option, count, cube_side, measured, number_text,
                               rates_of_differences, run_count, spread, table)

TARGETS = ["chemora", "edlc"]
SUBSTEPS = 4
KINDS = ["product", "diagonal"]  # kinds of mixed derivatives
ARITHMETIC = {"add": 1, "subtract": 1, "multiply": 1, "divide": 1, "sqrt": 1, "fma": 2, "negate": 0}


def add_options(parser):
    add_threads_option(parser)
    parser.add_argument("--processes", type=count, nargs="+", default=[], help="additional cases: numbers of processes, which have one thread each")
    add_orders_option(parser, default=[4, 8])
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[60, 64, 80, 100], help="points per axis without ghost zones")
    parser.add_argument("--mixed", choices=KINDS, nargs="+", default=KINDS, help="kinds of mixed second derivatives")
    parser.add_argument("--runs", type=run_count, default=5, help="pairs of runs per figure, at least 5; the median counts")
    parser.add_argument("--steps", type=count, default=4, help="steps by which the two runs of a pair differ")
    mclachlan.add_options(parser)


def our_run(mixed, order, size, steps, processes, threads, folder):
    """Returns the seconds of a whole run, and the entry of its right-hand side in the report of kernels."""
    changes = {"BSSN::mixed_derivatives": f'"{mixed}"'}
    seconds, report, _ = bssn_run(bssn_parameters(order, size, steps, changes), processes, threads, folder)
    return seconds, as_one_kernel(right_hand_side(report))


def peers_run(order, size, steps, processes, arguments, folder):
    return mclachlan.run(arguments.mclachlan, order, cube(order, size, steps) | dict(arguments.mclachlan_set), processes, folder)


def measure(mixed, order, size, processes, threads, arguments):
    """Measures pairs of runs; runs of Chemora and of McLachlan alternate. The longer run of a pair also gives the rate
    of the right-hand side alone."""
    points = SUBSTEPS * size**3
    long = 1 + arguments.steps
    kernel, short_runs, long_runs, peers_kernel, peers_short, peers_long = [], [], [], [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        our_run(mixed, order, size, 1, processes, threads, folder)  # fills the caches of kernels and of machine limits
        for _ in range(arguments.runs):
            short_runs.append(our_run(mixed, order, size, 1, processes, threads, folder)[0])
            seconds, report = our_run(mixed, order, size, long, processes, threads, folder)
            long_runs.append(seconds)
            kernel.append(report["points_per_second"])
            if arguments.mclachlan:
                peers_short.append(peers_run(order, size, 1, processes * threads, arguments, folder)[0])
                seconds, of_kernel = peers_run(order, size, long, processes * threads, arguments, folder)
                peers_long.append(seconds)
                peers_kernel.append(points * long / of_kernel)
    rate = statistics.median(kernel)
    share = (report["share_of_limit"] or 0) * rate / report["points_per_second"]
    step = rates_of_differences(points * arguments.steps, short_runs, long_runs)
    of_step = spread(step)
    case = f"mixed={mixed} order={order} n={size} threads={threads}" + (f" processes={processes}" if processes > 1 else "")
    result = {"case": case, "unit": "points/s", "ours": of_step["median"], "min": of_step["min"], "max": of_step["max"],
              "runs": arguments.runs, "kernel": rate, "kernels": report["kernels"], "limit": rate / share if share else None, "bound_by": report["bound_by"],
              "flops_per_point": report["flops_per_point"], "plan": report["plan"], "peers": {},
              "samples": {"kernel": kernel, "short_runs_s": short_runs, "long_runs_s": long_runs}}
    if arguments.mclachlan:
        peers_step = rates_of_differences(points * arguments.steps, peers_short, peers_long)
        result |= comparison("mclachlan", step, kernel, peers_step, peers_kernel)
        result["samples"] |= {"mclachlan_kernel": peers_kernel, "mclachlan_short_runs_s": peers_short, "mclachlan_long_runs_s": peers_long}
    return result


def comparison(peer, step, kernel, peers_step, peers_kernel):
    """The median rates of the peer (McLachlan), and median, minimum and maximum of the ratios of all rounds."""
    def ratios(ours, theirs):
        return spread([a / b for a, b in zip(ours, theirs)] if ours and theirs else None)
    return {"peers": {peer: spread(peers_step)["median"]}, "peers_kernel": {peer: statistics.median(peers_kernel)},
            "ratios": {peer: ratios(step, peers_step)}, "kernel_ratios": {peer: ratios(kernel, peers_kernel)}}


def operations(text):
    """Counts the operations per point of BSSN_RHS in the text of graphs.

    Returns {(kind of mixed derivatives, order): operations}."""
    counts = {}
    for graph in re.findall(r"^graph BSSN_RHS \{.*?^\}", text, re.MULTILINE | re.DOTALL):
        order = int(re.search(r"when fd_order = (\d+)", graph).group(1))
        mixed = re.search(r"when mixed_derivatives = (\w+)", graph).group(1)
        counts[mixed, order] = sum(ARITHMETIC.get(name, 0) for name in re.findall(r"^  %\d+ = (\w+)", graph, re.MULTILINE))
    return counts


def graphs_after(stage):
    return subprocess.run([BUILD / "bin/edlc", f"--dump-after={stage}", EQUATIONS], check=True, capture_output=True, text=True).stdout


def table_of_peer(peer, results):
    rows = [["case", peer, "its kernel", f"ours/{peer}", "min", "max", "kernels", "min", "max"]]
    for result in results:
        rates = (result["peers"][peer], result["peers_kernel"][peer])
        rows.append([result["case"], *(number_text(rate, 1e6) for rate in rates),
                     *(number_text(ratio) for ratios in ("ratios", "kernel_ratios") for ratio in result[ratios][peer].values())])
    return table(rows)


def run(arguments):
    if arguments.quick:
        arguments.orders, arguments.sizes, arguments.threads, arguments.steps = [4], [16], [1], 1
    before, after = operations(graphs_after("discretisation")), operations(graphs_after("passes"))
    cases = [(mixed, order, size, processes, threads)
             for mixed in sorted(arguments.mixed, key=KINDS.index)
             for processes, threads in [(1, threads) for threads in arguments.threads] + [(processes, 1) for processes in arguments.processes]
             for order in arguments.orders for size in arguments.sizes]
    document = measured(cases, lambda case: "mixed derivatives {}, order {}, {}^3, {} processes, {} threads".format(*case),
                        lambda case: {**measure(*case, arguments), "operations_before": before[case[:2]], "operations_after": after[case[:2]]})
    results = document["results"]
    rows = [["case", "step", "min", "max", "kernel", "kernels", "of limit", "bound by", "operations", "passes", "known values"]]
    for result in results:
        share = f"{result['kernel'] / result['limit']:.0%}" if result["limit"] else "-"
        rows.append([result["case"], *(number_text(result[key], 1e6) for key in ("ours", "min", "max", "kernel")), str(result["kernels"]), share,
                     result["bound_by"],
                     *(str(result[key]) for key in ("operations_before", "operations_after", "flops_per_point"))])
    print("million points of the right-hand side per second, medians of whole steps and of the kernel alone; arithmetic operations\n"
          "per point as written, after the passes, and with the known values of the run (a fused multiply-add counts as two)")
    print(table(rows))
    if any(result["ours"] is None for result in results):
        print(f"{NOT_MEASURABLE}: runs of equal length differ by as much as the steps take; use more --steps or a quieter machine")
    if arguments.mclachlan and results:
        print("McLachlan with one process of one thread per core: whole steps, and its right-hand side alone; medians of the ratios\n"
              "of each round. It evolves the same variables with products as mixed derivatives. It sets the variables of ADMBase in\n"
              "each substep, BSSN once in a step")
        print(table_of_peer("mclachlan", results))
    return document
