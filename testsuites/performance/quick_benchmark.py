"""quick_benchmark.py NAME [OPTION ...]: the quick form of a benchmark runs, and its document contains the expected results. The
test requires no speed, because the machine may be busy. But kernels reach at least half the speed of the hand-written
loops, which alternate with them in the same process. Other programs can slow down one of the two, so a wrong result is
measured again, up to three times in all: a kernel that really lost half its speed fails every time."""

import json
import os
import subprocess
import sys

from folders import new_folder
from simulation import BUILD, SOURCE, environment, skip

PARTS = {"kernels", "kernels of conditions", "copies of ghost zones", "messages", "CaKernel", "PUGH", "others"}
STAGES = {"read", "specialise", "plan", "lower", "identify"}


def measured(result, *names):
    return all(result[name] > 0 for name in names)


def is_fast(result):
    """Returns whether the kernel is at least half as fast as the hand-written loop. The usual ratio is about 1."""
    return measured(result, "ours", "limit") and measured(result["peers"], "plain") and result["ours"] > 0.5 * result["peers"]["handwritten"]


def costs_are_ranked(result):
    return (-1 <= result["rank_correlation"] <= 1 and -1 <= result["rank_correlation_printed"] <= 1
            and all(measured(tile, "cost", "cost_printed", "seconds") for tile in result["tiles"])
            and any(tile["cost"] != tile["cost_printed"] for tile in result["tiles"]))


# Each benchmark has a minimum number of results and a condition that each result must satisfy.
EXPECTED = {
    "wave": (4, lambda r: is_fast(r) and len(r["samples"]["ours"]) == r["runs"]),
    "stencils": (1, is_fast),
    # The run reproduces the hand-written program; Euler's kernel need not be faster in a small box.
    "fluids": (4, lambda r: measured(r, "ours", "limit", "seconds_of_step") and measured(r["peers"], "plain")
               and r["difference"] < (1e-12 if "real64" in r["case"] else 1e-6)),
    # The benchmark itself fails if a level differs from the plain loops.
    "elements": (2, lambda r: measured(r, "ours", "limit") and measured(r["peers"], "fortran", "handwritten") and len(r["levels"]) >= 6),
    # The benchmark itself fails if scores differ. Small problems need not be faster than by hand.
    "recursion": (8, lambda r: measured(r, "ours", "limit") and measured(r["peers"], "handwritten", "scalar")),
    # The benchmark itself fails if results differ. Small problems need not be faster than by hand.
    "patterns": (5, lambda r: measured(r, "ours", "limit") and r["mapping"]
                 and measured(r["peers"], "handwritten", "sort" if r["case"].startswith("groups") else "1D")),
    "analysis": (1, lambda r: measured(r, "ours") and measured(r["share"], "median")),
    # The benchmark itself fails if plans differ in a bit. Searches of a second in small boxes gain nothing.
    "tune": (3, lambda r: measured(r, "ours", "measured_plans") and measured(r["peers"], "model") and r["plans"]
             and all(text.startswith("plan ") for text in r["plans"].values())),
    "tiles": (2, lambda r: measured(r, "ratio", "itself_ratio") and len(r["tiles"]) > 20 and costs_are_ranked(r)
              and [int(side) for side in r["best"].split()] in [tile["tile"] for tile in r["tiles"]]),
    # The limit of a step is a difference of times, which may not be measurable.
    "exchange": (4, lambda r: measured(r, "ours") and ("exchange" in r or measured(r, "limit"))),
    # With few samples, a part of the program may have no sample, but most samples must belong to one of the listed parts.
    "overhead": (2, lambda r: measured(r, "seconds_of_step") and PARTS <= set(r["parts"]) and r["parts"]["others"] < 1
                 and 0 <= r["ours"] <= 1),
    "page": (1, lambda r: r["answers"] > 0 and measured(r["polled"], "median")),
    "startup": (5, lambda r: measured(r, "median", "budget") if "budget" in r else
                STAGES <= set(r["stages"]) and all(measured(r["stages"][stage], "median") for stage in STAGES)),
    "devices": (10, lambda r: measured(r, "ours", "limit") and measured(r["peers"], "host") and r["differing_from_host"] == ""),
    # The rate of a step is computed from a difference of times, which may not be measurable.
    "bssn": (2, lambda r: measured(r, "kernel", "operations_after")),  # one case for each kind of mixed derivatives
    "registers": (1, lambda r: r["kernels"] and all(measured(found, "registers", "occupancy") and found["spill_store_bytes"] == 0
                                                    for kernel in r["kernels"] for found in kernel["found"])),
    "gpu": (1, lambda r: measured(r, "ours", "limit", "blocks_tried") and costs_are_ranked(r)),
}


def results_of(name):
    document = new_folder() / "document.json"
    command = [sys.executable, "-m", "benchmarks", *sys.argv[1:], "--quick", "--json", document]
    done = subprocess.run(command, env=environment(PYTHONPATH=f"{SOURCE / 'scripts'}:{os.environ['PYTHONPATH']}", CHEMORA_BUILD=BUILD),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for reason in ("no device was found", "NVRTC cannot be used"):
        if reason in done.stdout:
            skip(reason)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode}\n{done.stdout}")
    document = json.loads(document.read_text())
    if missing := {"benchmark", "command", "date", "commit", "machine", "results"} - set(document):
        sys.exit(f"the document lacks {sorted(missing)}")
    return document["results"], done.stdout


def main():
    name = sys.argv[1]
    min_results, holds = EXPECTED[name]
    for _ in range(3):
        results, output = results_of(name)
        wrong = [result for result in results if not holds(result)]
        if not wrong and len(results) >= min_results:
            print(f"{name}: {len(results)} results")
            return
        print(f"{len(results)} results, at least {min_results} are expected; wrong results: {json.dumps(wrong)[:3000]}\n{output}")
    sys.exit(1)


if __name__ == "__main__":
    main()
