"""Measures the time of a step that is not spent in kernels, by parts of the program. The thorn TestSteps samples the
call stack of runs of the wave system (RK4, fused updates) a thousand times a second. A sample counts for the innermost
function that the table PARTS assigns to a part of the program. Shares below a thousandth are noise. A run has as many
steps as are necessary for enough samples.

Each process has one thread, and the first process is sampled. `overhead` is all time except kernels (of evolution and
boundary conditions), copies of ghost zones and waiting for other processes."""

import bisect
import collections
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from benchmarks.common import BUILD, add_runs_option, count, cube_side, measured, table
from benchmarks.wave_run import wave_run
from launcher import launch_command

TARGETS = ["chemora"]
KERNELS, CONDITIONS, COPIES, WAITING = "kernels", "kernels of conditions", "copies of ghost zones", "messages"
CHECKS = "checks for deferred launches"
PARTS = [
    (COPIES, r"pugh::(copy_rows|pack|unpack)\b"),
    (WAITING, r"pugh::Messenger::|P?MPI_"),
    (CHECKS, r"ca_kernel::KernelData::(is_in_flight|not_in_flight)\b|ca_kernel::are_in_flight|Accelerator_AreInFlight"),
    ("Accelerator", r"accelerator::|AcceleratorThorn_|accelerator$"),
    ("CaKernel", r"ca_kernel::|CaKernelThorn_|chemora::(launch|device|jit|monitor|passes|ir|plan)::"),
    ("conditions", r"boundary::|Boundary_|BndThorn|Bdry_"),
    ("MoL", r"mol::|MoL_"),
    ("PUGH", r"pugh::|PUGH_"),
    ("schedule", r"chemora::(run|schedule)::"),
]
MIN_SAMPLES, MIN_SAMPLES_QUICK = 1000, 20
REAL_WORK = (KERNELS, CONDITIONS, COPIES, WAITING)
OTHERS = "others"
ALL_PARTS = [KERNELS, CONDITIONS, *(part for part, _ in PARTS), OTHERS]


def add_options(parser):
    add_runs_option(parser, default=5)
    parser.add_argument("--size", type=cube_side, default=64, help="points per axis on each process")
    parser.add_argument("--steps", type=count, default=150,
                        help=f"steps of the first run; they are doubled until a run has {MIN_SAMPLES} samples")
    parser.add_argument("--ranks", type=count, nargs="+", default=[1])


def symbols():
    """Returns the sorted addresses of the program's functions, and the names of the functions."""
    listed = subprocess.run(["nm", "--demangle", "--defined-only", BUILD / "bin/chemora"], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = sorted((int(address, 16), name) for address, kind, name in
                   (line.split(" ", 2) for line in listed.splitlines()) if kind in "tTwWu")
    return [address for address, _ in found], [name for _, name in found]


class Names:
    """Maps addresses of code to parts of the program; part_of() returns None for an address in no part."""

    def __init__(self, maps, functions):
        self.functions, self.segments, bases = functions, [], {}
        for line in maps:
            match = re.match(r"([0-9a-f]+)-([0-9a-f]+) (....) \S+ \S+ \S+\s*(.*)", line)
            begin, end, path = int(match[1], 16), int(match[2], 16), match[4]
            bases.setdefault(path, begin)
            if "x" in match[3]:
                self.segments.append((begin, end, path, bases[path]))
        self.known = {}

    def part_of(self, address):
        if address not in self.known:
            self.known[address] = self.find(address)
        return self.known[address]

    def find(self, address):
        begin, end, path, base = self.segments[bisect.bisect(self.segments, (address, sys.maxsize)) - 1]
        if not begin <= address < end:
            return None
        if "memfd:" in path:
            return CONDITIONS if "Boundary_" in path else KERNELS
        if pathlib.Path(path).name.startswith("libmpi"):
            return WAITING
        if not path.endswith("bin/chemora"):
            return None
        addresses, names = self.functions
        name = names[bisect.bisect(addresses, address - base) - 1]
        return next((part for part, pattern in PARTS if re.search(pattern, name)), None)


def read_samples(path):
    """Returns the lines of the memory map, and the lines with the sampled call stacks."""
    head, stacks = path.read_text().split("stacks\n")
    return head.splitlines(), stacks.splitlines()


def shares_of(path, functions):
    """Returns {part of the program: share of the samples}."""
    maps, stacks = read_samples(path)
    names, counts = Names(maps, functions), collections.Counter()
    for line in stacks:
        parts = [names.part_of(int(address, 16)) for address in line.split()]
        found = next((part for part in parts if part), OTHERS)
        if CHECKS in parts and found not in REAL_WORK:
            found = CHECKS
        counts[found] += 1
    return {part: counts[part] / len(stacks) for part in ALL_PARTS}


def run_once(folder, n_ranks):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    start = launch_command(BUILD, n_ranks) if n_ranks > 1 else []
    done = subprocess.run([*start, BUILD / "bin/chemora", "run.par"], env=environment, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"a run failed:\n{done.stdout[-3000:]}")
    return float(re.search(r"seconds each: median ([0-9.]+)", " ".join(done.stdout.split()))[1])


def measure(case, n_ranks, arguments, functions):
    size = arguments.size
    with tempfile.TemporaryDirectory(prefix="overhead-") as name:
        folder = pathlib.Path(name)
        min_samples = MIN_SAMPLES_QUICK if arguments.quick else MIN_SAMPLES
        steps, n_samples = arguments.steps, 0
        while n_samples < min_samples:  # the first run compiles
            (folder / "run.par").write_text(wave_run(
                size, n_ranks, steps, boundary=None if case == "periodic" else case,
                more=['IO::out_dir = "out"', 'TestSteps::samples = "samples"']))
            run_once(folder, n_ranks)
            n_samples = len(read_samples(folder / "samples")[1])
            steps *= 2
        seconds, shares = [], []
        for _ in range(arguments.runs):
            seconds.append(run_once(folder, n_ranks))
            shares.append(shares_of(folder / "samples", functions))
            if abs(sum(shares[-1].values()) - 1) > 1e-9:
                sys.exit(f"the parts of a step do not add up to one: {shares[-1]}")
    overheads = [1 - sum(shares_of_run[part] for part in REAL_WORK) for shares_of_run in shares]
    return {"case": f"{case} n={size} ranks={n_ranks}", "unit": "share of a step", "ours": statistics.median(overheads),
            "min": min(overheads), "max": max(overheads), "runs": arguments.runs, "limit": 0.02, "peers": {},
            "range": [min(overheads), max(overheads)], "seconds_of_step": statistics.median(seconds),
            "samples": {"overhead": overheads, "seconds_of_step": seconds},
            "parts": {part: statistics.median(one[part] for one in shares) for part in ALL_PARTS}}


def run(arguments):
    if arguments.quick:
        arguments.size, arguments.steps = 16, 8
    functions = symbols()
    document = measured([(case, n_ranks) for n_ranks in arguments.ranks for case in ("periodic", "radiative")],
                        lambda case: f"{case[0]}, {case[1]} processes", lambda case: measure(*case, arguments, functions))
    results = document["results"]
    if not results:
        return document
    print("share of a step, medians; overhead: everything except kernels, copies of ghost zones and messages; target: 2%")
    print(table([["part", *(result["case"] for result in results)],
                 ["seconds of a step", *(f"{result['seconds_of_step']:.5f}" for result in results)],
                 *([part, *(f"{result['parts'][part]:.2%}" for result in results)] for part in results[0]["parts"]),
                 ["overhead", *(f"{result['ours']:.2%} ({result['min']:.2%} to {result['max']:.2%})" for result in results)]]))
    return document
