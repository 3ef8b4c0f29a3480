"""Searches for the fastest plans of the kernels of a run, for scripts/tune."""

import argparse
import collections
import contextlib
import importlib.util
import json
import math
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile

from launcher import launch_command, launcher_of
from parameter_file import with_parameters

BUILD = pathlib.Path(os.environ.get("CHEMORA_BUILD", pathlib.Path(__file__).resolve().parents[1] / "build"))
CAPTURING_STEPS = 2
MIN_SHARE = 0.02  # of the work of all kernels
SEARCH_FOR_SIZES = re.compile(r"Search for the sizes of (?P<function>\w+::\w+)(?P<end>: measured| has failed)?.*")
COLOURS = {"initial": "#000000", "mutation": "#E69F00", "crossover": "#009E73", "triangulation": "#0072B2", "component": "#999999"}


def seconds(text):
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|min|h)?", text)
    if not found or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a time; expected for example 60s, 5min or 1h")
    return float(found[1]) * {"s": 1, "min": 60, "h": 3600, None: 1}[found[2]]


def positive(text):
    if not re.fullmatch(r"[1-9]\d*", text) or int(text) >= 2**31:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from 1 to 2147483647")
    return int(text)


def read_parameters(file):
    """Returns the text of a parameter file, which may contain any bytes."""
    return file.read_text(encoding="utf-8", errors="surrogateescape")


def settings_of_run(text):
    """Returns the values of those parameters of a parameter file that select the database."""
    pattern = r'(?mi)^[ \t]*CaKernel::(tuning_database|cache_dir|tuning)[ \t]*=[ \t]*"([^"]+)"'
    return {name.lower(): value for name, value in re.findall(pattern, text)}


def default_database(text="", out=pathlib.Path()):
    """Returns the database that a run with this parameter file in folder `out` uses."""
    found = settings_of_run(text)
    if "tuning_database" in found:
        return out / found["tuning_database"]
    if "cache_dir" in found:
        return out / found["cache_dir"] / "tuning.db"
    for variable, rest in ("XDG_CACHE_HOME", "chemora/tuning.db"), ("HOME", ".cache/chemora/tuning.db"):
        if os.environ.get(variable, "").startswith("/"):  # a run ignores relative folders
            return pathlib.Path(os.environ[variable]) / rest
    sys.exit("error: there is no cache folder, because $HOME is not an absolute path; specify a database")


def parse(words):
    parser = argparse.ArgumentParser(prog="scripts/tune", description="Searches for the fastest plans of the kernels of a run.")
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)
    if "analyse" in words[:2]:
        parser.add_argument("analyse")
        parser.add_argument("database", nargs="?", type=pathlib.Path)
        parser.add_argument("kernel", nargs="?", default="")
        options = parser.parse_args(words)
        options.database = options.database or default_database()
        return options
    parser.add_argument("file", type=pathlib.Path, metavar="FILE.par")
    parser.add_argument("--thorn-library", type=pathlib.Path, help=argparse.SUPPRESS)  # scripts/tune THORN FILE.par
    parser.add_argument("--kernel", help="only kernels whose names contain this text")
    parser.add_argument("--budget", type=seconds, default=60, help="time for all kernels together, such as 60s or 5min")
    parser.add_argument("--workers", type=positive, default=1, help="processes that compile at the same time; measurements never overlap")
    # A search finds plans for these numbers of processes and threads. The defaults are therefore those of scripts/run.
    parser.add_argument("--np", type=positive, default=2 if launcher_of(BUILD) else 1, help="number of processes of the run")
    parser.add_argument("--threads", type=positive, default=1, help="threads of each process")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("output"), help="folder of the run, to which relative paths refer")
    parser.add_argument("--seed", type=positive, default=1)
    parser.add_argument("--database", type=pathlib.Path, help="default: the database that the run uses")
    parser.add_argument("--components", action="store_true", help="also measure combinations of the components of the model's and the best plan")
    parser.add_argument("--plot", type=pathlib.Path, help="SVG file for a picture of the measured plans")
    options = parser.parse_args(words)
    if not options.file.is_file():
        parser.error(f"there is no file {options.file}")
    if options.plot and not options.plot.absolute().parent.is_dir():
        parser.error(f"there is no folder {options.plot.parent} for the picture (--plot)")
    if options.plot and not importlib.util.find_spec("matplotlib"):
        parser.error("--plot needs the Python module matplotlib; scripts/install-deps installs it")
    text = read_parameters(options.file)
    options.condition = f' and CaKernel::tuning_database = "{options.database.absolute()}"' if options.database else ""
    if settings_of_run(text).get("tuning", "use") == "off":
        options.condition += ' and without CaKernel::tuning = "off"'
    options.database = options.database or default_database(text, options.out)
    return options


