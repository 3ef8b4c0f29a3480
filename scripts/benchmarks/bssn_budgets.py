"""What BSSN itself may take from its equations to the first launch of its kernels, and what it takes."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from benchmarks.bssn_run import EQUATIONS, bssn_parameters, report_of
from benchmarks.common import BUILD, table

BUDGETS = {"EDL to graphs": 5, "graphs to kernels, cold": 20, "graphs to kernels, warm": 0.2}  # seconds


def seconds_to_graphs(folder):
    start = time.perf_counter()
    with open(folder / "graphs", "w") as file:
        subprocess.run([BUILD / "bin/edlc", "--emit=graph", EQUATIONS], check=True, stdout=file)
    return time.perf_counter() - start


def stages_to_kernels(order, size, cache, folder):
    """Seconds of all stages between the text of graphs and kernels that can be launched. The thread is not bound: that
    would leave its compilers a single core."""
    changes = {"CaKernel::cache_dir": f'"{cache}"', "CaKernel::machine_limits": '"none"'}
    (folder / "budget.par").write_text(bssn_parameters(order, size, 1, changes))
    done = subprocess.run([BUILD / "bin/chemora", "budget.par"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    if done.returncode != 0:
        sys.exit(f"a run failed:\n{done.stdout}")
    return report_of(folder)["stages"]


def result(case, budget, seconds):
    return {"case": case, "unit": "s", "budget": BUDGETS[budget], "median": statistics.median(seconds), "min": min(seconds),
            "max": max(seconds), "runs": len(seconds)}


def measure_budgets(orders, size, n_runs, work):
    folder: pathlib.Path = work / "budgets"
    cache = folder / "cache"
    folder.mkdir()
    results = [result("EDL to graphs, all orders", "EDL to graphs", [seconds_to_graphs(folder) for _ in range(n_runs)])]
    for order in orders:
        for way in ("cold", "warm"):
            runs = []
            for _ in range(n_runs):
                print(f"budgets, order {order}, {way}", file=sys.stderr, flush=True)
                if way == "cold":
                    shutil.rmtree(cache, ignore_errors=True)
                runs.append(stages_to_kernels(order, size, cache, folder))
            name = f"graphs to kernels, {way}"
            stages = {stage: statistics.median(one[stage] for one in runs) for stage in runs[0]}
            results.append(result(f"{name}, order={order}", name, [sum(one.values()) for one in runs]) | {"stages": stages})
    print_budgets(results)
    return results


def print_budgets(results):
    stages = list(results[-1]["stages"])
    rows = [["BSSN", "budget", "seconds", "min", "max", *stages]]
    for one in results:
        rows.append([one["case"], f"{one['budget']:g}", *(f"{one[key]:.3g}" for key in ("median", "min", "max")),
                     *(f"{one['stages'][stage]:.3g}" if "stages" in one else "-" for stage in stages)])
    print("seconds of BSSN on the way to its kernels, medians, and of their stages")
    print(table(rows))


def over_budget(results):
    return [f"{one['case']}: {one['median']:.3g} s of {one['budget']:g}" for one in results if one["median"] > one["budget"]]
