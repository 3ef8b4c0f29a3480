"""Searches for the fastest tile of several stencils, and compares it with the choice of the cost model.

A search measures up to 400 tiles. Along x a tile covers a row or one of at most 4 parts of whole cache lines. Along y
and z its size is a power of two, or the grid divided into equal parts."""

import concurrent.futures
import json
import os
import re
import statistics
import subprocess
import sys

from benchmarks.common import (BUILD, add_rank_correlations, add_runs_option, add_threads_option, graphs_of, measured, table,
                               with_threads)
from option_types import new_file

TARGETS = ["bench_tiles", "edlc"]
OBJECTS = BUILD / "benchmarks/tiles"

STAR = "D_11 u{0} + D_22 u{0} + D_33 u{0}"
KINDS = {
    "independent": STAR,
    "coupled": STAR + " + u{1} u{2}",
    "mixed": STAR + " + D_12 u{0} + D_13 u{0} + D_23 u{0}",
}
BOXES = [(64, 64, 64), (100, 37, 51), (200, 200, 8), (8, 200, 200), (33, 65, 129), (128, 128, 128)]


def equations(kind, order, fields):
    """Returns the equations of a thorn with `fields` variables, each of which has its own right-hand side."""
    names = range(1, fields + 1)
    sides = "\n".join("  rhs{} = {}".format(n, KINDS[kind].format(n, n % fields + 1, (n + 1) % fields + 1)) for n in names)
    return (f"begin thorn Tiles\nbegin variables\n  {' '.join(f'u{n} rhs{n}' for n in names)}\nend variables\n"
            f"begin derivatives\n  D_i = centred({order})\nend derivatives\n"
            f"begin calculation RHS scheduled at evol\n{sides}\nend calculation\nend thorn\n")


def family(quick):
    """Returns cases (kind, order, fields, box, type): each order with each number of fields on two different boxes.

    Two consecutive cases differ only in the box, so `--part 1/2` and `--part 2/2` both contain all other combinations.
    The constants of the cost model were fitted with one half of the cases; the other half tests the constants."""
    if quick:
        return [("independent", 4, 1, BOXES[0], "real64"), ("independent", 4, 3, BOXES[1], "real64")]
    cases = []
    for o, order in enumerate((2, 4, 6, 8)):
        for f, fields in enumerate((1, 3, 10, 30)):
            kind = "coupled" if (o + f) % 2 else "independent"
            cases += [(kind, order, fields, BOXES[(o + 2 * f + b) % 6], "real64") for b in (0, 3)]
    for o, order in enumerate((2, 4, 6, 8)):
        cases += [("independent", order, 3, BOXES[(2 * o + 1 + b) % 6], "real32") for b in (0, 3)]
        cases += [("mixed", order, (1, 3)[o % 2], BOXES[(2 * o + b) % 6], "real64") for b in (0, 3)]
    return [case for case in cases if case[2] * case[3][0] * case[3][1] * case[3][2] < 3e7]


def part_of(text):
    number, parts = map(int, text.split("/"))
    if not 1 <= number <= parts:
        raise ValueError(text)
    return number - 1, parts


def text(case):
    kind, order, fields, box, real = case
    return f"{kind} order={order} fields={fields} {'x'.join(map(str, box))} {real}"


def graph_of(case):
    """Returns the text of the graph. The text is cached in a file, because edlc takes seconds for thirty fields."""
    kind, order, fields = case[:3]
    file = OBJECTS / f"{kind}-{order}-{fields}.graph"
    if not file.exists():
        OBJECTS.mkdir(parents=True, exist_ok=True)
        edl = file.with_suffix(".edl")
        edl.write_text(equations(kind, order, fields))
        file.write_text(graphs_of(edl))
    return file.read_text()


