"""The wave system: its right-hand side beside a plain loop, and whole steps of RK4, right-hand sides joined with the sums
as in runs, beside loops by hand that do the same."""

import json
import subprocess
import sys

from benchmarks.common import BUILD, ROOT, add_timing_options, graphs_of, table_of_rates, with_threads

TARGETS = ["bench_wave", "bench_wave_step", "edlc"]


def add_options(parser):
    add_timing_options(parser)


def cases(quick):
    orders, sizes = ((4,), (64,)) if quick else ((2, 4, 6, 8), (64, 128, 192))
    return [(order, size) for order in orders for size in sizes]


def steps(quick):
    """20 arrays of 256^3 numbers take 3 GB in real64, and as much again for the loops by hand."""
    if quick:
        return [(4, 48, "real64")]
    return [(order, size, real) for real in ("real64", "real32") for size in (64, 128, 192, 256) for order in (2, 4, 6, 8)]


def run(arguments):
    """One process per thread count; the graph comes from the Wave thorn's equations through edlc."""
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")
    results = []
    for threads in arguments.threads:
        for order, size in cases(arguments.quick):
            command = [BUILD / "bin/bench_wave", str(order), str(size), str(arguments.runs)]
            print(f"order {order}, {size}^3, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run(command, input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
        for order, size, real in steps(arguments.quick):
            command = [BUILD / "bin/bench_wave_step", str(order), str(size), real, str(arguments.runs)]
            print(f"RK4 step, order {order}, {size}^3, {real}, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run(command, input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
    print("million points per second, medians; limit: measured memory bandwidth / compulsory bytes per point; of a step: numbers per "
          "point that its kernels read and write, each array once (87), at the speed of a triad that stores past the caches, in the same run")
    print(table_of_rates(results))
    return {"results": results}
