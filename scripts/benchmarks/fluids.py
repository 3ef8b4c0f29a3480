"""Measures whole steps of the Euler equations, with a time step from the Courant condition. Compares thorn Euler in a run, a
hand-written program with OpenMP, and Athena++. All programs solve a Kelvin-Helmholtz instability in a periodic box with
linear reconstruction (monotonised central limiter), HLLC fluxes and Heun's method. Runs of all programs alternate.

Before the measurement, the root mean squares of all variables after some steps are compared with those of the
hand-written program. Athena++ must be configured with --prob=kh --flux=hllc -omp, and with -float for single precision; it starts from
its own perturbation."""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from benchmarks.common import (BUILD, ROOT, add_runs_option, add_threads_option, add_types_option, cube_side, measured, print_rates_over_one_thread, table_of_rates,
                               timed, with_threads)
from option_types import executable_file
from parameter_file import with_parameters

TARGETS = ["bench_fluids", "chemora"]
CHECKED_STEPS = 4
GHOSTS = 2
COURANT = 0.4
BLOCK = 64  # cells along each axis of Athena++'s mesh blocks
VARIABLES = ["rho", "m1", "m2", "m3", "E"]
BYTES = {"real64": 8, "real32": 4}  # of a number
MAX_DIFFERENCE = {"real64": 1e-9, "real32": 1e-5}  # of the norms of both programs
NUMBERS_OF_STEP = 25  # numbers per cell: both stages read and write all variables, the second also reads those of the first
MIN_SECONDS = 2  # duration of the measured steps of a run
ATHENA = """<job>
problem_id = kh
<time>
cfl_number = {courant}
nlim = {steps}
tlim = 1000
integrator = rk2
xorder = 2
ncycle_out = 0
<mesh>
{axes}num_threads = {threads}
<meshblock>
{blocks}<hydro>
gamma = 1.6666666666666667
<problem>
iprob = 1
amp = 0.01
vflow = 0.5
drat = 2
"""


def add_options(parser):
    add_threads_option(parser)
    add_types_option(parser)
    add_runs_option(parser, default=5)
    parser.add_argument("--dimensions", type=int, nargs="+", default=[2, 3], choices=[2, 3])
    parser.add_argument("--cells-2d", type=cube_side, default=512, help="cells along each axis in two dimensions")
    parser.add_argument("--cells-3d", type=cube_side, default=128, help="cells along each axis in three dimensions")
    for real, options in (("real64", ""), ("real32", " -float")):
        parser.add_argument("--athena" if real == "real64" else "--athena-real32", dest=f"athena_{real}", type=executable_file, metavar="EXECUTABLE",
                            help=f"Athena++ for {real}, configured with --prob=kh --flux=hllc -omp{options}")


def parameters(case, steps, changes):
    """Returns the parameter file of a run."""
    _, n_axes, cells, real = case
    text = (ROOT / "params/fluids/kelvin_helmholtz.par").read_text().replace('"\n  PUGH ', '"\n  TestSteps PUGH ')
    changed = {"Euler::precision": f'"{real}"', "driver::ghost_size": GHOSTS, "driver::periodic": '"yes"', "driver::periodic_z": '"no"' if n_axes < 3 else '"yes"',
               "time::courant_fac": COURANT, "cactus::terminate": '"iteration"', "cactus::cctk_itlast": steps, "IO::out_dir": '"out"',
               "IOBasic::outInfo_every": -1, "IOHDF5::out_dt": -1, "CaKernel::tuning": '"off"'}
    for axis in "xyz"[:n_axes]:
        edge = (GHOSTS - 0.5) / cells
        changed |= {f"driver::global_n{axis}": cells + 2 * GHOSTS, f"grid::{axis}min": -edge, f"grid::{axis}max": 1 + edge}
    return with_parameters(text, changed | changes)


def our_run(case, steps, folder, changes={}):
    """Returns the median of the seconds of a step."""
    (folder / "run.par").write_text(parameters(case, steps, changes))
    _, printed = timed([BUILD / "bin/chemora", "run.par"], folder, 1, case[0])
    return float(re.search(r"seconds each: median ([0-9.]+)", " ".join(printed.split()))[1])


