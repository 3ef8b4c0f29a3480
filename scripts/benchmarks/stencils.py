"""One step of the wave equation, second order in time: our kernel from equations beside its peers."""

import json
import os
import subprocess

from benchmarks.common import BUILD, ROOT, add_case_options, add_timing_options, cube_side, graphs_of, print_rates_over_one_thread, table_of_rates, with_threads
from benchmarks.progress import measured

TARGETS = ["bench_stencils", "edlc"]
DEVITO = ROOT / "testsuites/performance/devito_stencil.py"


def add_options(parser):
    add_timing_options(parser)
    add_case_options(parser)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[256, 512], help="points per axis")
    parser.add_argument("--calculations", nargs="+", default=["InPlace"], choices=["InPlace", "NewArray"],
                        help="the new field in the place of the old one, or in a third array")


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
    return json.loads(done.stdout)["median"]


def run(arguments):
    """Our kernel from equations; peers take turns with it in its process, Devito (where found) right after it."""
    graphs = graphs_of(ROOT / "testsuites/performance/stencils.edl")

    def measure(case):
        threads, calculation, order, size, real = case
        environment = with_threads(threads)
        of_both = [str(order), str(size), real, str(arguments.runs)]
        done = subprocess.run([BUILD / "bin/bench_stencils", calculation, *of_both], input=graphs, env=environment,
                              check=True, stdout=subprocess.PIPE, text=True)
        result = json.loads(done.stdout)
        if "CHEMORA_DEVITO_PYTHON" in os.environ:
            result["peers"]["devito"] = devito(of_both, environment)
        return result

    document = measured(cases(arguments), name, measure)
    print("million points per second, medians; limit: 3 numbers per point at the bandwidth of a triad that stores past the caches, "
          "in the same run")
    print(table_of_rates(document["results"]))
    print_rates_over_one_thread(document["results"])
    return document
