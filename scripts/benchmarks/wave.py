"""The right-hand side of the wave equation beside a plain loop."""

import json
import subprocess
import sys

from benchmarks.common import BUILD, ROOT, add_timing_options, graphs_of, table_of_rates, with_threads

TARGETS = ["bench_wave", "edlc"]


def add_options(parser):
    add_timing_options(parser)


def cases(quick):
    orders, sizes = ((4,), (64,)) if quick else ((2, 4, 6, 8), (64, 128, 192))
    return [(order, size) for order in orders for size in sizes]


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
    print("million points per second, medians; limit: measured memory bandwidth / compulsory bytes per point")
    print(table_of_rates(results))
    return {"results": results}