def capturing(text, folder, options):
    """Returns the text of a parameter file for a short run that writes its captures and its output to `folder`, and searches for
    the free sizes of loops. The run neither reads nor writes checkpoints, which would change a later run."""
    text = re.sub(r"(?mi)^([ \t]*)IOUtil::", r"\1IO::", text)
    output = f'"{folder / "output"}"'
    changes = {"CaKernel::tuning": '"capture"', "CaKernel::capture_dir": f'"{folder / "captures"}"', "CaKernel::machine_limits": '"none"',
               "CaKernel::tuning_database": f'"{options.database.absolute()}"', "CaKernel::tuning_seconds": options.budget,
               "cactus::terminate": '"iteration"', "cactus::cctk_itlast": CAPTURING_STEPS}
    changes |= {name: output for name in re.findall(r"(?mi)^[ \t]*(\w+::(?:out|out[123]D|checkpoint)_dir)[ \t]*=", text)}
    if re.search(r"(?i)\bIOUtil\b", text):
        changes |= {"IO::out_dir": output, "IO::recover": '"no"', "IO::checkpoint_ID": '"no"', "IO::checkpoint_on_terminate": '"no"',
                    "IO::checkpoint_every": -1, "IO::checkpoint_every_walltime_hours": -1}
    return with_parameters(text, changes)


