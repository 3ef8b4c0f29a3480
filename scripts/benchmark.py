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


def run_wave(arguments):
    """One process per thread count; the graph comes from the Wave thorn's equations through edlc."""
    equations = ROOT / "thorns/Examples/Wave/equations/wave.edl"
    graphs = subprocess.run([BUILD / "bin/edlc", "--emit=graph", equations], check=True, capture_output=True, text=True).stdout
    results = []
    for threads in arguments.threads:
        for order, size in wave_cases(arguments.quick):
            environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true"}
            command = [BUILD / "bin/bench_wave", str(order), str(size), str(arguments.runs)]
            print(f"order {order}, {size}^3, {threads} threads", file=sys.stderr, flush=True)
            done = subprocess.run(command, input=graphs, env=environment, check=True, stdout=subprocess.PIPE, text=True)
            results.append(json.loads(done.stdout))
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
    parser.add_argument("name", choices=["wave"])
    parser.add_argument("--json", type=pathlib.Path, help="write the results to this file")
    parser.add_argument("--quick", action="store_true", help="one small case, to see that it works")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, len(os.sched_getaffinity(0))}))
    parser.add_argument("--runs", type=int, default=7, help="measurements per figure, at least 5; the median counts")
    arguments = parser.parse_args()
    if arguments.runs < 5:
        parser.error("a median needs at least 5 runs")
    results = run_wave(arguments)
    print("million points per second, medians; limit: measured memory bandwidth / compulsory bytes per point")
    print(table(results))
    if arguments.json:
        document = {"benchmark": arguments.name, "machine": machine(), "results": results}
        arguments.json.write_text(json.dumps(document, indent=2) + "\n")
        print(f"written: {arguments.json}")


if __name__ == "__main__":
    main()
