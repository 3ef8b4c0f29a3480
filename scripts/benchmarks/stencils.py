"""Measures a step of the wave equation in second-order form: the compiled kernel, hand-written loops and the program
Devito.

The kernel and the loops are measured alternately in one process. Devito runs afterwards in a process of its own, so a
change of the machine's speed between both processes affects the ratio to Devito."""

import json
import os
import subprocess

from benchmarks.common import (BUILD, ROOT, add_case_options, add_runs_option, add_threads_option, cube_side, graphs_of, measured,
                               print_rates_over_one_thread, table_of_rates, with_threads)

TARGETS = ["bench_stencils", "edlc"]
DEVITO = ROOT / "testsuites/performance/devito_stencil.py"


def add_options(parser):
    add_threads_option(parser)
    add_runs_option(parser, default=7)
    add_case_options(parser)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[256, 512], help="points per axis")
    parser.add_argument("--calculations", nargs="+", default=["InPlace"], choices=["InPlace", "NewArray"],
                        help="the new field overwrites the field of the past step (InPlace), or is stored in a third array (NewArray)")


def cases(arguments):
    """Returns cases (threads, calculation, order, size, type). A case with 512^3 points in real64 takes 7 GB of
    memory."""
    if arguments.quick:
        return [(threads, "InPlace", 4, 128, "real64") for threads in arguments.threads]
    return [(threads, calculation, order, size, real) for threads in arguments.threads for size in arguments.sizes
            for calculation in arguments.calculations for real in arguments.types for order in arguments.orders]


def name(case):
    threads, calculation, order, size, real = case
    return f"{calculation}, order {order}, {size}^3, {real}, {threads} threads"


def devito(case, environment):
    done = subprocess.run([os.environ["CHEMORA_DEVITO_PYTHON"], DEVITO, *case], env=environment, check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def run(arguments):
    graphs = graphs_of(ROOT / "testsuites/performance/stencils.edl")

    def measure(case):
        threads, calculation, order, size, real = case
        environment = with_threads(threads)
        case_words = [str(order), str(size), real, str(arguments.runs)]
        done = subprocess.run([BUILD / "bin/bench_stencils", calculation, *case_words], input=graphs, env=environment,
                              check=True, stdout=subprocess.PIPE, text=True)
        result = json.loads(done.stdout)
        if "CHEMORA_DEVITO_PYTHON" in os.environ:
            found = devito(case_words, environment)
            result["peers"]["devito"] = found["median"]
            result["samples"]["devito"] = found["samples"]
        return result

    document = measured(cases(arguments), name, measure)
    print("million points per second, medians; limit: 3 numbers per point at the speed of a triad with non-temporal stores, measured "
          "in the same run")
    print(table_of_rates(document["results"]))
    print_rates_over_one_thread(document["results"])
    return document
