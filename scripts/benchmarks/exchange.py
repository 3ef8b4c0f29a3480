"""Measures the exchange of ghost zones: packed messages compared with MPI's subarray types, and steps of the wave
equation with and without overlap of communication and computation.

`exchange` is the time that a step without overlap spends in PUGH's exchanges. `hidden` is the difference between the
times of a step without and with overlap, divided by `exchange`. On one machine the cores themselves copy the messages, so that overlap can hide little more
than waiting."""

import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from benchmarks.common import BUILD, NOT_MEASURABLE, add_runs_option, count, cube_side, table, table_of_rates
from benchmarks.wave_run import wave_run
from launcher import launch_command

TARGETS = ["bench_exchange", "chemora"]
DEVICES = ["host", "own_memory", "opencl", "cuda"]


def add_options(parser):
    add_runs_option(parser, default=5)
    parser.add_argument("--ranks", type=count, nargs="+", default=[2, 4])
    parser.add_argument("--size", type=cube_side, default=96, help="points per axis on each process")
    parser.add_argument("--steps", type=count, default=20, help="steps of each run")
    parser.add_argument("--devices", nargs="+", choices=DEVICES, default=["host", "own_memory"])


def launch(n_ranks, *command, cwd=None):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run([*launch_command(BUILD, n_ranks), *map(str, command)], env=environment, cwd=cwd, stdout=subprocess.PIPE, text=True)
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
    """Returns the median seconds of a step, and the seconds per step that PUGH spends in exchanges."""
    more = [f"PUGH::overlap = {overlap}", "PUGH::timer_output = yes"]
    if device == "own_memory":
        more.append("Devices::own_memory = yes")
    steps = 8 if arguments.quick else arguments.steps
    text = wave_run(size, n_ranks, steps, "host" if device == "own_memory" else device, more=more)
    path = folder / "steps.par"
    path.write_text(text)
    output = " ".join(launch(n_ranks, BUILD / "bin/chemora", path, cwd=folder).split())
    median = re.search(r"seconds each: median ([0-9.]+)", output)
    exchange = re.search(r"Exchange of ghost zones on this process: ([0-9.]+) s", output)
    return float(median.group(1)), float(exchange.group(1)) / steps


def steps_of(arguments, size, folder):
    """Measures steps with and without overlap alternately, after a run that compiles the kernels."""
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
            # This is the difference of the times of two runs, which noise can make negative.
            limit = middle["no"] - of_exchange
            results.append({
                "case": f"step ranks={n_ranks} n={size} {device}", "unit": "s", "ours": middle["yes"], "min": min(seconds["yes"]),
                "max": max(seconds["yes"]), "runs": arguments.runs, "limit": limit if limit > 0 else None,
                "samples": {"overlap": seconds["yes"], "without_overlap": seconds["no"], "exchange": exchange},
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
    print("million bytes per second, medians; limit: the rate of plain copies by all processes at once; an exchange needs three "
          "copies (into the message, to the other process, out of the message), packing needs one")
    print(table_of_rates([r for r in rates if r["case"].startswith("exchange")]))
    print(table_of_rates([r for r in rates if not r["case"].startswith("exchange")]))
    print("milliseconds per step (RK4, four exchanges), medians; limit: the step without overlap minus its exchanges")
    print(table_of_steps(steps))
    return {"results": rates + steps}
