"""Measures the order of convergence that a small study file describes, prints a table, draws a plot.

A study (TOML; see testsuites/convergence/README.md):

    title = "Wave equation, fourth order in space"
    parameter_file = "params/wave/plane.par"      # relative to the project or to the study
    error = "u_error.norm2.asc"                   # written by IOScalar; its last line counts
    against = "h"                                 # what gets smaller: the name of one entry of `cases`
    order = 4                                     # expected slope ...
    within = 0.2                                  # ... and how far it may be off
    error_below = 1e-4                            # at the finest case
    cases = [{ n = 16, h = 0.0625 }, { n = 24, h = 0.0416666 }, { n = 32, h = 0.03125 }]
    [set]                                         # parameters; {n} and {h} stand for the values of the case
    "driver::global_nx" = "{n}"
"""

import argparse
import math
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHEMORA = pathlib.Path(os.environ.get("CHEMORA_BUILD", ROOT / "build")) / "bin" / "chemora"
REQUIRED = {"title", "parameter_file", "error", "against", "order", "cases", "set"}
OPTIONAL = {"within": 0.2, "error_below": math.inf, "ranks": 1}


class StudyError(Exception):
    """Something in the study file that its author can mend."""


def read_study(path):
    try:
        study = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise StudyError(f"{path}: {error}") from error
    unknown = set(study) - REQUIRED - set(OPTIONAL)
    missing = REQUIRED - set(study)
    if unknown or missing:
        raise StudyError(f"{path}: unknown entries {sorted(unknown)}, missing entries {sorted(missing)}")
    if len(study["cases"]) < 3:
        raise StudyError(f"{path}: a slope needs at least three cases")
    for case in study["cases"]:
        if study["against"] not in case:
            raise StudyError(f"{path}: the case {case} has no value for {study['against']}")
    return {**OPTIONAL, **study}


def find_parameter_file(study, study_path):
    for folder in (study_path.parent, ROOT):
        if (folder / study["parameter_file"]).is_file():
            return folder / study["parameter_file"]
    raise StudyError(f"{study_path}: there is no parameter file {study['parameter_file']}")


def with_parameters(text, assignments):
    """The parameter file `text` with each `name = value` of `assignments` in place of the file's own."""
    for name in assignments:
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(name)}[ \t]*=.*$", "", text)
    return text + "\n" + "".join(f"{name} = {value}\n" for name, value in assignments.items())


def last_value(path):
    """The last value of an IOScalar file: columns iteration, time, data."""
    lines = [line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return float(lines[-1][2])


def run_case(study, template, case, folder, ranks):
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        assignments = {name: str(value).format(**case) for name, value in study["set"].items()}
    except KeyError as error:
        raise StudyError(f"[set] uses {error}, which the case {case} does not give") from error
    assignments["IO::out_dir"] = '"data"'
    parameter_file = folder / "case.par"
    parameter_file.write_text(with_parameters(template, assignments))
    command = ["mpirun", "-n", str(ranks), str(CHEMORA), str(parameter_file)]
    result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    (folder / "log").write_text(result.stdout)
    if result.returncode != 0:
        raise StudyError(f"{' '.join(command)} ended with {result.returncode}:\n{result.stdout[-4000:]}")
    return last_value(folder / "data" / study["error"])


def slope(sizes, errors):
    """Least-squares slope of log(error) over log(size)."""
    x = [math.log(size) for size in sizes]
    y = [math.log(error) for error in errors]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


def print_table(study, sizes, errors):
    print(f"{study['against']:>12} {'error':>14} {'order':>8}")
    for i, (size, error) in enumerate(zip(sizes, errors)):
        order = f"{slope(sizes[i - 1:i + 1], errors[i - 1:i + 1]):8.3f}" if i else ""
        print(f"{size:12.6g} {error:14.6e} {order}")


def draw(study, sizes, errors, measured, path):
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 4))
    axes.loglog(sizes, errors, "o-", label=f"measured: {measured:.2f}")
    expected = [errors[-1] * (size / sizes[-1]) ** study["order"] for size in sizes]
    axes.loglog(sizes, expected, "--", color="grey", label=f"expected: {study['order']}")
    axes.set(xlabel=study["against"], ylabel=study["error"], title=study["title"])
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(prog="scripts/convergence", description=__doc__.splitlines()[0])
    parser.add_argument("study", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, help="folder for runs and plot (default: output/convergence/NAME)")
    parser.add_argument("--np", type=int, help="MPI ranks (default: the study's, or 1)")
    arguments = parser.parse_args()
    try:
        study = read_study(arguments.study)
        template = find_parameter_file(study, arguments.study).read_text()
        out = arguments.out or pathlib.Path("output/convergence") / arguments.study.stem
        print(study["title"])
        sizes, errors = [], []
        for number, case in enumerate(study["cases"], 1):
            print(f"case {number} of {len(study['cases'])}: {case}", flush=True)
            errors.append(run_case(study, template, case, out / str(number), arguments.np or study["ranks"]))
            sizes.append(case[study["against"]])
    except StudyError as error:
        sys.exit(f"error: {error}")
    measured = slope(sizes, errors)
    print_table(study, sizes, errors)
    draw(study, sizes, errors, measured, out / "convergence.svg")
    print(f"plot: {out / 'convergence.svg'}")
    converges = abs(measured - study["order"]) <= study["within"]
    small = errors[-1] <= study["error_below"]
    print(f"order {measured:.3f}, expected {study['order']} within {study['within']}: {'yes' if converges else 'NO'}")
    if not small:
        print(f"error {errors[-1]:g} at the finest case is not below {study['error_below']:g}")
    return 0 if converges and small else 1


if __name__ == "__main__":
    sys.exit(main())
