"""Runs one validation of the Einstein equations or of a flow with parameter files of params, and prints its table.

A case consists of runs (a label, a parameter file and changed parameters), and of a function that computes the rows of
a table from the output of a run. docs/validation.md contains the tables.
"""

import argparse
import dataclasses
import math
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable

import numpy

from cavity_reference import deviations, square
from chemora import MissingData
from chemora.black_holes import read_trajectories
from chemora.text_files import read_blocks, read_rows
from launcher import launch_command
from option_types import whole_number
from parameter_file import with_parameters

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHEMORA = pathlib.Path(os.environ.get("CHEMORA_BUILD", ROOT / "build")) / "bin" / "chemora"
PER_PERIOD = 256  # steps per period of a wave with 64 points per period and dt = h/4


@dataclasses.dataclass
class Run:
    label: str
    file: str  # a parameter file in params
    changes: dict


@dataclasses.dataclass
class Case:
    description: str
    minutes: int  # approximate time of the runs on one core
    runs: list
    titles: list
    rows: Callable  # rows(folder of the output, run) -> lists of numbers and texts
    processes: int = 1


# --- output files

def the_file(folder, pattern):
    """Returns the only file in the folder whose name matches the pattern."""
    paths = sorted(folder.glob(pattern))
    if len(paths) != 1:
        raise FileNotFoundError(f"there are {len(paths)} files {folder / pattern}; one is expected. Remove files of earlier runs.")
    return paths[0]


def series(folder, name):
    """Reads times and values from a file of IOScalar, whose columns are iteration, time and data."""
    return read_rows(folder / f"{name}.asc", 3)[:, 1:3].T


def value_at(folder, name, time):
    times, values = series(folder, name)
    return values[numpy.argmin(abs(times - time))]


def line_along(folder, name, axis="x"):
    """Reads a file of IOASCII with values along an axis. Returns {time: (coordinates, values)}."""
    blocks = read_blocks(the_file(folder, f"{name}_{axis}_*.xg"), 1).blocks
    return {time: (coordinates[0], values) for time, (coordinates, values) in blocks.items()}


def horizon(folder, number):
    """Reads data of a horizon at the times when the search found it. The columns are time, area, irreducible mass, mean
    radius, smallest radius, largest radius, residual of the search, mean lapse and the centre."""
    return read_rows(folder / f"ah_{number}.asc")[:, 1:]


TIME, MASS, SMALLEST, LARGEST, LAPSE = 0, 2, 4, 5, 7


# --- tables

def wave_rows(variable, amplitude_name):
    """Compares a plane wave on a periodic grid with its initial data after whole periods, when the exact solution
    equals them."""
    def rows(folder, run):
        amplitude = float(run.changes[amplitude_name])
        inside = slice(3, -3)  # omits the ghost zones, which contain periodic images
        lines = line_along(folder, variable)
        start = lines[0.0][1][inside]
        for time in (1.0, 5.0, 10.0):
            now = lines[min(lines, key=lambda one: abs(one - time))][1][inside]
            ratio = numpy.fft.fft(now)[1] / numpy.fft.fft(start)[1]
            yield [time, float(numpy.max(abs(now - start))) / amplitude, abs(ratio), abs(float(numpy.angle(ratio))) / (2 * math.pi),
                   float(numpy.mean(now - start)) / amplitude, value_at(folder, "hamiltonian.norm2", time)]
    return rows


def noise_rows(folder, run):
    """Returns root mean squares at three times, and the slope of their logarithm from a tenth of the final time to its
    end."""
    for name in ("hamiltonian", "momentum1", "kxx", "gxy"):
        times, values = series(folder, f"{name}.norm2")
        late = times >= times[-1] / 10
        rate = numpy.polyfit(times[late], numpy.log(values[late]), 1)[0]
        yield [name, values[0], value_at(folder, f"{name}.norm2", 10), values[-1], float(rate)]


def gowdy_rows(folder, run):
    for time in (5, 10, 20, 30, 40, 45):
        yield [time, value_at(folder, "hamiltonian.norm2", time), value_at(folder, "alp.maximum", time)]


def horizon_rows(*times):
    def rows(folder, run):
        found = horizon(folder, 0)
        for time in times:
            row = found[numpy.argmin(abs(found[:, TIME] - time))]
            yield [float(row[TIME]), float(row[MASS]), float(row[SMALLEST]), float(row[LARGEST]), float(row[LAPSE])]
    return rows


