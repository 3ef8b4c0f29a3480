"""Collecting like terms gives no kernel of the Einstein equations more operations, and rounding errors on random data, measured
against an evaluation in extended precision, do not grow."""

import subprocess

import numpy
import pytest

import graphs
import simulation

N, SEEDS, SPACING = 12, range(4), (0.3, 0.25, 0.35)
RELATIVITY = simulation.SOURCE / "thorns/Relativity"
EQUATIONS = [RELATIVITY / "BSSN/equations/bssn.edl", RELATIVITY / "ADMConstraints/equations/constraints.edl"]
PARAMETERS = {"real64": 0.75, "boolean": True}  # by type; keywords have their first value
OPERATIONS = {"add": 1, "subtract": 1, "multiply": 1, "divide": 1, "fma": 2}
DIAGONAL = {"gt11", "gt22", "gt33", "gxx", "gyy", "gzz", "phi", "alpha", "alp"}  # near 1; all others near 0
EXTENDED = numpy.longdouble


def kernels(equations, stage):
    """Returns the graphs after a stage of edlc in the first round of the passes, keyed by name and guards."""
    result = subprocess.run([simulation.EDLC, f"--dump-after={stage}", equations], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    by_key = {}
    for graph in graphs.graphs_in(result.stdout):
        by_key.setdefault(" ".join([graph.name, *graph.guards.values()]), graph)
    return by_key


def operations(graph):
    """The operations per point. Values that depend on no load are computed outside the loops."""
    varying, total = set(), 0
    for target, _, operation, *operands in (words for words in graph.lines if words[0] != "store"):
        if operation == "load" or varying.intersection(operands):
            varying.add(target)
            total += OPERATIONS.get(operation, 0)
    return total


def random_fields(graph, seed):
    random = numpy.random.default_rng(seed)
    names = sorted(words[3] for words in graph.lines if words[2] == "load")
    return {name: (name.split("::")[-1] in DIAGONAL) + 0.2 * random.uniform(-1, 1, (N, N, N)) for name in names}


def evaluated(graph, fields, kind):
    parameters = {name: kind(PARAMETERS["real64"]) if of_type == "real64" else PARAMETERS.get(of_type)
                  for name, of_type in graph.types.items()}
    parameters |= {name: values[0] for name, values in graph.keywords.items()}
    return graph.evaluate({name: values.astype(kind) for name, values in fields.items()}, {**parameters, **graph.guards},
                          tuple(kind(h) for h in SPACING))


def rounding_errors(graph, reference, seed):
    """Largest and root-mean-square error of each stored variable, relative to the variable's root mean square."""
    fields = random_fields(reference, seed)
    exact, rounded = evaluated(reference, fields, EXTENDED), evaluated(graph, fields, numpy.float64)
    norm = lambda values: numpy.sqrt(numpy.mean(numpy.square(values)))
    differences = [(rounded[name] - exact[name]) / max(norm(exact[name]), numpy.finfo(float).tiny) for name in exact]
    return max(float(numpy.max(numpy.abs(values))) for values in differences), float(norm([norm(values) for values in differences]))


@pytest.mark.parametrize("equations", EQUATIONS, ids=lambda path: path.stem)
def test_operations_and_rounding_errors(equations):
    if numpy.finfo(EXTENDED).eps >= numpy.finfo(float).eps:
        simulation.skip("this machine's long double is no more precise than double")
    kernels_before, kernels_after = kernels(equations, "canonicalise"), kernels(equations, "collect_terms")
    assert kernels_before.keys() == kernels_after.keys()
    for name, before in kernels_before.items():
        largest, mean = {}, {}
        for stage, graph in (("before", before), ("after", kernels_after[name])):
            errors = [rounding_errors(graph, before, seed) for seed in SEEDS]
            largest[stage], mean[stage] = max(error for error, _ in errors), float(numpy.mean([rms for _, rms in errors]))
        counts = operations(before), operations(kernels_after[name])
        print(f"{name}: {counts[0]} operations, {counts[1]} after; rms errors {mean}; largest {largest}")
        assert counts[1] <= counts[0]
        assert largest["after"] <= 1.2 * largest["before"] and mean["after"] <= 1.02 * mean["before"]
