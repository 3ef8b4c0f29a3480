"""The commands of docs/analysis.md for the programs in thorns/Analysis/Analysis/patterns/papers: each program, with generated inputs
and its parameter file, has the results of an implementation with NumPy."""

import collections
import re
import shutil
import subprocess

import numpy
import pytest
from analyses import table
from checkout import linked_copy
from simulation import HANG_SECONDS, SOURCE, environment

from generate_arrays import PROGRAMS, sizes_of

PAGE = (SOURCE / "docs/analysis.md").read_text()
(COMMANDS,) = re.findall(r"^```sh\n([^`]*generate-arrays[^`]*)^```$", PAGE, re.MULTILINE)
EPSILON = numpy.finfo(float).eps  # twice the largest relative error of an operation


# Each implementation has the parameters and inputs of its program as arguments. For each result it returns the values and their
# tolerance, which is 0 for integers. `value` is the only array of a program.


def sums(terms, axis):
    return {"value": (terms.sum(axis), terms.shape[axis] * EPSILON * abs(terms).sum(axis))}


def nearest_neighbours(n_nearest, latitude, longitude, places):
    distances = numpy.hypot(places["latitude"] - latitude, places["longitude"] - longitude)
    nearest = numpy.argsort(distances)[:n_nearest]
    return {"place": (nearest, 0), "distance": (distances[nearest], 4 * EPSILON * distances[nearest])}


def error_of_elimination(matrix):
    """The relative error of elimination if |L| |U| is at most 2 |A|, as for matrices with a dominant diagonal."""
    return 6 * len(matrix) * EPSILON * numpy.linalg.cond(matrix, numpy.inf)


def gaussian_elimination(matrix, right_side):
    solution = numpy.linalg.solve(matrix, right_side)
    return {"value": (solution, error_of_elimination(matrix) * abs(solution).max())}


def lu_decomposition(matrix):
    """Computes a row of U and then a column of L in each step."""
    n = len(matrix)
    lower, upper = numpy.zeros((n, n)), numpy.zeros((n, n))
    for k in range(n):
        upper[k, k:] = matrix[k, k:] - lower[k, :k] @ upper[:k, k:]
        lower[k + 1:, k] = (matrix[k + 1:, k] - lower[k + 1:, :k] @ upper[:k, k]) / upper[k, k]
    return {"value": (lower + upper, error_of_elimination(matrix) * abs(upper).max())}


def breadth_first_search(source, graph):
    targets = collections.defaultdict(list)
    for row, column in zip(graph["row"], graph["column"]):
        targets[row].append(column)
    costs, queue = {source: 0}, collections.deque([source])
    while queue:
        node = queue.popleft()
        for target in targets[node]:
            if target not in costs:
                costs[target] = costs[node] + 1
                queue.append(target)
    return {"value": ([costs.get(node, -1) for node in range(n_nodes(graph))], 0)}


def n_nodes(graph):
    return int(max(graph["row"].max(), graph["column"].max())) + 1


def add_flow(array, axis, flow):
    """Moves the flow through each face from the point after the face to the point before it."""
    along = array.swapaxes(0, axis)
    along[:-1] += flow.swapaxes(0, axis)
    along[1:] -= flow.swapaxes(0, axis)


def hotspot(n_steps, chip_height, chip_width, thickness, max_density, precision, ambient, power, temperature):
    """Heat flows through the faces between cells, and from each cell to the surroundings. A step does not increase differences of
    temperatures, and its rounding error is that of the last sum."""
    height, width = chip_height / len(power), chip_width / len(power[0])
    conductivity = 100
    for _ in range(n_steps):
        heat = power + conductivity * height * width / thickness * (ambient - temperature)
        for axis, ratio in enumerate([width / height, height / width]):
            add_flow(heat, axis, 2 * conductivity * thickness * ratio * numpy.diff(temperature, axis=axis))
        temperature = temperature + precision / max_density / (height * width) * heat
    return {"value": (temperature, 2 * n_steps * EPSILON * temperature.max())}


def mandelbrot(rows, columns, max_iterations, left, top, width):
    cy, cx = numpy.meshgrid(top + width * numpy.arange(rows) / rows, left + width * numpy.arange(columns) / columns, indexing="ij")
    x, y, iterations = numpy.zeros_like(cx), numpy.zeros_like(cx), numpy.zeros_like(cx)
    for _ in range(max_iterations):
        inside = x * x + y * y <= 4
        iterations += inside
        x, y = numpy.where(inside, x * x - y * y + cx, x), numpy.where(inside, 2 * x * y + cy, y)
    return {"value": (iterations, 0)}