def binary_rows(folder, run):
    """Returns the distance of the punctures, the number of orbits and the irreducible masses, at the times when the run
    searches for the common horizon."""
    punctures = read_trajectories(folder)
    if not {0, 1} <= set(punctures):
        raise MissingData("there are no positions of two punctures")
    times, (x, y, z) = punctures[0][0], punctures[0][1:] - punctures[1][1:]
    distance, angle = numpy.sqrt(x**2 + y**2 + z**2), numpy.unwrap(numpy.arctan2(y, x))
    horizons = [horizon(folder, n) for n in (0, 1)]

    def mass(found, time):
        at = numpy.argmin(abs(found[:, TIME] - time)) if len(found) else None
        return float(found[at, MASS]) if at is not None and abs(found[at, TIME] - time) < 1.01 else "–"
    for time in (0, 6.4, 12.8, 16, 18, 21, 28, 40):
        at = numpy.argmin(abs(times - time))
        yield [float(times[at]), abs(float(angle[at] - angle[0])) / (2 * math.pi), float(distance[at]), mass(horizons[1], time), mass(horizons[0], time)]


def share_rows(folder, run):
    the_file(folder, "kernel_report.json")
    shares = subprocess.run([sys.executable, ROOT / "scripts/time_shares.py", folder.parent / "log", folder / "kernel_report.json"],
                            check=True, capture_output=True, text=True).stdout
    for name, percent in re.findall(r"(?m)^(\S.*?) +([\d.]+)%$", shares):
        yield [name, float(percent)]


def cavity_rows(folder, run):
    """Compares the velocities on the lines through the centre of the cavity with the published table."""
    reynolds = run.changes["IncompressibleFlow::reynolds"]
    ends = [max(line_along(folder, name, axis).items()) for name, axis in (("u1", "y"), ("u2", "x"))]
    u, v = deviations(reynolds, *((points[1:-1], values[1:-1]) for _, (points, values) in ends))
    yield [reynolds, run.changes["CoordBase::ncells_x"], ends[0][0], u, v, float(series(folder, "divergence.norm_inf")[1][-1])]


# --- cases

WAVE_OUTPUT = {"IOASCII::out1D_every": PER_PERIOD, "IOScalar::outScalar_every": PER_PERIOD}
AMPLITUDE = "ExactData::amplitude"


def waves(*files_and_amplitudes):
    return [Run(f"{pathlib.Path(file).stem}, amplitude {amplitude}", file, WAVE_OUTPUT | {AMPLITUDE: amplitude})
            for file, amplitude in files_and_amplitudes]


def cube(side, cells):
    """Returns parameters of a grid that covers one eighth of a cube with `cells` cells per axis, for puncture.par and
    headon.par."""
    axes = {f"CoordBase::{axis}max": side for axis in "xyz"} | {f"CoordBase::ncells_{axis}": cells for axis in "xyz"}
    return axes | {"driver::global_nsize": cells + 6}


SMALL_QC0 = ({f"CoordBase::{axis}{end}": sign * 6.7 for axis in "xy" for end, sign in (("min", -1), ("max", 1))}
             | {"CoordBase::zmax": 6.7, "CoordBase::ncells_x": 80, "CoordBase::ncells_y": 80, "CoordBase::ncells_z": 40,
                "driver::global_nx": 90, "driver::global_ny": 90, "driver::global_nz": 50})
