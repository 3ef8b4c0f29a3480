"""Measures what a search for plans gains. Each case is a step of the wave equation, or the main kernels of a run on the data of
that run. The search has a budget of time per case and a database of its own. Afterwards these plans alternate, in rounds:

model        the plan that the cost model chooses
recomputed   the same plan without buffers of intermediate values (`tile none`), so that every value is computed again
found        the fastest plan of the search
by hand      the best hand-written loop (stencils)

For the Euler equations, whole steps are measured, too: with the plans of the model, with those of the search, and of the
hand-written program of scripts/bench fluids. All plans of a kernel give the same bits; otherwise the benchmark fails."""

import json
import math
import os
import pathlib
import re
import sqlite3
import statistics
import subprocess
import tempfile
from types import SimpleNamespace

import tuning
from benchmarks import fluids
from benchmarks.bssn_run import bssn_parameters
from benchmarks.common import BUILD, ROOT, add_orders_option, add_runs_option, add_threads_option, cube_side, graphs_of, measured, table, with_threads
from parameter_file import with_parameters

TARGETS = ["bench_plans", "bench_stencils", "bench_fluids", "chemora", "edlc", "tuning_search"]
CASES = ["stencils", "wave", "bssn", "euler2d", "euler3d", "cavity"]
KERNELS = {"wave": r"Wave::Wave_RHS_update\d\.", "bssn": r"BSSN::BSSN_RHS\.", "euler2d": r"Euler::Euler_RHS\w*\.interior", "euler3d": r"Euler::Euler_RHS\w*\.interior",
           "cavity": r"IncompressibleFlow::IncompressibleFlow_(Update|Divergence|Correction)\.interior"}
RECOMPUTED = "tile none"
QUICK_SIZE = 32
MIN_STEPS = 8  # of a run whose steps are measured


def add_options(parser):
    add_threads_option(parser)
    add_runs_option(parser, default=5)
    add_orders_option(parser, default=[2, 4, 6, 8])
    parser.add_argument("--cases", nargs="+", choices=CASES, default=CASES)
    parser.add_argument("--budget", type=tuning.seconds, default=60, help="time of the search of each case, such as 60s (default) or 5min")
    parser.add_argument("--size", type=cube_side, default=256, help="points per axis of the stencils")
    parser.add_argument("--run-size", type=cube_side, default=128, help="points per axis of the runs in three dimensions; BSSN and the cavity have half of it")


def euler(name, arguments, threads):
    """The case of scripts/bench fluids."""
    n_axes = 2 if name == "euler2d" else 3
    return threads, n_axes, QUICK_SIZE if arguments.quick else 512 if n_axes == 2 else arguments.run_size, "real64"