def capture(options, folder):
    """Runs some steps, in which the first process stores the data of its kernels, and all processes search for the free sizes of
    loops. Returns the kernels, and the names of the functions with these loops."""
    file = folder / options.file.name
    file.write_text(capturing(read_parameters(options.file), folder, options), encoding="utf-8", errors="surrogateescape")
    print(f"== run {CAPTURING_STEPS} steps of {options.file} to store the data of its kernels", flush=True)
    library = ["--thorn-library", options.thorn_library] if options.thorn_library else []
    lines, loops = [], []
    with subprocess.Popen([*launch_command(BUILD, options.np), BUILD / "bin/chemora", *library, file],
                          env={**os.environ, "OMP_NUM_THREADS": str(options.threads)}, cwd=options.out if options.out.is_dir() else folder,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as run:
        for line in run.stdout:
            lines.append(line)
            if found := SEARCH_FOR_SIZES.search(line):
                print(found[0], flush=True)
                loops += [found["function"]] if found["end"] else []
    if run.returncode != 0:
        sys.exit("".join(lines[-30:]) + f"\nerror: the run of {options.file} failed; see the lines above")
    kernels = [Kernel(data) for data in sorted((folder / "captures").glob("*[0-9]"))]
    report = folder / "output/kernel_report.json"  # runs without IOUtil write none
    if report.is_file():
        rows = json.loads(report.read_text())["kernels"]
        weigh(kernels, {row["kernel"]: row["points"] * (row["bytes_per_point"] + row["flops_per_point"]) for row in rows})
    return kernels, loops


class Kernel:
    """The stored data of a kernel: its name with its region, and its work in elements of arrays that a launch reads or writes."""

    def __init__(self, folder):
        data = json.loads((folder / "capture.json").read_text())
        self.folder, self.name = folder, data["kernel"]
        self.work = len(data["arrays"]) * sum(math.prod(high - low for low, high in zip(*box)) for box in data["boxes"])

    def name_in_report(self):
        return self.name.rpartition(".")[0]


def weigh(kernels, work):
    """Sets the work of each kernel to that of its launches, in bytes and operations, if it is known for all kernels. Regions
    of one kernel share its work by their elements. Times of two steps would depend on other programs."""
    if not all(work.get(kernel.name_in_report()) for kernel in kernels):
        return
    elements = collections.Counter()
    for kernel in kernels:
        elements[kernel.name_in_report()] += kernel.work
    for kernel in kernels:
        kernel.work *= work[kernel.name_in_report()] / elements[kernel.name_in_report()]


def choose(kernels, options, loops=()):
    """Returns the kernels to tune. Kernels with little work, such as those of boundaries, are omitted unless requested. `loops`
    are the names of functions with loops, which the run has tuned."""
    if options.kernel:
        chosen = [kernel for kernel in kernels if options.kernel in kernel.name]
        if not chosen and not any(options.kernel in name for name in loops):
            known = ", ".join(sorted({kernel.name for kernel in kernels} | {*loops})) or "none"
            sys.exit(f"error: no kernel of the run has a name with `{options.kernel}`; the kernels are: {known}")
        return chosen
    if not kernels and not loops:
        sys.exit("error: the run launched no kernel on a processor after its initial data")
    total = sum(kernel.work for kernel in kernels)
    return [kernel for kernel in kernels if kernel.work >= MIN_SHARE * total]


def search(kernel, budget, options):
    """Runs the workers for one kernel. The output of the first worker is shown. Returns whether all of them succeeded."""
    command = [BUILD / "bin/tuning_search", kernel.folder, "--database", options.database.absolute(), "--budget", str(budget), "--workers", str(options.workers)]
    study = ["--components"] if options.components else []
    workers = []
    with contextlib.ExitStack() as stack:
        for n in range(options.workers):
            output = None if n == 0 else subprocess.DEVNULL
            workers.append(subprocess.Popen([*command, "--seed", str(options.seed + n), *(study if n == 0 else [])], stdout=output, stderr=output))
            stack.callback(end, workers[-1])
        return all([worker.wait() == 0 for worker in workers])


def end(worker):
    if worker.poll() is None:
        worker.send_signal(signal.SIGTERM)
        worker.wait()


def measured(options, kernels):
    """Yields the kernel and shape of each tuned problem, and its individuals of the compiler and version of the last search, by
    number. Runs prefer these, and scores of different compilers are not comparable."""
    with sqlite3.connect(options.database) as database:
        for subject, kernel, shape in database.execute("SELECT id, kernel, shape FROM subject ORDER BY kernel, id").fetchall():
            origin = database.execute("SELECT compiler, version FROM score JOIN individual ON individual.id = score.individual "
                                      "WHERE subject = ? ORDER BY score.id DESC LIMIT 1", (subject,)).fetchone()
            if kernel in kernels and origin:
                yield kernel, shape, database.execute("SELECT id, birth, failure, mean, deviation FROM individual WHERE subject = ? AND "
                                                      "compiler = ? AND version = ? ORDER BY id", (subject, *origin)).fetchall()


def table(options, kernels):
    """Prints the model's plan and the fastest plan of each kernel."""
    print(f"{'kernel':<60} {'plans':>6} {'failed':>6} {'model':>12} {'best':>12} {'ratio':>6}")
    for kernel, shape, rows in measured(options, kernels):
        means = [mean for _, _, failure, mean, _ in rows if not failure]
        model = next((mean for _, birth, failure, mean, _ in rows if birth == "initial" and not failure), 0)
        if means and model:
            print(f"{f'{kernel} [{shape}]':<60} {len(rows):>6} {len(rows) - len(means):>6} {model:>12.4g} {max(means):>12.4g} {max(means) / model:>6.3f}")
    print("Scores are points per second. scripts/tune analyse prints more tables.")
    print(f"Runs with --np {options.np} --threads {options.threads}{options.condition} use the best plans, which are in {options.database}.")


def draw(options, kernels):
    """Draws the scores of all plans of these kernels by number, relative to the model's plan."""
    import plot_style

    problems = list(measured(options, kernels))
    figure, axes = plot_style.new_figure(len(problems), 1, 9, 3.4)
    for (kernel, shape, rows), axis in zip(problems, axes[:, 0]):
        for birth, colour in COLOURS.items():
            of_birth = [(number, mean / 1e6, deviation / 1e6) for number, name, failure, mean, deviation in rows if name == birth and not failure]
            if of_birth:
                axis.errorbar(*zip(*of_birth), fmt="o", markersize=3, color=colour, label=birth)
        axis.set(title=f"{kernel} [{shape}]", xlabel="number of the plan", ylabel="million points / s")
        plot_style.legend_beside(axis)
    plot_style.save(figure, options.plot)
    print(f"picture: {options.plot}")


def main():
    options = parse(sys.argv[1:])
    if options.check:
        return 0
    if hasattr(options, "analyse"):
        kernel = [options.kernel] if options.kernel else []
        return subprocess.run([BUILD / "bin/tuning_tables", options.database, *kernel]).returncode
    with tempfile.TemporaryDirectory(prefix="chemora-tune-") as folder:
        captured, loops = capture(options, pathlib.Path(folder))
        chosen = choose(captured, options, loops)
        total = sum(kernel.work for kernel in chosen)
        n_searches = 0
        for kernel in chosen:
            budget = options.budget * kernel.work / total
            print(f"== {kernel.name}: {budget:.0f} s", flush=True)
            n_searches += search(kernel, budget, options)
        if n_searches == 0 and not loops:
            sys.exit("error: no kernel could be measured; see the lines above")
    kernels = sorted({kernel.name for kernel in chosen} | {*loops})
    table(options, kernels)
    if options.plot:
        draw(options, kernels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