def bench(case, threads, runs, *more):
    kind, order, fields, box, real = case
    command = [BUILD / "bin/bench_tiles", "Tiles_RHS", *map(str, box), real, str(runs), OBJECTS, *more]
    done = subprocess.run(command, input=graph_of(case), env=with_threads(threads), stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{text(case)}: bench_tiles failed")
    return json.loads(done.stdout) if done.stdout else None


def tiles_of(text):
    """Converts the argument of the option `--tiles` to the format that the program bench_tiles expects."""
    for tile in text.split(","):
        if not re.fullmatch(r" *[1-9]\d* +[1-9]\d* +[1-9]\d* *", tile):
            raise ValueError(text)
    return ["tiles=" + text]


def plot(results, file):
    """Draws a panel for each case: for each tile, its time divided by the smallest time over its cost divided by the
    smallest cost."""
    import plot_style

    columns = min(4, len(results))
    rows = -(-len(results) // columns)
    figure, axes = plot_style.new_figure(rows, columns, 4.5, 3.5)
    for result, axis in zip(results, axes.flat):
        tiles = result["tiles"]
        min_cost, min_time = min(t["cost"] for t in tiles), min(t["seconds"] for t in tiles)
        axis.loglog([t["cost"] / min_cost for t in tiles], [t["seconds"] / min_time for t in tiles], ".", markersize=3)
        axis.set(title=result["case"], xlabel="cost / smallest cost", ylabel="time / smallest time")
    for axis in axes.flat[len(results):]:
        axis.remove()
    plot_style.save(figure, file)


def add_options(parser):
    add_threads_option(parser)
    add_runs_option(parser, default=7)
    parser.add_argument("--only", default="", metavar="TEXT", help="only cases whose name contains this text")
    parser.add_argument("--tiles", type=tiles_of, default=[], metavar="'X Y Z, ...'",
                        help="measure these tiles and the tile that the cost model chooses, instead of a search")
    parser.add_argument("--plot", type=new_file, metavar="FILE.svg", help="draw model cost against time")
    parser.add_argument("--part", type=part_of, default=(0, 1), metavar="N/M", help="measure every M-th case, starting with case N")


def run(arguments):
    first, step = arguments.part
    cases = [case for case in family(arguments.quick)[first::step] if arguments.only in text(case)]
    tasks = [(case, threads) for threads in arguments.threads for case in cases]
    print(f"compiling {len(tasks)} kernels", file=sys.stderr, flush=True)
    for case in cases:
        graph_of(case)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(lambda task: bench(*task, arguments.runs, "compile"), tasks))

    def measure(task):
        case, threads = task
        result = {"case": f"{text(case)} threads={threads}", **bench(case, threads, arguments.runs, *arguments.tiles)}
        add_rank_correlations(result)
        return result

    document = measured(tasks, lambda task: f"{text(task[0])}, {task[1]} threads", measure)
    if document["results"]:
        print_table(document["results"])
    if arguments.plot and document["results"]:
        plot(document["results"], arguments.plot)
    return document


def print_table(results):
    """Prints a row for each search, and statistics of all searches."""
    rows = [["case", "tiles", "planes", "chosen", "best", "chosen/best", "quartiles", "chosen/itself", "rank correlation",
             "formula as printed"]]
    for result in results:
        rows.append([result["case"], str(len(result["tiles"])), str(result["planes"]), result["chosen"], result["best"],
                     f"{result['ratio']:.3f}", "{:.3f} {:.3f}".format(*result["quartiles"]), f"{result['itself_ratio']:.3f}",
                     f"{result['rank_correlation']:.2f}", f"{result['rank_correlation_printed']:.2f}"])
    print(table(rows))
    ratios = [result["ratio"] for result in results]
    noise = [abs(result["itself_ratio"] - 1) for result in results]
    print(f"chosen/best: median {statistics.median(ratios):.3f}, worst {max(ratios):.3f}; "
          f"the chosen tile over itself differs from 1 by {statistics.median(noise):.3f} (median), at most {max(noise):.3f}; "
          f"rank correlation: median {statistics.median(result['rank_correlation'] for result in results):.2f}, "
          f"formula as printed {statistics.median(result['rank_correlation_printed'] for result in results):.2f}")
