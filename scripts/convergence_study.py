"""Measures the order of convergence of a study, prints a table and draws a plot.

A study (TOML; see testsuites/convergence/README.md):

    title = "Wave equation, fourth order in space"
    parameter_file = "params/wave/plane.par"      # relative to the project or to the study
    error = "u_error.norm2.asc"                   # a file of IOScalar; the error of a case is in the last line
    against = "h"                                 # an entry of `cases`, the spacing, which must decrease
    order = 4                                     # expected slope
    within = 0.2                                  # tolerance of the slope
    error_below = 1e-4                            # limit of the error in the finest case
    cases = [{ n = 16, h = 0.0625 }, { n = 24, h = 0.0416666 }, { n = 32, h = 0.03125 }]
    [set]                                         # parameters of the runs; {n} and {h} are replaced by values of a case
    "driver::global_nx" = "{n}"

If the exact solution is unknown, the entry `compare` compares three runs at their common times; the run with the
largest spacing is the first case:

    compare = { file = "mp_psi4_l2_m0_r6.00.asc", time = 1, value = 2 }  # instead of `error`; columns are counted from 1
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys

import self_convergence
from convergence_input import StudyError, assignments, read_study
from launcher import launch_command
from option_types import whole_number
from parameter_file import with_parameters

ROOT = pathlib.Path(__file__).resolve().parents[1]
SIZES = {"h": "grid spacing h", "dt": "time step dt"}
CHEMORA = pathlib.Path(os.environ.get("CHEMORA_BUILD", ROOT / "build")) / "bin" / "chemora"


def run_case(study, template, case, folder, ranks, options):
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    parameter_file = folder / "case.par"
    parameter_file.write_text(with_parameters(template, assignments(study, case) | {"IO::out_dir": '"data"'}), encoding="utf-8")
    command = [*launch_command(CHEMORA.parents[1], ranks), str(CHEMORA), *options, str(parameter_file)]
    result = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    (folder / "log").write_text(result.stdout)
    if result.returncode != 0:
        raise StudyError(f"{' '.join(command)} ended with {result.returncode}:\n{result.stdout[-4000:]}")


def last_error(path):
    """Returns the last value of an IOScalar file, whose columns are iteration, time and data."""
    _, values = self_convergence.read_series(path, time=2, value=3, min_values=1)
    if values[-1] <= 0:
        raise self_convergence.DataError(f"{path} ends with {values[-1]:g}; errors must be above 0, because the order is the slope of their logarithms")
    return float(values[-1])


def slope(sizes, errors):
    """Returns the slope of log(error) over log(size) by least squares."""
    x = [math.log(size) for size in sizes]
    y = [math.log(error) for error in errors]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)


def print_table(study, sizes, errors):
    print(f"{study['against']:>12} {'error':>14} {'order':>8}")
    for i, (size, error) in enumerate(zip(sizes, errors)):
        order = f"{slope(sizes[i - 1:i + 1], errors[i - 1:i + 1]):8.3f}" if i else ""
        print(f"{size:12.6g} {error:14.6e} {order}")


def quantity_in(file):
    """The quantity in an output file, in words."""
    import plot_style
    from chemora.black_holes import MODE_FILE
    from chemora.text_files import IOSCALAR_FILE

    if match := IOSCALAR_FILE.fullmatch(file):
        return plot_style.reduction_of(match[1], match[2] or "value")
    if match := MODE_FILE.fullmatch(file):
        return f"{match['name']}, mode ({match['l']}, {match['m']}) at r = {float(match['radius']):g}"
    return pathlib.Path(file).stem


def draw(study, sizes, errors, measured, path):
    import plot_style

    figure, ((axes,),) = plot_style.new_figure(1, 1, 8, 4.5)
    axes.loglog(sizes, errors, "o-", label=f"measured, order {measured:.2f}")
    expected = [errors[-1] * (size / sizes[-1]) ** study["order"] for size in sizes]
    axes.loglog(sizes, expected, "--", color="0.4", label=f"order {study['order']}")
    plot_style.log_scale(axes)
    axes.set_xticks(sizes, [f"{size:.4g}" for size in sizes])
    axes.set_xticks([], minor=True)
    axes.set(xlabel=SIZES.get(study["against"], study["against"]), ylabel=quantity_in(study["error"]), title=study["title"])
    plot_style.legend_beside(axes)
    plot_style.save(figure, path)


def evaluate_errors(study, template, sizes, folders, out, arguments):
    """(order, whether the error of the finest case is below its limit)"""
    errors = [last_error(folder / study["error"]) for folder in folders]
    measured = slope(sizes, errors)
    print_table(study, sizes, errors)
    draw(study, sizes, errors, measured, out / "convergence.svg")
    if errors[-1] > study["error_below"]:
        print(f"the error {errors[-1]:g} of the finest case is not below {study['error_below']:g}")
    return measured, errors[-1] <= study["error_below"]


def evaluate_differences(study, template, sizes, folders, out, arguments):
    import plot_style
    from chemora.parameters import parse_parameters

    columns = study["compare"]
    file = arguments.file or columns["file"]
    series = [self_convergence.read_series(folder / file, columns["time"], columns["value"], min_values=3) for folder in folders]
    times, values, measured = self_convergence.compare(sizes, series, *arguments.times)
    self_convergence.print_table(sizes, times, values, measured)
    labels = {"title": study["title"], "quantity": quantity_in(file), "time": plot_style.Units(parse_parameters(template)).time()}
    self_convergence.draw(labels, sizes, times, values, study["order"], out / "convergence.svg")
    return measured, True


def main():
    parser = argparse.ArgumentParser(prog="scripts/convergence", description=__doc__.splitlines()[0])
    parser.add_argument("study", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, help="folder for runs and plot (default: output/convergence/NAME)")
    parser.add_argument("--np", type=whole_number(), help="MPI ranks (default: the study's, or 1)")
    parser.add_argument("--thorn-library", type=pathlib.Path, help="a library of scripts/build --add, which the runs load")
    parser.add_argument("--evaluate", action="store_true", help="evaluate the runs of an earlier call in that folder")
    parser.add_argument("--times", type=float, nargs=2, default=(-math.inf, math.inf), metavar=("FIRST", "LAST"),
                        help="compare only these times, for a study with `compare`")
    parser.add_argument("--file", help="compare this output file instead of the one of the study, for a study with `compare`")
    arguments = parser.parse_args()
    options = ["--thorn-library", str(arguments.thorn_library.resolve())] if arguments.thorn_library else []
    try:
        study, template = read_study(arguments.study)
        out = arguments.out or pathlib.Path("output/convergence") / arguments.study.stem
        print(study["title"])
        sizes = [case[study["against"]] for case in study["cases"]]
        for number, case in enumerate(study["cases"], 1):
            print(f"case {number} of {len(study['cases'])}: {case}", flush=True)
            if not arguments.evaluate:
                run_case(study, template, case, out / str(number), arguments.np or study["ranks"], options)
        evaluate = evaluate_differences if "compare" in study else evaluate_errors
        measured, is_small = evaluate(study, template, sizes, [out / str(number) / "data" for number in range(1, len(sizes) + 1)], out, arguments)
    except (StudyError, self_convergence.DataError, OSError) as error:
        sys.exit(f"error: {error}")
    print(f"plot: {out / 'convergence.svg'}")
    converges = abs(measured - study["order"]) <= study["within"]
    print(f"order {measured:.3f}, expected {study['order']} within {study['within']}: {'yes' if converges else 'NO'}")
    return 0 if converges and is_small else 1


if __name__ == "__main__":
    sys.exit(main())
