"""The right-hand side of the Einstein equations and whole steps of RK4 with it, as in a production run: 1+log slicing, Gamma
driver, advection, dissipation in the same kernel.

kernel  million points per second of BSSN_RHS alone, by its own clock, and the share of the limit it is closer to
step    million right-hand-side points per second, everything in a step included, output apart: from runs of two lengths
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import pathlib

from benchmarks.common import BUILD, ROOT, enough_runs, table, with_threads

TARGETS = ["chemora", "edlc"]
SUBSTEPS = 4
ARITHMETIC = {"add": 1, "subtract": 1, "multiply": 1, "divide": 1, "sqrt": 1, "fma": 2, "negate": 0}


def add_options(parser):
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, len(os.sched_getaffinity(0))}))
    parser.add_argument("--orders", type=int, nargs="+", default=[4, 8])
    parser.add_argument("--sizes", type=int, nargs="+", default=[60, 64, 80, 100], help="points of the cube's sides without ghost zones")
    parser.add_argument("--runs", type=enough_runs, default=5, help="pairs of runs per figure, at least 5; the median counts")
    parser.add_argument("--steps", type=int, default=4, help="steps by which the two runs of a pair differ")


def parameter_file(order, size, steps):
    """A periodic cube of noise."""
    ghosts = order // 2 + 1
    text = (ROOT / "params/relativity/robust_stability.par").read_text()
    changes = {
        "driver::global_nx": size + 2 * ghosts, "driver::global_ny": size + 2 * ghosts, "driver::global_nz": size + 2 * ghosts,
        "driver::ghost_size": ghosts, "grid::dxyz": 1 / size, "BSSN::fd_order": order, "BSSN::slicing": '"1+log"',
        "BSSN::shift_condition": '"Gamma driver"', "BSSN::dissipation_strength": 0.1, "cactus::terminate": '"iteration"',
        "cactus::cctk_itlast": steps, "IO::out_dir": '"out"', "IOBasic::outInfo_every": -1, "IOScalar::outScalar_every": -1,
        "IOASCII::out1D_every": -1,
    }
    for name, value in changes.items():
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(name)}[ \t]*=.*$", "", text) + f"\n{name} = {value}"
    return text + "\n"


def seconds_of(order, size, steps, threads, folder):
    """Of one run, and its report of kernels."""
    (folder / "bssn.par").write_text(parameter_file(order, size, steps))
    start = time.perf_counter()
    done = subprocess.run([BUILD / "bin/chemora", "bssn.par"], cwd=folder, text=True, env=with_threads(threads),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"a run failed:\n{done.stdout}")
    return seconds, json.loads((folder / "out/kernel_report.json").read_text())


def measure(order, size, threads, arguments):
    points = SUBSTEPS * size**3 * arguments.steps
    kernel, step = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        seconds_of(order, size, 1, threads, folder)  # compiles, and measures the machine
        for _ in range(arguments.runs):
            short, _ = seconds_of(order, size, 1, threads, folder)
            long, report = seconds_of(order, size, 1 + arguments.steps, threads, folder)
            step.append(points / (long - short))
            right_side = next(one for one in report["kernels"] if one["kernel"] == "BSSN::BSSN_RHS")
            kernel.append(right_side["points_per_second"])
    rate = statistics.median(kernel)
    share = right_side["share_of_limit"] * rate / right_side["points_per_second"]
    return {"case": f"order={order} n={size} threads={threads}", "unit": "points/s", "ours": statistics.median(step),
            "min": min(step), "max": max(step), "runs": arguments.runs, "kernel": rate, "limit": rate / share if share else None,
            "bound_by": right_side["bound_by"], "flops_per_point": right_side["flops_per_point"], "plan": right_side["plan"],
            "peers": {}}


def operations(text):
    """Of BSSN_RHS by order, from the graphs that edlc prints."""
    counts = {}
    for graph in re.findall(r"^graph BSSN_RHS \{.*?^\}", text, re.MULTILINE | re.DOTALL):
        order = int(re.search(r"when fd_order = (\d+)", graph).group(1))
        counts[order] = sum(ARITHMETIC.get(name, 0) for name in re.findall(r"^  %\d+ = (\w+)", graph, re.MULTILINE))
    return counts


def graphs_after(stage):
    equations = ROOT / "thorns/Relativity/BSSN/equations/bssn.edl"
    return subprocess.run([BUILD / "bin/edlc", f"--dump-after={stage}", equations], check=True, capture_output=True, text=True).stdout


def run(arguments):
    if arguments.quick:
        arguments.orders, arguments.sizes, arguments.threads, arguments.steps = [4], [16], [1], 1
    before, after = operations(graphs_after("discretisation")), operations(graphs_after("passes"))
    results = []
    for threads in arguments.threads:
        for order in arguments.orders:
            for size in arguments.sizes:
                print(f"order {order}, {size}^3, {threads} threads", file=sys.stderr, flush=True)
                results.append(measure(order, size, threads, arguments))
                results[-1] |= {"operations_before": before[order], "operations_after": after[order]}
    rows = [["case", "step", "min", "max", "kernel", "of limit", "bound by", "operations", "passes", "known values"]]
    for one in results:
        share = f"{one['kernel'] / one['limit']:.0%}" if one["limit"] else "-"
        rows.append([one["case"], *(f"{one[key] / 1e6:.2f}" for key in ("ours", "min", "max", "kernel")), share, one["bound_by"],
                     *(str(one[key]) for key in ("operations_before", "operations_after", "flops_per_point"))])
    print("million points of the right-hand side per second, medians of whole steps and of the kernel alone; arithmetic operations\n"
          "of a point as written, after the passes, and with the values of a run put in (a fused multiply-add is two)")
    print(table(rows))
    return {"results": results}