def norms_of_run(case, folder):
    """Returns the root mean squares of all variables, and the seconds of a step."""
    scalars = {"IOScalar::outScalar_every": CHECKED_STEPS, "IOScalar::outScalar_vars": '"Euler::rho Euler::m Euler::E"',
               "IOScalar::outScalar_reductions": '"norm2"'}
    steps = CHECKED_STEPS * 2  # steps after the compilation of all kernels, which give the time of a step
    seconds = our_run(case, steps, folder, scalars)
    norms = []
    for variable in VARIABLES:
        path = next(folder.glob(f"out/{variable}.norm2.asc"))
        rows = [line.split() for line in path.read_text().splitlines() if line and line[0] not in "#\""]
        norms.append(float(next(row for row in rows if int(row[0]) == CHECKED_STEPS)[-1]))
    return norms, seconds


def handwritten(case, runs):
    threads, n_axes, cells, real = case
    command = [BUILD / "bin/bench_fluids", str(n_axes), str(cells), real, str(runs), str(CHECKED_STEPS)]
    done = subprocess.run(command, env=with_threads(threads), check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def athena_run(executable, case, steps, folder):
    """Returns the cells per second that Athena++ reports. The mesh is divided into blocks of 64 cells along each axis."""
    threads, n_axes, cells, _ = case
    axes = "".join(f"nx{axis} = {cells if axis <= n_axes else 1}\nx{axis}min = 0\nx{axis}max = 1\nix{axis}_bc = periodic\nox{axis}_bc = periodic\n"
                   for axis in (1, 2, 3))
    block = min(cells // 2, BLOCK)  # every thread needs a block
    blocks = "".join(f"nx{axis} = {block if axis <= n_axes else 1}\n" for axis in (1, 2, 3))
    (folder / "athinput").write_text(ATHENA.format(courant=COURANT, steps=steps, axes=axes, threads=threads, blocks=blocks))
    _, printed = timed([executable, "-i", "athinput"], folder, 1, threads)
    rate = re.search(r"zone-cycles/(?:omp_)?wsecond\s*=\s*(\S+)", printed) or re.search(r"zone-cycles/cpu_second\s*=\s*(\S+)", printed)
    if not rate:
        sys.exit(f"{executable} printed no rate:\n{printed[-2000:]}")
    return float(rate[1])


def measure(case, arguments):
    threads, n_axes, cells, real = case
    n_cells = cells**n_axes
    athena = arguments.athena_real64 if real == "real64" else arguments.athena_real32
    samples = {"ours": [], "plain": [], **({"athena": []} if athena else {})}
    bandwidth = 0
    with tempfile.TemporaryDirectory(prefix="fluids-") as name:
        folder = pathlib.Path(name)
        norms, seconds = norms_of_run(case, folder)
        steps = 8 if arguments.quick else max(20, round(MIN_SECONDS / seconds))
        for _ in range(arguments.runs):
            samples["ours"].append(n_cells / our_run(case, steps, folder))
            found = handwritten(case, 1)
            samples["plain"] += found["samples"]
            bandwidth = max(bandwidth, found["bandwidth"])
            if athena:
                samples["athena"].append(athena_run(athena, case, steps, folder))
    difference = max(abs(a - b) for a, b in zip(norms, found["norms"]))
    if not difference < MAX_DIFFERENCE[real]:
        sys.exit(f"The run and the hand-written program differ by {difference} after {CHECKED_STEPS} steps: {norms}, {found['norms']}.")
    ours = statistics.median(samples["ours"])
    limit = bandwidth / (BYTES[real] * NUMBERS_OF_STEP)
    ratios = {peer: statistics.median(a / b for a, b in zip(samples["ours"], samples[peer])) for peer in samples if peer != "ours"}
    return {"case": f"Euler dimensions={n_axes} n={cells} {real} threads={threads}", "unit": "cells/s", "ours": ours, "min": min(samples["ours"]),
            "max": max(samples["ours"]), "runs": arguments.runs, "limit": limit, "seconds_of_step": n_cells / ours, "difference": difference,
            "peers": {peer: statistics.median(samples[peer]) for peer in ratios}, "ratios": ratios | {"limit": ours / limit}, "samples": samples}


def run(arguments):
    if arguments.quick:
        arguments.cells_2d, arguments.cells_3d = 32, 16
    cells = {2: arguments.cells_2d, 3: arguments.cells_3d}
    cases = [(threads, n_axes, cells[n_axes], real) for threads in arguments.threads for n_axes in arguments.dimensions for real in arguments.types]
    document = measured(cases, lambda case: "Euler in {1} dimensions, {2} cells per axis, {3}, {0} threads".format(*case),
                        lambda case: measure(case, arguments))
    print(f"million cells per second of whole steps, medians; limit: {NUMBERS_OF_STEP} numbers per cell and step at the speed of a triad in memory, "
          "which small boxes exceed in the caches")
    print(table_of_rates(document["results"]))
    print_rates_over_one_thread(document["results"])
    return document