WAVE_TITLES = ["t", "largest error / A", "size", "phase / period", "mean error / A", "hamiltonian"]
HORIZON_TITLES = ["t", "irreducible mass", "smallest radius", "largest radius", "mean lapse"]
CASES = {
    "noise": Case("robust stability: root mean squares of noise in flat space", 10,
                  [Run("1+log, Gamma driver", "relativity/robust_stability.par", {})],
                  ["quantity", "t = 0", "t = 10", "end", "rate"], noise_rows),
    "gauge_wave": Case("gauge waves compared with their initial data", 8,
                       waves(*((f"relativity/{name}.par", amplitude) for name in ("gauge_wave", "shifted_gauge_wave") for amplitude in (0.01, 0.1))),
                       WAVE_TITLES, wave_rows("gxx", AMPLITUDE)),
    "linear_wave": Case("a weak gravitational wave compared with its initial data", 4,
                        waves(("relativity/linear_wave.par", 1e-8), ("relativity/linear_wave.par", 1e-5)),
                        WAVE_TITLES, wave_rows("gyy", AMPLITUDE)),
    "gowdy": Case("a collapsing Gowdy universe", 10, [Run("harmonic slicing", "relativity/gowdy.par", {"cactus::cctk_final_time": 45})],
                  ["t", "hamiltonian", "largest lapse"], gowdy_rows),
    "puncture": Case("the horizon of a single puncture on [0, 8]^3", 30,
                     [Run(f"spacing {8 / cells:.4g}", "relativity/puncture.par", cube(8, cells) | {"cactus::cctk_final_time": 60}) for cells in (32, 48)],
                     HORIZON_TITLES, horizon_rows(10, 20, 40, 60)),
    "headon": Case("the common horizon of a head-on collision", 12, [Run("spacing 0.25", "relativity/headon.par", {})],
                   HORIZON_TITLES, horizon_rows(9, 12, 16, 20, 24)),
    "qc0": Case("orbit and horizons of QC-0", 60, [Run("spacing 0.125", "relativity/qc0.par", {"cactus::cctk_final_time": 40})],
                ["t", "orbits", "distance", "mass of a hole", "mass of the common horizon"], binary_rows),
    "cavity": Case("the flow in a square cavity compared with published velocities", 4,
                   [Run(f"Reynolds number {reynolds}", "fluids/cavity2d.par", square(cells, reynolds, time_step, end))
                    for reynolds, cells, time_step, end in ((100, 64, 0.006, 30), (400, 64, 0.005, 60), (1000, 128, 0.00195, 100))],
                   ["Reynolds number", "cells per side", "t", "largest deviation of u", "of v", "largest divergence"], cavity_rows),
    # The first run fills the cache of kernels; the second run is evaluated.
    "qc0_shares": Case("shares of the time of a step of QC-0, 80 x 80 x 40 cells", 8,
                       [Run(label, "relativity/qc0.par", SMALL_QC0 | {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": 32, "IO::recover": '"no"',
                                                           "IO::checkpoint_on_terminate": "no", "PUGH::time_waiting": "yes",
                                                           "Cactus::cctk_timer_output": '"full"'}) for label in ("first run", "kernels in the cache")],
                       ["part of a step", "%"], share_rows, processes=2),
}


def execute(run, folder, processes, changes):
    """Runs the executable in the folder. The printed output goes to the file `log`, and the output files to the folder
    `data`."""
    folder.mkdir(parents=True, exist_ok=True)
    text = (ROOT / "params" / run.file).read_text()
    cache = {"CaKernel::cache_dir": f'"{folder.parent.resolve()}/cache"'}
    (folder / "run.par").write_text(with_parameters(text, {**run.changes, **cache, **changes, "IO::out_dir": '"data"'}))
    command = [*launch_command(CHEMORA.parents[1], processes), CHEMORA, "run.par"]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    (folder / "log").write_text(done.stdout)
    if done.returncode != 0:
        sys.exit(f"error: the run in {folder} ended with exit code {done.returncode}:\n{done.stdout[-3000:]}")


def assignment(text):
    if not re.fullmatch(r"\w+::\w+(\[\d+\])?=.+", text):
        raise argparse.ArgumentTypeError(f"{text} does not set a parameter; write THORN::NAME=VALUE")
    name, value = text.split("=", 1)
    return name, f'"{value}"' if not re.match(r'["\d.+-]', value) else value


def cell(value):
    return value if isinstance(value, str) else f"{value:.4g}"


def print_table(titles, rows):
    print(f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}")
    for row in rows:
        print(f"| {' | '.join(map(cell, row))} |")


def main():
    listed = "\n".join(f"  {name:12} {case.description} ({case.minutes} minutes)" for name, case in CASES.items())
    parser = argparse.ArgumentParser(prog="scripts/validate", formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description=f"{__doc__.splitlines()[0]}\n\n{listed}")
    parser.add_argument("case", choices=CASES, metavar="CASE")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the runs (default: output/validation/CASE)")
    parser.add_argument("--np", type=whole_number(), help="MPI processes (default: 1, or 2 for qc0_shares)")
    parser.add_argument("--set", type=assignment, nargs="+", default=[], metavar="NAME=VALUE",
                        help="changed parameters, for example BSSN::mixed_derivatives=diagonal")
    parser.add_argument("--evaluate", action="store_true", help="start no runs, and evaluate the runs of an earlier call")
    arguments = parser.parse_args()
    case = CASES[arguments.case]
    out = arguments.out or pathlib.Path("output/validation") / arguments.case
    print(case.description)
    for number, run in enumerate(case.runs, 1):
        folder = out / str(number)
        if not arguments.evaluate:
            execute(run, folder, arguments.np or case.processes, dict(arguments.set))
        print(f"\n{run.label}\n")
        try:
            print_table(case.titles, case.rows(folder / "data", run))
        except (OSError, ValueError, IndexError, MissingData, subprocess.CalledProcessError) as error:
            sys.exit(f"error: {folder} has no output to evaluate: {str(error).rstrip('.')}. Run scripts/validate without --evaluate first.")


if __name__ == "__main__":
    main()
