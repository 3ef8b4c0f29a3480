"""Runs a benchmark program and presents what it measured: a table, and JSON in the form all benchmarks share.

    {"benchmark", "machine", "results": [{"case": "order=4 n=256 real64 threads=1", "unit": "points/s",
     "ours", "min", "max", "runs", "limit", "peers": {"handwritten": ...}}]}
"""

import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("CHEMORA_BUILD", ROOT / "build"))
DEVITO = ROOT / "testsuites/performance/devito_stencil.py"

LIMITS = {"wave": "measured memory bandwidth / compulsory bytes per point",
          "stencils": "3 numbers per point at the bandwidth of a triad that stores past the caches, in the same run"}


def machine():
    """Name of the processor and number of usable cores."""
    model = platform.processor() or platform.machine()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = names[0] if names else model
    return f"{model}, {len(os.sched_getaffinity(0))} cores"


def wave_cases(quick):
    orders, sizes = ((4,), (64,)) if quick else ((2, 4, 6, 8), (64, 128, 192))
    return [(order, size) for order in orders for size in sizes]


def graphs_of(equations):
    return subprocess.run([BUILD / "bin/edlc", "--emit=graph", equations], check=True, capture_output=True, text=True).stdout


def run_wave(arguments):
    """One process per thread count; the graph comes from the Wave thorn's equations through edlc."""
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")
    results = []
    for threads in arguments.threads:
        for order, size in wave_cases(arguments.quick):
            environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true"}
            command = [BUILD / "bin/bench_wave", str(order), str(size), str(arguments.runs)]
            print(f"order {order}, {size}^3, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run(command, input=graphs, env=environment, check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
    return results


def stencil_cases(arguments):
    """In place, all orders and types; out of the last cache also with a new array. 512^3 takes 7 GB in real64."""
    if arguments.quick:
        return [("InPlace", 4, 128, "real64")]
    return [(calculation, order, size, real) for size in arguments.sizes for calculation in arguments.calculations
            for real in ("real64", "real32") for order in (2, 4, 6, 8)]


def run_stencils(arguments):
    """Our kernel from equations; peers take turns with it in its process, Devito (where found) right after it."""
    graphs = graphs_of(ROOT / "testsuites/performance/stencils.edl")
    results = []
    for threads in arguments.threads:
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true"}
        for calculation, order, size, real in stencil_cases(arguments):
            case = [str(order), str(size), real, str(arguments.runs)]
            print(f"{calculation}, order {order}, {size}^3, {real}, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run([BUILD / "bin/bench_stencils", calculation, *case], input=graphs, env=environment,
                                  check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
            if "CHEMORA_DEVITO_PYTHON" in os.environ:
                peer = subprocess.run([os.environ["CHEMORA_DEVITO_PYTHON"], DEVITO, *case], env=environment, check=True,
                                      stdout=subprocess.PIPE, text=True)
                results[-1]["peers"]["devito"] = json.loads(peer.stdout)["median"]
    return results


def table(results):
    peers = sorted({name for result in results for name in result["peers"]})
    header = ["case", "ours", "min", "max", *peers, "limit", *(f"ours/{name}" for name in peers), "ours/limit"]
    rows = [header]
    for result in results:
        ours = result["ours"]
        numbers = [ours, result["min"], result["max"], *(result["peers"][name] for name in peers), result["limit"]]
        ratios = [ours / result["peers"][name] for name in peers] + [ours / result["limit"]]
        rows.append([result["case"], *(f"{number / 1e6:.1f}" for number in numbers), *(f"{ratio:.2f}" for ratio in ratios)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    return "\n".join("  ".join(cell.rjust(width) if i else cell.ljust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) for row in rows)


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("name", choices=["wave", "stencils"])
    parser.add_argument("--json", type=pathlib.Path, help="write the results to this file")
    parser.add_argument("--quick", action="store_true", help="one small case, to see that it works")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, len(os.sched_getaffinity(0))}))
    parser.add_argument("--runs", type=int, default=7, help="measurements per figure, at least 5; the median counts")
    parser.add_argument("--sizes", type=int, nargs="+", default=[256, 512], help="stencils: points per axis")
    parser.add_argument("--calculations", nargs="+", default=["InPlace"], choices=["InPlace", "NewArray"],
                        help="stencils: the new field in the place of the old one, or in a third array")
    arguments = parser.parse_args()
    if arguments.runs < 5:
        parser.error("a median needs at least 5 runs")
    results = {"wave": run_wave, "stencils": run_stencils}[arguments.name](arguments)
    print(f"million points per second, medians; limit: {LIMITS[arguments.name]}")
    print(table(results))
    if arguments.json:
        document = {"benchmark": arguments.name, "machine": machine(), "results": results}
        arguments.json.write_text(json.dumps(document, indent=2) + "\n")
        print(f"written: {arguments.json}")


if __name__ == "__main__":
    main()
