"""Measures the right-hand side of the wave system, and whole steps of RK4 with fused updates as in runs. The kernels
are compared with a plain loop and with the fastest of several blocked, vectorised loops. Kernels and loops are measured
alternately in one process."""

import json
import subprocess

from benchmarks.common import (BUILD, ROOT, add_case_options, add_runs_option, add_threads_option, cube_side, graphs_of, measured,
                               print_rates_over_one_thread, table_of_rates, with_threads)

TARGETS = ["bench_wave", "bench_wave_step", "edlc"]


def add_options(parser):
    add_threads_option(parser)
    add_runs_option(parser, default=7)
    add_case_options(parser)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[64, 128, 192, 256], help="points per axis")
    parser.add_argument("--kinds", nargs="+", default=["rhs", "step"], choices=["rhs", "step"], help="right-hand sides alone (rhs), or whole steps of RK4 (step)")


PROGRAMS = {"rhs": "bench_wave", "step": "bench_wave_step"}


def cases(arguments):
    """Returns cases (threads, kind, order, size, type). The kernels of a step use 20 arrays, which take 3 GB for 256^3
    points in real64. The hand-written loops use as much memory for their own arrays."""
    sizes, orders = ([48], [4]) if arguments.quick else (arguments.sizes, arguments.orders)
    return [(threads, kind, order, size, real) for threads in arguments.threads for kind in arguments.kinds for real in arguments.types
            for size in sizes for order in orders]


def name(case):
    threads, kind, order, size, real = case
    return f"{kind}, order {order}, {size}^3, {real}, {threads} threads"


def run(arguments):
    """Runs one process per case; edlc compiles the graphs from the equations of thorn Wave."""
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")

    def measure(case):
        threads, kind, order, size, real = case
        command = [BUILD / "bin" / PROGRAMS[kind], str(order), str(size), real, str(arguments.runs)]
        done = subprocess.run(command, input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)

    document = measured(cases(arguments), name, measure)
    print("million points per second, medians; limit: the compulsory numbers per point (each kernel reads or writes each array once; "
          "87 in a step) at the speed of a triad with non-temporal stores, measured in the same run")
    print(table_of_rates(document["results"]))
    print_rates_over_one_thread(document["results"])
    return document
