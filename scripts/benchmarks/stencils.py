"""One step of the wave equation, second order in time: the compiled kernel and its peers.

Hand-written loops take turns with the kernel in one process. Devito runs after them in its own process, so a change of the
machine's speed between the two affects its ratio."""

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
                        help="the new field overwrites the old one, or goes to a third array")


def cases(arguments):
    """(threads, calculation, order, size, type). 512^3 takes 7 GB in real64."""
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
