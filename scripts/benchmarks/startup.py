"""Measures the time from the start of a run to its first step, and the seconds of each stage for graphs of growing
size.

runs     one step of the wave equation with 33^3 points, from the start of mpirun to its end; the column `limit` is the
         time of the program with as many processes and without a kernel
own      from a changed equation to the end of the first step, for a thorn that the program loads (scripts/build --add): cold
         without a build folder of the thorn and without compiled kernels, warm with both except for the changed kernel
budgets  upper limits for BSSN as in `scripts/bench bssn`: the time from equations to graphs, and from graphs to all
         loaded kernels of a run, with an empty and with a full cache
stages   median seconds, and the exponent e in seconds ~ operations^e. The stages of Chemora itself may have exponents
         up to 1.25, because times proportional to n log(n) have exponents slightly above 1
"""

import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.bssn_run import EQUATIONS, bssn_parameters, report_of
from benchmarks.common import BUILD, ROOT, add_orders_option, add_runs_option, count, table
from launcher import launch_command

sys.path.insert(0, str(ROOT / "testsuites" / "support"))

from parameter_text import wave  # noqa: E402

TARGETS = ["chemora", "bench_startup", "edlc"]

SIZES = (1000, 2000, 4000, 8000, 16000)
LARGEST_REPEATED = 1000  # operations; larger graphs are compiled once, because the compiler takes up to a minute
LARGEST_EXPONENT = 1.25
OUR_STAGES = ("read", "specialise", "plan", "lower", "identify")
STAGES_OF_COMPILER = ("compile", "store", "find", "load")
BUDGETS = {"EDL to graphs": 5, "graphs to kernels, cold": 20, "graphs to kernels, warm": 0.2}  # seconds
CHANGES = {
    "driver::global_nx": "33", "driver::global_ny": "33", "driver::global_nz": "33", "cactus::terminate": '"iteration"',
    "cactus::cctk_itlast": "1", "IOBasic::outInfo_every": "-1", "IOScalar::outScalar_every": "-1",
    "IOASCII::out1D_every": "-1", "IOHDF5::out_every": "-1", "CaKernel::machine_limits": '"none"', "IO::out_dir": '"out"',
}
OWN = "own-thorns"  # the folder of the equations and of the run
NO_KERNELS = """
ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Time IOUtil"
driver::global_nsize = 33
cactus::terminate = "iteration"
cactus::cctk_itlast = 1
"""


def add_options(parser):
    add_runs_option(parser, default=5)
    parser.add_argument("--ranks", type=count, nargs="+", default=[1, 2])
    add_orders_option(parser, default=[4, 8])
    parts = ["runs", "own", "budgets", "stages"]
    parser.add_argument("--only", choices=parts, nargs="+", default=parts)


def summary(seconds):
    return {"median": statistics.median(seconds), "min": min(seconds), "max": max(seconds), "samples": seconds}


def texts(result):
    return [f"{result[key]:.3g}" for key in ("median", "min", "max")]


def seconds_of(text, ranks, folder, *options):
    """Runs the parameter file `text`. Returns the seconds of the run, and its kernel report."""
    folder.mkdir(exist_ok=True)
    (folder / "startup.par").write_text(text)
    report = folder / "out/kernel_report.json"
    report.unlink(missing_ok=True)
    start = time.perf_counter()
    done = subprocess.run([*launch_command(BUILD, ranks), BUILD / "bin/chemora", *options, "startup.par"], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "OMP_NUM_THREADS": "1"})
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"a run failed:\n{done.stdout}")
    return seconds, json.loads(report.read_text()) if report.exists() else {}


def times_of_way(way, ranks, work):
    """Returns the seconds of a run that obtains its kernels in the given way (cold cache, warm cache, ...), and of its
    stages."""
    cache = work / f"cache-{way}"
    if way in ("cold", "compile only", "built in"):
        shutil.rmtree(cache, ignore_errors=True)
    changes = {"CaKernel::cache_dir": f'"{cache}"'}
    if way == "built in":
        changes["CaKernel::compiler"] = '"none"'
    options = ["--compile-only"] if way == "compile only" else []
    seconds, report = seconds_of(wave("gaussian", CHANGES, changes), ranks, work / "run", *options)
    return seconds, report.get("stages", {})