def parameters(name, arguments, threads):
    """Returns the parameter file whose kernels are tuned."""
    size = QUICK_SIZE if arguments.quick else arguments.run_size
    if name == "wave":
        return with_parameters((ROOT / "params/wave/gaussian.par").read_text(), {f"driver::global_n{axis}": size for axis in "xyz"})
    if name == "bssn":
        return bssn_parameters(4, size // 2, 2, {})
    if name == "cavity":
        cells = {f"CoordBase::ncells_{axis}": size // 2 for axis in "xyz"} | {f"driver::global_n{axis}": size // 2 + 2 for axis in "xyz"}
        # Viscosity limits the time step to a multiple of the squared cell width.
        return with_parameters((ROOT / "params/fluids/cavity3d.par").read_text(), cells | {"time::dtfac": 32 / size})
    return fluids.parameters(euler(name, arguments, threads), 2, {}).replace("TestSteps ", "")  # which needs more steps


def search(capture, budget, database, threads):
    """Searches for plans, and returns the text of the fastest plan and the number of measured plans."""
    kernel = tuning.Kernel(capture)
    options = SimpleNamespace(database=database, workers=1, components=False, seed=1)
    if not tuning.search(kernel, budget, options):
        raise SystemExit(f"the search for plans of {kernel.name} failed")
    with sqlite3.connect(database) as connection:
        plans = connection.execute("SELECT plan FROM individual JOIN subject ON subject.id = individual.subject WHERE kernel = ? AND failure = '' "
                                   "ORDER BY mean DESC", (kernel.name,)).fetchall()
    return plans[0][0], len(plans)


def ratios_of(samples):
    """Returns the ratio of the rate of the plan that was found to the other rates: the median over all rounds."""
    return {peer: statistics.median(a / b for a, b in zip(samples["found"], samples[peer])) for peer in samples if peer != "found"}


def result(case, unit, samples, arguments, plans, n_plans):
    found = samples["found"]
    ratios = ratios_of(samples)
    return {"case": case, "unit": unit, "ours": statistics.median(found), "min": min(found), "max": max(found), "runs": arguments.runs,
            "budget": arguments.budget, "measured_plans": n_plans, "peers": {peer: statistics.median(samples[peer]) for peer in ratios}, "ratios": ratios,
            "samples": samples, "plans": plans}


def measure_stencil(order, threads, arguments, folder):
    size = 2 * QUICK_SIZE if arguments.quick else arguments.size
    program = [BUILD / "bin/bench_stencils", "InPlace", str(order), str(size), "real64", str(arguments.runs)]
    graphs = graphs_of(ROOT / "testsuites/performance/stencils.edl")

    def bench(*words):
        return subprocess.run([*program, *words], input=graphs, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True).stdout

    bench("--capture", folder / "capture")
    plan, n_plans = search(folder / "capture", arguments.budget, folder / "tuning.db", threads)
    samples = json.loads(bench(plan))["samples"]
    samples = {"found": samples["ours"], "model": samples["model"], "handwritten": samples["handwritten"]}
    return [result(f"stencil order={order} n={size} real64 threads={threads}", "points/s", samples, arguments, {"stencil": plan}, n_plans)]


def points_of(capture):
    data = json.loads((capture / "capture.json").read_text())
    return sum(math.prod(high - low for low, high in zip(*box)) for box in data["boxes"])


def compare(captures, plans, threads, runs):
    """Returns the rates of all rounds, in points per second of one launch of each kernel, with the plans of the model, without
    buffers, and of the search."""
    seconds = [[0] * runs for _ in range(3)]
    for capture, plan in zip(captures, plans):
        command = [BUILD / "bin/bench_plans", capture, str(runs), RECOMPUTED, plan]
        rates = json.loads(subprocess.run(command, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True).stdout)
        for kind, rounds in zip(seconds, rates):
            for n, rate in enumerate(rounds):
                kind[n] += points_of(capture) / rate
    points = sum(map(points_of, captures))
    return {name: [points / each for each in kind] for name, kind in zip(("model", "recomputed", "found"), seconds)}


def measure_steps(case, database, folder, arguments):
    """Returns the rates of whole steps of the Euler equations in all rounds."""
    threads, n_axes, cells, _ = case
    n_cells = cells**n_axes
    samples = {"found": [], "model": [], "handwritten": []}
    use = {"CaKernel::tuning": '"use"', "CaKernel::tuning_database": f'"{database}"'}
    seconds = [fluids.our_run(case, MIN_STEPS, folder, changes) for changes in ({}, use)]  # compiles the kernels
    steps = MIN_STEPS if arguments.quick else max(MIN_STEPS, round(fluids.MIN_SECONDS / min(seconds)))
    for _ in range(arguments.runs):
        samples["found"].append(n_cells / fluids.our_run(case, steps, folder, use))
        samples["model"].append(n_cells / fluids.our_run(case, steps, folder))
        samples["handwritten"] += fluids.handwritten(case, 1)["samples"]
    return samples


def measure_run(name, threads, arguments, folder):
    (folder / "run.par").write_text(parameters(name, arguments, threads))
    database = folder / "tuning.db"
    run = SimpleNamespace(file=folder / "run.par", np=1, threads=threads, out=folder, thorn_library=None, database=database, budget=arguments.budget)
    kernels, _ = tuning.capture(run, folder)
    kernels = [kernel for kernel in kernels if re.match(KERNELS[name], kernel.name)]
    total = sum(kernel.work for kernel in kernels)
    found = [search(kernel.folder, arguments.budget * kernel.work / total, database, threads) for kernel in kernels]
    plans = {kernel.name: plan for kernel, (plan, _) in zip(kernels, found)}
    n_plans = sum(n for _, n in found)
    samples = compare([kernel.folder for kernel in kernels], list(plans.values()), threads, arguments.runs)
    results = [result(f"{name} kernels={len(kernels)} threads={threads}", "points/s", samples, arguments, plans, n_plans)]
    if name.startswith("euler"):
        samples = measure_steps(euler(name, arguments, threads), database, folder, arguments)
        results.append(result(f"{name} whole steps threads={threads}", "cells/s", samples, arguments, plans, n_plans))
    return results


def measure(case, arguments):
    threads, name, order = case
    with tempfile.TemporaryDirectory(prefix="tune-") as text:
        folder = pathlib.Path(text).absolute()
        return measure_stencil(order, threads, arguments, folder) if name == "stencils" else measure_run(name, threads, arguments, folder)


def print_table(results):
    peers = ["model", "recomputed", "handwritten"]
    rows = [["case", "plans", "found [M/s]", *(f"found/{peer}" for peer in peers)]]
    for each in results:
        rows.append([each["case"], str(each["measured_plans"]), f"{each['ours'] / 1e6:.2f}",
                     *(f"{each['ratios'][peer]:.2f}" if peer in each["ratios"] else "-" for peer in peers)])
    print(table(rows))
    print(f"found/model, median of all cases: {statistics.median(each['ratios']['model'] for each in results):.2f}")


def run(arguments):
    if arguments.quick:
        arguments.budget, arguments.orders, arguments.cases = 1, [4], [name for name in arguments.cases if name in ("stencils", "euler2d")]
    os.environ["CHEMORA_BUILD"] = str(BUILD)
    cases = [(threads, name, order) for threads in arguments.threads for name in arguments.cases for order in (arguments.orders if name == "stencils" else [0])]
    document = measured(cases, lambda case: f"{case[1]}{f', order {case[2]}' if case[2] else ''}, {case[0]} threads", lambda case: measure(case, arguments))
    document["results"] = [each for results in document["results"] for each in results]
    if document["results"]:
        print_table(document["results"])
    return document
