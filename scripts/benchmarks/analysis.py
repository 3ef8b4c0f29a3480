"""Measures the programs of the thorn Analysis during a run of the wave system (order 4, RK4, periodic) with output every ten steps. Each
run has one program and one process. The figure of a program is the time of an evaluation over the time of ten steps of the same run
(the median that the thorn TestSteps prints); the target is 0.05. The time of an evaluation includes the output of its tables. It is the
mean over the run, of which the first evaluation is a part.

With --device, the grid functions are on a device. Each sample is a pair of runs, with evaluations on the device and on the host; the
ratio is that of their times. Steps, which run on the device while the host goes on, have no times. The benchmark fails if two
runs write different tables, or if no sweep is computed on the device."""

import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from benchmarks.common import BUILD, ROOT, add_runs_option, add_threads_option, count, cube_side, measured, spread, table, with_threads
from benchmarks.wave_run import wave_run

TARGETS = ["chemora"]
PROGRAMS = ROOT / "thorns/Analysis/Analysis/patterns"
EVERY = 10
FIELDS = {"density": "rho", "second": "u", "velocity_x": "v1", "velocity_y": "v2", "velocity_z": "v3"}  # others: rho


def names_of_programs():
    return sorted(path.stem for path in PROGRAMS.glob("*.pat"))


def add_options(parser):
    add_runs_option(parser, default=5)
    add_threads_option(parser)
    parser.add_argument("--size", type=cube_side, default=128, help="points per axis")
    parser.add_argument("--steps", type=count, default=40, help="steps of a run")
    parser.add_argument("--device", choices=["host", "opencl", "cuda"], default="host", help="the family of devices")
    parser.add_argument("--programs", nargs="+", choices=names_of_programs(), default=names_of_programs(), metavar="PROGRAM")


def text_of_run(name, size, steps, device):
    fields = re.findall(r'(?m)^grid real \w+ = "(\w+)"', (PROGRAMS / f"{name}.pat").read_text())
    variables = ", ".join(f"{field} = Wave::{FIELDS.get(field, 'rho')}" for field in fields)
    text = wave_run(size, 1, steps, device, initial="gaussian", more=[
        'Analysis::programs = "{}"'.format(name), f'Analysis::variables = "{variables}"', f"Analysis::every = {EVERY}", 'IO::out_dir = "out"'])
    return text.replace("Wave TestSteps", "Wave TestSteps Analysis")


def run_once(text, threads, folder):
    """Returns the seconds of a step and of an evaluation, the contents of the tables, and the kernel report."""
    (folder / "analysis.par").write_text(text)
    done = subprocess.run([BUILD / "bin/chemora", "analysis.par"], cwd=folder, env=with_threads(threads), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"a run failed:\n{done.stdout[-3000:]}")
    step = re.search(r"seconds each: median ([0-9.]+)", " ".join(done.stdout.split()))
    report = (folder / "out/kernel_report.txt").read_text()
    evaluations, seconds = re.search(r"(\d+) evaluations? in (\S+) s", report).groups()
    tables = {path.name: path.read_bytes() for path in (folder / "out").glob("*.tsv")}
    return float(step[1]), float(seconds) / int(evaluations), tables, report


def measure(name, threads, arguments, size):
    steps = EVERY if arguments.quick else arguments.steps
    text = text_of_run(name, size, steps, arguments.device)
    texts = [text] if arguments.device == "host" else [text + f'Analysis::place = "{place}"\n' for place in ("device", "host")]
    with tempfile.TemporaryDirectory(prefix="analysis-") as folder:
        folder = pathlib.Path(folder)
        for each in texts:
            run_once(each, threads, folder)  # compiles the kernels
        samples = [[run_once(each, threads, folder) for each in texts] for _ in range(arguments.runs)]
    tables = [run[2] for runs in samples for run in runs]
    if any(each != tables[0] for each in tables):
        sys.exit(f"{name}: two runs have different tables")
    if len(texts) > 1 and not all(" on the device" in runs[0][3] for runs in samples):
        sys.exit(f"{name}: no sweep was computed on the device")
    steps, evaluations = zip(*(runs[0][:2] for runs in samples))
    result = {"case": f"{name} n={size} threads={threads}", "unit": "s", "ours": statistics.median(evaluations), "runs": arguments.runs}
    if len(texts) == 1:
        return {**result, "step": spread(steps), "share": spread([each / (EVERY * step) for step, each in zip(steps, evaluations)])}
    ratio = statistics.median(host[1] / there[1] for there, host in samples)
    return {**result, "case": f"{result['case']} device={arguments.device}", "ratios": {"host": ratio}}


def run(arguments):
    size = 32 if arguments.quick else arguments.size
    programs = arguments.programs[:1] if arguments.quick else arguments.programs
    cases = [(name, threads) for threads in arguments.threads for name in programs]
    document = measured(cases, lambda case: f"{case[0]} threads={case[1]}", lambda case: measure(*case, arguments, size))
    if arguments.device == "host":
        rows = [["case", "evaluation in ms", "step in ms", "share of ten steps", "min", "max"]]
        for result in document["results"]:
            rows.append([result["case"], f"{1e3 * result['ours']:.2f}", f"{1e3 * result['step']['median']:.2f}",
                         *(f"{100 * result['share'][key]:.1f}%" for key in ("median", "min", "max"))])
        print(f"an evaluation every {EVERY} steps of the wave system (target: a share of 5%), medians of {arguments.runs} runs")
    else:
        rows = [["case", "evaluation in ms", "on the host, relative to this"]]
        rows += [[result["case"], f"{1e3 * result['ours']:.2f}", f"{result['ratios']['host']:.2f}"] for result in document["results"]]
    print(table(rows))
    return document