def srad(n_steps, r1, r2, c1, c2, image, **others):
    """Diffusion through the faces between points. The coefficient of a face is that of the point after it; a rounding error of
    `variation` changes it by up to 1 / `noise` times as much."""
    u, tolerance = numpy.exp(image), 0
    for _ in range(n_steps):
        sample = u[r1:r2 + 1, c1:c2 + 1]
        noise = sample.var() / sample.mean()**2
        tolerance += 10 * EPSILON / noise
        padded = numpy.pad(u, 1, mode="edge")
        neighbours = numpy.array([padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]]) / u - 1
        laplacian = neighbours.sum(axis=0)
        variation = ((neighbours**2).sum(axis=0) / 2 - laplacian**2 / 16) / (1 + laplacian / 4)**2
        coefficient = numpy.clip(1 / (1 + (variation - noise) / (noise * (1 + noise))), 0, 1)
        change = numpy.zeros_like(u)
        for axis in (0, 1):
            after = coefficient[1:] if axis == 0 else coefficient[:, 1:]
            add_flow(change, axis, others["lambda"] / 4 * after * numpy.diff(u, axis=axis))
        u = u + change
    return {"value": (numpy.log(u), tolerance)}


def pathfinder(wall):
    costs = wall[0]
    for row in wall[1:]:
        padded = numpy.pad(costs, 1, mode="edge")
        costs = row + numpy.minimum(numpy.minimum(padded[:-2], costs), padded[2:])
    return {"costs": (costs, 0), "least": (costs.min(), 0)}


