"""The wave system: its right-hand side beside a plain loop, and whole steps of RK4, right-hand sides joined with the sums
as in runs, beside loops by hand that do the same."""

import json
import subprocess
import sys

from benchmarks.common import BUILD, ROOT, add_case_options, add_timing_options, cube_side, graphs_of, table_of_rates, with_threads

TARGETS = ["bench_wave", "bench_wave_step", "edlc"]


def add_options(parser):
    add_timing_options(parser)
    add_case_options(parser)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[64, 128, 192, 256], help="points per axis; right-hand sides: up to 192")
    parser.add_argument("--kinds", nargs="+", default=["rhs", "step"], choices=["rhs", "step"], help="right-hand sides alone, whole steps of RK4")


def cases(arguments):
    if "rhs" not in arguments.kinds:
        return []
    if arguments.quick:
        return [(4, 64)]
    return [(order, size) for order in arguments.orders for size in arguments.sizes if size <= 192]


def steps(arguments):
    """20 arrays of 256^3 numbers take 3 GB in real64, and as much again for the loops by hand."""
    if "step" not in arguments.kinds:
        return []
    if arguments.quick:
        return [(4, 48, "real64")]
    return [(order, size, real) for real in arguments.types for size in arguments.sizes for order in arguments.orders]


def run(arguments):
    """One process per thread count; the graph comes from the Wave thorn's equations through edlc."""
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")
    results = []
    for threads in arguments.threads:
        for order, size in cases(arguments):
            command = [BUILD / "bin/bench_wave", str(order), str(size), str(arguments.runs)]
            print(f"order {order}, {size}^3, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run(command, input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
        for order, size, real in steps(arguments):
            command = [BUILD / "bin/bench_wave_step", str(order), str(size), real, str(arguments.runs)]
            print(f"RK4 step, order {order}, {size}^3, {real}, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run(command, input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
    print("million points per second, medians; limit: measured memory bandwidth / compulsory bytes per point; of a step: numbers per "
          "point that its kernels read and write, each array once (87), at the speed of a triad that stores past the caches, in the same run")
    print(table_of_rates(results))
    return {"results": results}
