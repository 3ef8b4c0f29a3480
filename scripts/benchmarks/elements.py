"""Measures the flux kernel of the Loo.py paper for spectral elements at every level of its transformation, beside the plain
Fortran loops compiled by gfortran, a hand-written kernel with vectors, and the limits of the machine. All of them alternate in
one process. Loo.py itself transforms and runs the same listing on PoCL in a process of its own afterwards, if
CHEMORA_LOOPY_PYTHON names a Python that has the packages loopy, pyopencl and fparser.

The words and operations per point of each level are counted in its loop kernel (polyhedral::count). The limits are the words that
must be moved at least, at the speed of a triad with non-temporal stores, and the operations of the level at the arithmetic rate of
the processor. A power counts as one operation, so that no kernel reaches the second limit.

The second part measures whole steps of thorn SpectralEuler (RK3, Roe fluxes) in runs, in degrees of freedom (nodes times five
variables) per second."""

import json
import os
import pathlib
import re
import subprocess
import tempfile

from benchmarks.common import (BUILD, ROOT, add_runs_option, add_threads_option, add_types_option, measured, spread, table, table_of_rates, timed,
                               with_threads)
from parameter_file import with_parameters

TARGETS = ["bench_elements", "chemora"]
NODES = 90000  # nodes of the mesh of the solver, approximately
STEPS = 20
KERNELS = ROOT / "docs/tutorials/step-3/fluxes.f90"
ELEMENTS = {4: 55300, 8: 6910, 12: 2050, 16: 864}  # the paper's number of elements for each number of points per direction


def add_options(parser):
    add_threads_option(parser)
    add_types_option(parser)
    add_runs_option(parser, default=5)
    parser.add_argument("--points", type=int, nargs="+", default=[4, 8, 12, 16], choices=[4, 8, 12, 16], help="points per direction")
    parser.add_argument("--plans", nargs="+", default=["paper", "host"], choices=["paper", "host"],
                        help="the listing of the paper, or the shorter one for processors")


def fortran_library(real, folder):
    """Compiles the plain loops for this machine, as their author would, and returns the path of the library."""
    library = f"{folder}/fluxes-{real}.so"
    precision = ["-fdefault-real-8"] if real == "real64" else []
    subprocess.run(["gfortran", "-O3", "-march=native", *precision, "-shared", "-fPIC", KERNELS, "-o", library], check=True)
    return library


def measure(case, arguments, folder):
    threads, points, real, plan = case
    elements = 64 if arguments.quick else ELEMENTS[points]
    command = [BUILD / "bin/bench_elements", KERNELS, plan, str(points), str(elements), real, str(arguments.runs), fortran_library(real, folder)]
    done = subprocess.run(command, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
    result = json.loads(done.stdout)
    result["peers"] = {name: result["peers"][name] for name in ("fortran", "handwritten")}  # "levels" contains the other rates
    if plan == "paper" and "CHEMORA_LOOPY_PYTHON" in os.environ:
        found = loopy(command[3:7], with_threads(threads))
        result["peers"]["loopy"] = found["median"]
        result["samples"]["loopy"] = found["samples"]
    return result


def loopy(words, environment):
    command = [os.environ["CHEMORA_LOOPY_PYTHON"], "-W", "ignore", ROOT / "testsuites/performance/loopy_fluxes.py", KERNELS, *words]
    done = subprocess.run(command, env=environment | {"POCL_MAX_PTHREAD_COUNT": environment["OMP_NUM_THREADS"]}, check=True,
                          stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def solver_steps(case, runs, folder):
    """Returns the degrees of freedom per second in whole steps of the solver, with the median of the steps of each run."""
    threads, points = case
    side = max(2, round((NODES / points**3) ** (1 / 3)))
    changes = {"SpectralEuler::degree": points - 1, "SpectralEuler::out_every": -1, "cactus::terminate": '"iteration"',
               "cactus::cctk_itlast": STEPS, "IO::out_dir": '"out"', "IOBasic::outInfo_every": -1, "IOScalar::outScalar_every": -1}
    changes |= {f"SpectralEuler::elements_{axis}": side for axis in "xyz"}
    path = pathlib.Path(folder) / "run.par"
    path.write_text(with_parameters((ROOT / "params/elements/vortex.par").read_text(), changes))
    rates = []
    for _ in range(runs):
        _, printed = timed([BUILD / "bin/chemora", "run.par"], folder, 1, threads)
        steps_per_second = float(re.search(r"([0-9.e+]+) steps/s \(median\)", " ".join(printed.split()))[1])
        rates.append(5 * (side * points) ** 3 * steps_per_second)
    return {"case": f"SpectralEuler degree={points - 1} elements={side}^3 threads={threads}", "unit": "degrees of freedom/s",
            "ours": spread(rates)["median"], "min": min(rates), "max": max(rates), "samples": {"ours": rates}}


def levels_of(results):
    """Returns the levels of all cases, each with the name of its case and its speed-up over the first level."""
    return [level | {"case": f"{result['case']} {level['name']}", "gain": level["rate"] / result["levels"][0]["rate"]}
            for result in results for level in result["levels"]]


def table_of_levels(levels):
    rows = [["level", "words", "operations", "Mpoints/s", "gain", "memory", "arithmetic"]]
    for level in levels:
        rows.append([level["case"], f"{level['words']:.6g}", f"{level['operations']:.6g}", f"{level['rate'] / 1e6:.2f}",
                     f"{level['gain']:.2f}", f"{level['of_memory']:.2f}", f"{level['of_arithmetic']:.2f}"])
    return table(rows)


def run(arguments):
    if arguments.quick:
        arguments.points, arguments.types = [4], ["real64"]
    cases = [(threads, points, real, plan) for threads in arguments.threads for points in arguments.points for real in arguments.types
             for plan in arguments.plans]
    with tempfile.TemporaryDirectory(prefix="elements-") as folder:
        document = measured(cases, lambda case: "{1} points per direction, {2}, plan {3}, {0} threads".format(*case),
                            lambda case: measure(case, arguments, folder))
        document["solver"] = measured([(threads, points) for threads in arguments.threads for points in arguments.points],
                                      lambda case: "whole steps, {1} points per direction, {0} threads".format(*case),
                                      lambda case: solver_steps(case, arguments.runs, folder))["results"]
    print("million points per second of the last level, medians; limit: 31 words per point at the speed of a triad")
    print(table_of_rates(document["results"]))
    document["levels"] = levels_of(document["results"])
    print("all levels: words and operations per point, rate, gain over the first level, shares of both limits")
    print(table_of_levels(document["levels"]))
    print("million degrees of freedom per second of whole steps of SpectralEuler")
    print(table([["case", "Mdof/s", "min", "max"], *([result["case"], *(f"{result[key] / 1e6:.2f}" for key in ("ours", "min", "max"))]
                                                     for result in document["solver"])]))
    return document
