"""The wave system: its right-hand side, and whole steps of RK4, right-hand sides joined with the sums as in runs, each
beside the plain loop and the best of a family of blocked, vectorised ones."""

import json
import subprocess

from benchmarks.common import BUILD, ROOT, add_case_options, add_timing_options, cube_side, graphs_of, print_rates_over_one_thread, table_of_rates, with_threads
from benchmarks.progress import measured

TARGETS = ["bench_wave", "bench_wave_step", "edlc"]


def add_options(parser):
    add_timing_options(parser)
    add_case_options(parser)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[64, 128, 192, 256], help="points per axis")
    parser.add_argument("--kinds", nargs="+", default=["rhs", "step"], choices=["rhs", "step"], help="right-hand sides alone, whole steps of RK4")


PROGRAMS = {"rhs": "bench_wave", "step": "bench_wave_step"}


def cases(arguments):
    """(threads, kind, order, size, type). 20 arrays of 256^3 numbers, of a step, take 3 GB in real64, and as much again for the
    loops by hand."""
    sizes, orders = ([48], [4]) if arguments.quick else (arguments.sizes, arguments.orders)
    return [(threads, kind, order, size, real) for threads in arguments.threads for kind in arguments.kinds for real in arguments.types
            for size in sizes for order in orders]


def name(case):
    threads, kind, order, size, real = case
    return f"{kind}, order {order}, {size}^3, {real}, {threads} threads"


def run(arguments):
    """A process per case; the graph comes from the Wave thorn's equations through edlc."""
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")

    def measure(case):
        threads, kind, order, size, real = case
        command = [BUILD / "bin" / PROGRAMS[kind], str(order), str(size), real, str(arguments.runs)]
        done = subprocess.run(command, input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)

    document = measured(cases(arguments), name, measure)
    print("million points per second, medians; limit: compulsory numbers per point (of a step those that its kernels read and write, "
          "each array once: 87) at the speed of a triad that stores past the caches, in the same run")
    print(table_of_rates(document["results"]))
    print_rates_over_one_thread(document["results"])
    return document
