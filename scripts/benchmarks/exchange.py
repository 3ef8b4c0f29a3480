"""Exchange of ghost zones: packing and messages beside MPI's own types for parts of arrays, and whole steps of the wave
equation with and without computing meanwhile.

Of a step without overlap, `exchange` is the time in PUGH's exchanges; `hidden` is the part of it by which a step with
overlap is shorter. Where processes share a machine's cores and messages are copies by these very cores, little can be
hidden but waiting for each other."""

import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from benchmarks.common import BUILD, NOT_MEASURABLE, count, cube_side, enough_runs, table, table_of_rates
from benchmarks.wave_run import wave_run

TARGETS = ["bench_exchange", "chemora"]
DEVICES = {"host": "DeviceHost", "own_memory": "DeviceHost", "opencl": "DeviceOpenCL", "cuda": "DeviceCUDA"}


def add_options(parser):
    parser.add_argument("--runs", type=enough_runs, default=5, help="measurements per figure, at least 5; the median counts")
    parser.add_argument("--ranks", type=count, nargs="+", default=[2, 4])
    parser.add_argument("--size", type=cube_side, default=96, help="points per axis on each process")
    parser.add_argument("--steps", type=count, default=20, help="steps of each run")
    parser.add_argument("--devices", nargs="+", choices=DEVICES, default=["host", "own_memory"])


def launch(n_ranks, *command, cwd=None):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run(["mpirun", "-n", str(n_ranks), *map(str, command)], env=environment, cwd=cwd, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}")
    return done.stdout


def exchanges(arguments, size):
    results = []
    for n_ranks in arguments.ranks:
        print(f"messages of {n_ranks} processes", file=sys.stderr, flush=True)
        output = launch(n_ranks, BUILD / "bin/bench_exchange", size, 2, 5, arguments.runs)
        results += [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return results


def run_steps(folder, n_ranks, device, overlap, arguments, size):
    """Median seconds of a step, and seconds in exchanges per step."""
    more = [f"PUGH::overlap = {overlap}", "PUGH::timer_output = yes"]
    if device == "own_memory":
        more.append("DeviceHost::own_memory = yes")
    steps = 8 if arguments.quick else arguments.steps
    text = wave_run(size, n_ranks, steps, DEVICES[device], more=more)
    path = folder / "steps.par"
    path.write_text(text)
    output = " ".join(launch(n_ranks, BUILD / "bin/chemora", path, cwd=folder).split())
    median = re.search(r"seconds each: median ([0-9.]+)", output)
    exchange = re.search(r"Exchange of ghost zones on this process: ([0-9.]+) s", output)
    return float(median.group(1)), float(exchange.group(1)) / steps


def steps_of(arguments, size, folder):
    """With and without overlap in turn; one run before, which compiles."""
    results = []
    for n_ranks in arguments.ranks:
        for device in arguments.devices:
            print(f"steps of {n_ranks} processes on {device}", file=sys.stderr, flush=True)
            run_steps(folder, n_ranks, device, "yes", arguments, size)
            seconds, exchange = {"yes": [], "no": []}, []
            for _ in range(arguments.runs):
                for overlap in ("yes", "no"):
                    step, in_exchange = run_steps(folder, n_ranks, device, overlap, arguments, size)
                    seconds[overlap].append(step)
                    if overlap == "no":
                        exchange.append(in_exchange)
            middle = {overlap: statistics.median(values) for overlap, values in seconds.items()}
            of_exchange = statistics.median(exchange)
            # Differences between times of different runs; noise can make them meaningless.
            limit = middle["no"] - of_exchange
            results.append({
                "case": f"step ranks={n_ranks} n={size} {device}", "unit": "s", "ours": middle["yes"], "min": min(seconds["yes"]),
                "max": max(seconds["yes"]), "runs": arguments.runs, "limit": limit if limit > 0 else None,
                "peers": {"without_overlap": middle["no"]}, "exchange": of_exchange,
                "hidden": (middle["no"] - middle["yes"]) / of_exchange if of_exchange > 0 else None})
    return results


def table_of_steps(results):
    rows = [["case", "with overlap", "min", "max", "without", "exchange", "hidden", "limit"]]
    for r in results:
        numbers = [r["ours"], r["min"], r["max"], r["peers"]["without_overlap"], r["exchange"]]
        hidden = NOT_MEASURABLE if r["hidden"] is None else f"{100 * r['hidden']:.0f}%"
        limit = NOT_MEASURABLE if r["limit"] is None else f"{1e3 * r['limit']:.2f}"
        rows.append([r["case"], *(f"{1e3 * n:.2f}" for n in numbers), hidden, limit])
    return table(rows)


def run(arguments):
    size = 32 if arguments.quick else arguments.size
    rates = exchanges(arguments, size)
    with tempfile.TemporaryDirectory(prefix="exchange-") as folder:
        steps = steps_of(arguments, size, pathlib.Path(folder))
    print("million bytes per second, medians; limit: of an exchange three copies (into a message, across, out of it) at the "
          "rate of plain copies by all processes at once, of packing one")
    print(table_of_rates([r for r in rates if r["case"].startswith("exchange")]))
    print(table_of_rates([r for r in rates if not r["case"].startswith("exchange")]))
    print("milliseconds per step (RK4, four exchanges), medians; limit: without overlap, less the exchange")
    print(table_of_steps(steps))
    return {"results": rates + steps}
