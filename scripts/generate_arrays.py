"""Generates random inputs of the programs in thorns/Analysis/Analysis/patterns/papers (scripts/generate-arrays)."""

import argparse
import inspect
import pathlib

import numpy
from option_types import whole_number


def table(**columns):
    """Returns an array of structures, whose file has the names of the columns in its first line."""
    return numpy.rec.fromarrays(list(columns.values()), names=list(columns))


def matrix(random, rows, columns):
    return random.uniform(-1, 1, (rows, columns))


def dominant_matrix(random, n):
    """Returns a matrix that needs no pivots: the diagonal element exceeds the sum of all other absolute values of its row or column."""
    return matrix(random, n, n) + n * numpy.eye(n)


def graph(random, nodes):
    """Returns a sparse matrix with one to four elements in each row. About one column in twelve has no elements."""
    rows = numpy.repeat(numpy.arange(nodes), random.integers(1, 5, nodes))
    edges = numpy.unique(numpy.column_stack([rows, random.integers(0, nodes, len(rows))]), axis=0)
    return table(row=edges[:, 0], column=edges[:, 1])


def qpscd(random, n=32, epochs=50, batch_size=8):
    """Each epoch visits all coordinates in a random order. The minimum has coordinates at both bounds and between them."""
    half = matrix(random, n, n) / 2
    order = numpy.concatenate([random.permutation(n) for _ in range(epochs)])
    n_batches = max(1, len(order) // batch_size)
    return {"q": half + half.T + n * numpy.eye(n), "c": n * random.uniform(-15, 5, n),
            "order": numpy.resize(order, (n_batches, batch_size))}


def clustering(random, frames=200, dimensions=6, clusters=4):
    centres = random.uniform(-10, 10, (clusters, dimensions))
    return {"frames": centres[random.integers(0, clusters, frames)] + random.normal(size=(frames, dimensions))}


def naive_bayes(random, documents=200, words=50):
    is_spam = random.integers(0, 2, documents)
    means = random.exponential(size=(2, words))  # of the numbers of words in the two kinds of documents
    return {"counts": random.poisson(means[is_spam]), "is_spam": is_spam}


# The inputs of each program by name. The parameters after `random` are the sizes with their defaults.
PROGRAMS = {
    "sum_rows": lambda random, rows=64, columns=48: {"m": matrix(random, rows, columns)},
    "sum_columns": lambda random, rows=64, columns=48: {"m": matrix(random, rows, columns)},
    "sum_weighted_rows": lambda random, rows=64, columns=48: {"m": matrix(random, rows, columns), "weights": random.random(columns)},
    "sum_weighted_columns": lambda random, rows=64, columns=48: {"m": matrix(random, rows, columns), "weights": random.random(rows)},
    "nearest_neighbours": lambda random, places=1000: {"places": table(latitude=random.uniform(7, 64, places),
                                                                       longitude=random.uniform(0, 358, places))},
    "gaussian_elimination": lambda random, n=48: {"matrix": dominant_matrix(random, n), "right_side": random.uniform(-1, 1, n)},
    "lu_decomposition": lambda random, n=48: {"matrix": dominant_matrix(random, n)},
    "breadth_first_search": lambda random, nodes=1000: {"graph": graph(random, nodes)},
    "hotspot": lambda random, rows=64, columns=48: {"power": random.random((rows, columns)),
                                                    "temperature": random.uniform(320, 340, (rows, columns))},
    "srad": lambda random, rows=64, columns=48: {"image": random.random((rows, columns))},
    "pathfinder": lambda random, rows=50, columns=200: {"wall": random.integers(0, 10, (rows, columns))},
    "qpscd": qpscd,
    "clustering": clustering,
    "naive_bayes": naive_bayes,
    "page_rank": lambda random, nodes=1000: {"links": graph(random, nodes)},
}


def sizes_of(program):
    """Returns the default sizes of a program by name."""
    return {name: size.default for name, size in list(inspect.signature(PROGRAMS[program]).parameters.items())[1:]}


def write_csv(path, array):
    types = [array.dtype] if array.dtype.names is None else [array.dtype[name] for name in array.dtype.names]
    formats = ["%d" if numpy.issubdtype(each, numpy.integer) else "%.6g" for each in types]
    numpy.savetxt(path, array, delimiter=",", fmt=formats if array.dtype.names else formats[0],
                  header=",".join(array.dtype.names or []), comments="")
    print(f"written: {path}")


def main():
    descriptions = (f"{name}: " + ", ".join(f"{size} ({n})" for size, n in sizes_of(name).items()) for name in PROGRAMS)
    parser = argparse.ArgumentParser(prog="scripts/generate-arrays", formatter_class=argparse.RawDescriptionHelpFormatter,
                                     description="Generates the inputs of a program in thorns/Analysis/Analysis/patterns/papers.",
                                     epilog="\n  ".join(["programs, and their sizes with defaults:", *descriptions]))
    parser.add_argument("program", choices=PROGRAMS, metavar="PROGRAM")
    parser.add_argument("folder", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--size", type=whole_number(2), nargs="+", default=[], metavar="N",
                        help="sizes of the program, in the order below; those that are left out have their defaults")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    arguments = parser.parse_args()
    n_sizes = len(sizes_of(arguments.program))
    if len(arguments.size) > n_sizes:
        parser.error(f"{arguments.program} has {n_sizes} size{'s' * (n_sizes > 1)}, not {len(arguments.size)}; see --help")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    arrays = PROGRAMS[arguments.program](numpy.random.default_rng(arguments.seed), *arguments.size)
    for name, array in arrays.items():
        write_csv(arguments.folder / f"{name}.csv", array)


if __name__ == "__main__":
    main()