def measure_runs(ranks_of, n_runs, work):
    results = []
    for ranks in ranks_of:
        limit = statistics.median(seconds_of(NO_KERNELS, ranks, work / "none")[0] for _ in range(n_runs))
        for way in ("cold", "warm", "compile only", "built in"):
            if way == "warm":
                times_of_way(way, ranks, work)
            print(f"{way}, {ranks} processes", file=sys.stderr, flush=True)
            runs = [times_of_way(way, ranks, work) for _ in range(n_runs)]
            stages = {stage: statistics.median(stages[stage] for _, stages in runs) for stage in runs[0][1]}
            results.append({"case": f"{way}, ranks={ranks}", "unit": "s", **summary([seconds for seconds, _ in runs]),
                            "limit": limit, "stages": stages})
    stages = sorted({stage for result in results for stage in result["stages"]})
    rows = [["run", "seconds", "min", "max", "limit", *stages]]
    for result in results:
        rows.append([result["case"], *texts(result), f"{result['limit']:.3g}",
                     *(f"{result['stages'][stage]:.3g}" if stage in result["stages"] else "-" for stage in stages)])
    print("seconds from the start of mpirun to the end of a run of one step; limit: without kernels; stages of process 0")
    print(table(rows))
    return results


def times_of_own_thorn(folder, number, cache):
    """Writes the equations of waves with another number in a right-hand side, and runs one step. Returns the seconds of the build and
    of the run."""
    text = (ROOT / "thorns/Examples/Wave/equations/wave.edl").read_text().replace("begin thorn Wave", "begin thorn OwnWave")
    (folder / "own_wave.edl").write_text(re.sub(r"(?m)^( *D_t u *=) rho$", rf"\1 1.{number} rho", text))
    start = time.perf_counter()
    done = subprocess.run([ROOT / "scripts/build", "--add", folder / "own_wave.edl"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    build = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"the thorn cannot be built:\n{done.stdout}")
    parameters = wave("gaussian", CHANGES, {"CaKernel::cache_dir": f'"{cache}"'}).replace("Wave", "OwnWave")
    library = BUILD / "added/own_wave/thorn.so"
    return build, seconds_of(parameters, 1, folder / "run", "--thorn-library", library)[0]


def measure_own(n_runs, work):
    folder, cache, added = work / OWN, work / OWN / "cache", BUILD / "added/own_wave"
    folder.mkdir()
    results = []
    for way in ("cold", "warm"):
        times = []
        for _ in range(n_runs):
            print(f"own thorn, {way}", file=sys.stderr, flush=True)
            if way == "cold":
                shutil.rmtree(added, ignore_errors=True)
                shutil.rmtree(cache, ignore_errors=True)
            times.append(times_of_own_thorn(folder, time.time_ns(), cache))
        results.append({"case": f"own thorn, {way}", "unit": "s", **summary([sum(pair) for pair in times]),
                        "build": statistics.median(build for build, _ in times), "run": statistics.median(run for _, run in times)})
    shutil.rmtree(added)
    rows = [["thorn", "seconds", "min", "max", "build", "run"]]
    rows += [[result["case"], *texts(result), f"{result['build']:.3g}", f"{result['run']:.3g}"] for result in results]
    print("seconds from changed equations of a thorn to the end of a run of one step; medians of the build of the thorn and of the run")
    print(table(rows))
    return results


def exponent(points):
    """Returns the slope of log(seconds) over log(size) by least squares."""
    xs, ys = [math.log(size) for size, _ in points], [math.log(seconds) for _, seconds in points]
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def measure_stages(sizes, compiled_sizes, n_runs):
    def n_compilations(size):
        return 0 if size not in compiled_sizes else n_runs if size <= LARGEST_REPEATED else 1

    results = []
    for size in sorted({*sizes, *compiled_sizes}):
        print(f"{size} operations", file=sys.stderr, flush=True)
        command = [BUILD / "bin/bench_startup", str(size), str(n_runs), str(n_compilations(size))]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        results.append(json.loads(done.stdout))
    rows = [["stage", *(str(result["operations"]) for result in results), "exponent"]]
    exponents = {}
    for stage in (*OUR_STAGES, *STAGES_OF_COMPILER):
        medians = {result["operations"]: result["stages"][stage]["median"] for result in results if stage in result["stages"]}
        if stage in OUR_STAGES:
            medians = {size: seconds for size, seconds in medians.items() if size in sizes}
        if len(medians) > 1:
            exponents[stage] = exponent(medians.items())
        rows.append([stage, *(f"{medians[result['operations']]:.3g}" if result["operations"] in medians else "-" for result in results),
                     f"{exponents[stage]:.2f}" if stage in exponents else "-"])
    print(f"seconds by operations of a graph, medians; compile: processor time; the exponents of {', '.join(OUR_STAGES)} may be "
          f"up to {LARGEST_EXPONENT}")
    print(table(rows))
    return results, exponents


def too_steep(exponents):
    return [f"stage {stage} grows with exponent {exponents[stage]:.2f}" for stage in OUR_STAGES
            if exponents.get(stage, 0) > LARGEST_EXPONENT]


def seconds_to_graphs(folder):
    start = time.perf_counter()
    with open(folder / "graphs", "w") as file:
        subprocess.run([BUILD / "bin/edlc", "--emit=graph", EQUATIONS], check=True, stdout=file)
    return time.perf_counter() - start


def stages_to_kernels(order, size, cache, folder):
    """Returns the seconds of all stages between the text of graphs and loaded kernels. The thread is not bound to a
    core, because the compiler processes would inherit this binding."""
    changes = {"CaKernel::cache_dir": f'"{cache}"', "CaKernel::machine_limits": '"none"'}
    (folder / "budget.par").write_text(bssn_parameters(order, size, 1, changes))
    done = subprocess.run([BUILD / "bin/chemora", "budget.par"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    if done.returncode != 0:
        sys.exit(f"a run failed:\n{done.stdout}")
    return report_of(folder)["stages"]


def budget_result(case, budget, seconds):
    return {"case": case, "unit": "s", "budget": BUDGETS[budget], **summary(seconds)}


def measure_budgets(orders, size, n_runs, work):
    folder: pathlib.Path = work / "budgets"
    cache = folder / "cache"
    folder.mkdir()
    results = [budget_result("EDL to graphs, all orders", "EDL to graphs", [seconds_to_graphs(folder) for _ in range(n_runs)])]
    for order in orders:
        for way in ("cold", "warm"):
            runs = []
            for _ in range(n_runs):
                print(f"budgets, order {order}, {way}", file=sys.stderr, flush=True)
                if way == "cold":
                    shutil.rmtree(cache, ignore_errors=True)
                runs.append(stages_to_kernels(order, size, cache, folder))
            name = f"graphs to kernels, {way}"
            stages = {stage: statistics.median(seconds[stage] for seconds in runs) for stage in runs[0]}
            results.append(budget_result(f"{name}, order={order}", name, [sum(seconds.values()) for seconds in runs]) | {"stages": stages})
    print_budgets(results)
    return results


def print_budgets(results):
    stages = list(results[-1]["stages"])
    rows = [["BSSN", "budget", "seconds", "min", "max", *stages]]
    for result in results:
        rows.append([result["case"], f"{result['budget']:g}", *texts(result),
                     *(f"{result['stages'][stage]:.3g}" if "stages" in result else "-" for stage in stages)])
    print("seconds until the kernels of BSSN are loaded, medians, and those of the stages")
    print(table(rows))


def over_budget(results):
    return [f"{result['case']}: {result['median']:.3g} s of {result['budget']:g}" for result in results if result["median"] > result["budget"]]


def run(arguments):
    """Runs all measurements and checks them against their limits, except with --quick, whose graphs are too small to
    measure exponents."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="chemora-startup-"))
    document = {"results": [], "failed": []}
    ranks, sizes, compiled, orders, points = arguments.ranks, SIZES, SIZES, arguments.orders, 64
    if arguments.quick:
        ranks, sizes, compiled, orders, points = [1], (500, 1000), (100,), [4], 16
    try:
        if "runs" in arguments.only:
            document["results"] += measure_runs(ranks, arguments.runs, work)
        if "own" in arguments.only:
            document["results"] += measure_own(arguments.runs, work)
        if "budgets" in arguments.only:
            results = measure_budgets(orders, points, arguments.runs, work)
            document["results"] += results
            document["failed"] += [] if arguments.quick else over_budget(results)
        if "stages" in arguments.only:
            results, document["exponents"] = measure_stages(sizes, compiled, arguments.runs)
            document["results"] += results
            document["failed"] += [] if arguments.quick else too_steep(document["exponents"])
    finally:
        shutil.rmtree(work)
    return document
