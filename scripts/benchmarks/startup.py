"""From the start of a run to its first step, and what each stage takes for graphs of growing size.

runs     the wave equation, 33^3 points, one step, everything from mpirun to its end; limit: the same program and processes
         without a kernel
budgets  BSSN itself, as in `scripts/bench bssn`: its equations to graphs, and these to loaded kernels, all that a run
         launches, with nothing in the cache and with everything
stages   medians; the exponent e of seconds ~ operations^e, and what a stage of our own may have: growth in proportion, and
         a logarithm
compile  the right-hand side of the wave equation; peers: g++ on a loop of the same scheme written by hand
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

from benchmarks.bssn_budgets import measure_budgets, over_budget
from benchmarks.common import BUILD, ROOT, add_orders_option, count, enough_runs, table

sys.path.insert(0, str(ROOT / "testsuites" / "support"))

from parameter_text import wave  # noqa: E402

TARGETS = ["chemora", "bench_startup", "edlc"]

SIZES = (1000, 2000, 4000, 8000, 16000)
LARGEST_REPEATED = 1000  # larger ones are compiled once: the compiler takes up to a minute for them
LARGEST_EXPONENT = 1.25
OUR_STAGES = ("read", "specialise", "plan", "lower", "identify")
STAGES_OF_COMPILER = ("compile", "store", "find", "load")
CHANGES = {
    "driver::global_nx": "33", "driver::global_ny": "33", "driver::global_nz": "33", "cactus::terminate": '"iteration"',
    "cactus::cctk_itlast": "1", "IOBasic::outInfo_every": "-1", "IOScalar::outScalar_every": "-1",
    "IOASCII::out1D_every": "-1", "IOHDF5::out_every": "-1", "CaKernel::machine_limits": '"none"', "IO::out_dir": '"out"',
}
NO_KERNELS = """
ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Time IOUtil"
driver::global_nsize = 33
cactus::terminate = "iteration"
cactus::cctk_itlast = 1
"""


def add_options(parser):
    parser.add_argument("--runs", type=enough_runs, default=5, help="measurements per figure, at least 5; the median counts")
    parser.add_argument("--ranks", type=count, nargs="+", default=[1, 2])
    add_orders_option(parser, default=[4, 8])
    parts = ["runs", "budgets", "stages", "compile"]
    parser.add_argument("--only", choices=parts, nargs="+", default=parts)


def summary(seconds):
    return {"median": statistics.median(seconds), "min": min(seconds), "max": max(seconds), "runs": len(seconds)}


def words(result):
    return [f"{result[key]:.3g}" for key in ("median", "min", "max")]


def seconds_of(text, ranks, folder, *options):
    """Of one run, and its report."""
    folder.mkdir(exist_ok=True)
    (folder / "startup.par").write_text(text)
    report = folder / "out/kernel_report.json"
    report.unlink(missing_ok=True)
    start = time.perf_counter()
    done = subprocess.run(["mpirun", "-n", str(ranks), BUILD / "bin/chemora", *options, "startup.par"], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "OMP_NUM_THREADS": "1"})
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"a run failed:\n{done.stdout}")
    return seconds, json.loads(report.read_text()) if report.exists() else {}


def times_of_way(way, ranks, work):
    """Seconds of one run of this way to get kernels, and those of its stages."""
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
        rows.append([result["case"], *words(result), f"{result['limit']:.3g}",
                     *(f"{result['stages'][stage]:.3g}" if stage in result["stages"] else "-" for stage in stages)])
    print("from mpirun to the end of a run of one step; limit: without kernels; stages of process 0")
    print(table(rows))
    return results


def exponent(points):
    """Slope of log(seconds) over log(size) by least squares."""
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
    print(f"seconds by operations of a graph, medians; compile: of processors; ours may have exponents up to {LARGEST_EXPONENT}")
    print(table(rows))
    return results, exponents


def too_steep(exponents):
    return [f"stage {stage} grows with exponent {exponents[stage]:.2f}" for stage in OUR_STAGES
            if exponents.get(stage, 0) > LARGEST_EXPONENT]


def compile_seconds(compiler, flags, source, work, n_runs):
    seconds = []
    for _ in range(n_runs):
        start = time.perf_counter()
        subprocess.run([compiler, *flags, f"-I{ROOT}", "-c", source, "-o", work / "x.o"], check=True)
        seconds.append(time.perf_counter() - start)
    return summary(seconds)


def measure_compile(n_runs, work):
    """The compile stage of one kernel beside what a hand-written loop of the same scheme takes."""
    compiler = os.environ.get("CHEMORA_CXX") or shutil.which("c++")
    results = []
    source = work / "emitted.cpp"
    text = subprocess.run([BUILD / "bin/edlc", "--emit=cpp", ROOT / "thorns/Examples/Wave/equations/wave.edl"], check=True,
                          capture_output=True, text=True).stdout
    kernels = [kernel for kernel in re.split(r"(?m)^(?=// Kernel )", text) if kernel.startswith("// Kernel Wave_RHS,")]
    source.write_text(kernels[1])  # order 4
    by_hand = ROOT / "testsuites/performance/plain_wave.cpp"
    common = ["-fopenmp", "-ffp-contract=off", "-w", "-Wno-psabi"]
    cases = (("emitted, as kernels are compiled", ["-std=c++17", "-O3", "-march=native", *common], source),
             ("emitted, -O2", ["-std=c++17", "-O2", *common], source),
             ("by hand (4 orders, both types), -O2", ["-std=c++20", "-O2", *common], by_hand),
             ("by hand (4 orders, both types), -O3 -march=native", ["-std=c++20", "-O3", "-march=native", *common], by_hand))
    rows = [["g++ on the right-hand side", "seconds", "min", "max"]]
    for name, flags, path in cases:
        result = {"case": name, "unit": "s", **compile_seconds(compiler, flags, path, work, n_runs)}
        results.append(result)
        rows.append([name, *words(result)])
    print(table(rows))
    return results


def run(arguments):
    """Of its quick form nothing is judged: graphs are too small for exponents, and others may be at work."""
    work = pathlib.Path(tempfile.mkdtemp(prefix="chemora-startup-"))
    document = {"results": [], "failed": []}
    ranks, sizes, compiled, orders, points = arguments.ranks, SIZES, SIZES, arguments.orders, 64
    if arguments.quick:
        ranks, sizes, compiled, orders, points = [1], (500, 1000), (100,), [4], 16
    try:
        if "runs" in arguments.only:
            document["results"] += measure_runs(ranks, arguments.runs, work)
        if "budgets" in arguments.only:
            results = measure_budgets(orders, points, arguments.runs, work)
            document["results"] += results
            document["failed"] += [] if arguments.quick else over_budget(results)
        if "stages" in arguments.only:
            results, document["exponents"] = measure_stages(sizes, compiled, arguments.runs)
            document["results"] += results
            document["failed"] += [] if arguments.quick else too_steep(document["exponents"])
        if "compile" in arguments.only:
            document["results"] += measure_compile(arguments.runs, work)
    finally:
        shutil.rmtree(work)
    return document