def qpscd(upper, relaxation, q, c, order):
    """The minimum, by steps of all coordinates together. Such a step, and an epoch of the program, multiply the largest error of a
    coordinate by `contraction` or less."""
    diagonal = q.diagonal()
    contraction = (abs(q).sum(axis=1) / diagonal - 1).max()
    assert relaxation == 1 and contraction < 0.5
    x = numpy.zeros(len(c))
    for _ in range(100):
        x = numpy.clip(x - (q @ x + c) / diagonal, 0, upper)
    assert {0, upper} < set(x)
    tolerance = upper * (contraction**(order.size // len(c)) + 2 * len(c) * EPSILON)
    return {"solution": (x, tolerance), "objective": (x @ q @ x / 2 + c @ x, tolerance * (abs(q) @ x + abs(c)).sum())}


def clustering(n_clusters, frames):
    centres, distances = [0], numpy.linalg.norm(frames - frames[0], axis=1)[None]
    while len(centres) < n_clusters:
        centres.append(distances.min(axis=0).argmax())
        distances = numpy.vstack([distances, numpy.linalg.norm(frames - frames[centres[-1]], axis=1)])
    radius = distances.min(axis=0).max()
    return {"centre_frames": (centres, 0), "cluster_of_frame": (distances.argmin(axis=0), 0),
            "radius": (radius, len(frames[0]) * EPSILON * radius)}


def naive_bayes(counts, is_spam):
    results = {"spam_prior": (is_spam.mean(), EPSILON)}
    for name, documents in (("spam", is_spam == 1), ("other", is_spam == 0)):
        words = counts[documents].sum(axis=0)
        logarithms = numpy.log((words + 1) / (words.sum() + len(words)))
        results |= {f"{name}_count_of_word": (words, 0), f"{name}_log_probability": (logarithms, EPSILON * (1 + 2 * abs(logarithms)))}
    return results


def page_rank(damping, max_iterations, tolerance, links):
    """The ranks are those that a step does not change. Each step multiplies the sum of the errors by `damping` or less, and the
    last one changes the ranks by less than `tolerance`."""
    n = n_nodes(links)
    step = numpy.zeros((n, n))
    step[links["row"].astype(int), links["column"].astype(int)] = 1
    dangling = step.sum(axis=0) == 0
    assert dangling.any() and damping**max_iterations < tolerance
    step[:, dangling] = 1
    ranks = numpy.linalg.solve(numpy.eye(n) - damping * step / step.sum(axis=0), numpy.full(n, (1 - damping) / n))
    return {"value": (ranks, tolerance * damping / (1 - damping))}


IMPLEMENTATIONS = {
    "sum_rows": lambda m: sums(m, 1),
    "sum_columns": lambda m: sums(m, 0),
    "sum_weighted_rows": lambda m, weights: sums(m * weights, 1),
    "sum_weighted_columns": lambda m, weights: sums(m * weights[:, None], 0),
    **{each.__name__: each for each in (nearest_neighbours, gaussian_elimination, lu_decomposition, breadth_first_search, hotspot,
                                        mandelbrot, srad, pathfinder, qpscd, clustering, naive_bayes, page_rank)},
}
WITHOUT_INPUTS = {"mandelbrot"}


def read_input(path):
    """Returns the array of a file, or its columns by name."""
    header = path.read_text().split("\n", 1)[0]
    if not header[0].isalpha():
        return numpy.loadtxt(path, delimiter=",")
    return dict(zip(header.split(","), numpy.loadtxt(path, delimiter=",", skiprows=1, unpack=True)))


def read_results(folder):
    """Returns the parameters and the results of a run by name. Arrays have the extents of their indices."""
    parameters, results = {}, {}
    for path in folder.glob("*.tsv"):
        text = path.read_text()
        for assignment in re.findall(r"(\w+ = [^,;]+)[,;]", text.splitlines()[1]):
            name, value = assignment.split(" = ")
            parameters[name] = int(value) if value.isdigit() else float(value)
        columns = table(text, 0)
        extents = [int(column.max()) + 1 for name, column in columns.items() if name.startswith("index")]
        for name, column in columns.items():
            if not re.fullmatch("iteration|time|index.*", name):
                output = path.stem.partition("-")[2]
                results[output or name] = column.reshape(extents) if extents else column
    return parameters, results


@pytest.fixture(scope="module")
def copy():
    """A copy of the checkout with its own folder of parameter files, so that their inputs are in the copy."""
    folder = linked_copy()
    (folder / "params").unlink()
    shutil.copytree(SOURCE / "params", folder / "params")
    return folder


def execute(command, folder, expect=0):
    result = subprocess.run(["bash", "-c", command], cwd=folder, env=environment(), timeout=HANG_SECONDS, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert result.returncode == expect, f"{command}\n{result.stdout}"
    return result.stdout


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
def test_results_are_those_of_numpy(copy, name):
    generate, launch = COMMANDS.replace("page_rank", name).splitlines()
    if name not in WITHOUT_INPUTS:
        execute(generate, copy)
    assert "WARNING" not in execute(launch, copy)
    inputs = {path.stem: read_input(path) for path in (copy / "output" / name).glob("*.csv")}
    parameters, results = read_results(copy / "output" / name)
    expected = IMPLEMENTATIONS[name](**parameters, **inputs)
    assert set(results) == set(expected)
    for output, (values, tolerance) in expected.items():
        assert results[output].size == numpy.size(values), output
        assert (abs(results[output] - values) <= tolerance).all(), output


def test_every_program_has_a_parameter_file_and_inputs():
    programs = {path.stem for path in (SOURCE / "thorns/Analysis/Analysis/patterns/papers").glob("*.pat")}
    assert programs == set(IMPLEMENTATIONS) == {path.stem for path in (SOURCE / "params/patterns").glob("*.par")}
    assert programs == set(PROGRAMS) | WITHOUT_INPUTS


@pytest.mark.parametrize("name", PROGRAMS)
def test_inputs_depend_on_the_options_only(copy, name):
    def contents(options):
        folder = copy / "output/options"
        shutil.rmtree(folder, ignore_errors=True)
        execute(f"scripts/generate-arrays {name} {folder} {options}", copy)
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    sizes = " ".join(map(str, range(5, 5 + len(sizes_of(name)))))
    small = contents(f"--size {sizes}")
    assert small == contents(f"--size {sizes} --seed 1")
    assert small != contents(f"--size {sizes} --seed 2") and small != contents("")


def test_sizes_of_inputs(copy):
    execute("scripts/generate-arrays naive_bayes output/sizes --size 7", copy)
    assert read_input(copy / "output/sizes/counts.csv").shape == (7, 50)


WRONG = {"sum_row": "invalid choice: 'sum_row'", "page_rank --size 10 20": "page_rank has 1 size, not 2; see --help",
         "srad --size 1": "1 is not a whole number of at least 2"}


@pytest.mark.parametrize("options", WRONG)
def test_wrong_options(copy, options):
    program, _, others = options.partition(" ")
    assert WRONG[options] in execute(f"scripts/generate-arrays {program} output/wrong {others}", copy, expect=2)
    assert not (copy / "output/wrong").exists()
