"""Measures the flux kernel of docs/tutorials/step-3 as the program Loo.py transforms it, on an OpenCL processor (PoCL).

usage: loopy_fluxes.py FILE POINTS ELEMENTS real64|real32 MEASUREMENTS

The statements of the file's script, in its branch for devices, are executed by Loo.py. Prints {"median": points/s, "samples": [...]}. Needs the
packages loopy, pyopencl and fparser of PyPI and an OpenCL driver."""

import json
import pathlib
import re
import statistics
import sys
import time

import loopy
import loopy.match
import numpy
import pyopencl
import pyopencl.array


class Reached(Exception):
    """The script has reached the last level, which is the argument."""


def transformed(path, points, real):
    text = pathlib.Path(path).read_text()
    if real == "real64":  # Loo.py has no option for the size of `real`
        text = re.sub(r"(?m)^( *real)\b", r"\1*8", text)
    fortran, comments = text[:text.index("!$loopy begin\n!")], text[text.index("!$loopy begin\n!"):]
    script = "\n".join(line[2:] for line in comments.splitlines() if not line.startswith("!$"))

    def parse_fortran(source, name, **options):
        unit = loopy.parse_fortran(source, name, **options)
        return [unit[kernel] for kernel in sorted(unit.callables_table)]

    def report(kernel, title):
        if title == "level 8":
            raise Reached(kernel)

    names = {name: getattr(loopy, name) for name in dir(loopy) if not name.startswith("_")}
    names |= {"SOURCE": fortran, "FILENAME": path, "Nq": points, "device": "opencl", "m": loopy.match, "report": report,
              "parse_fortran": parse_fortran, "tag_data_axes": loopy.tag_array_axes, "set_loop_priority": loopy.prioritize_loops}
    try:
        exec(script, names)  # the script of our own file
    except Reached as reached:
        # The updates of both directions may be added in any order.
        kernel = loopy.set_options(reached.args[0], enforce_variable_access_ordered=False)
        for name in kernel.default_entrypoint.temporary_variables:
            if name.startswith("flux_store"):
                kernel = loopy.set_temporary_address_space(kernel, name, "local")
        kernel = loopy.allocate_temporaries_for_base_storage(loopy.infer_unknown_types(kernel))
        kernel = loopy.add_inames_to_insn(kernel, frozenset(["e"]), "id:D_fetch_rule")
        return loopy.tag_inames(kernel, "D_dim_0:l.0, D_dim_1:l.1")
    sys.exit(f"{path} has no report of level 8")


def array_of_vectors(queue, generator, points, elements, dtype):
    """Returns an array with the axes i, j, k, inner field, outer field, element. The four inner fields vary fastest, then i, j, k,
    the element and the outer field."""
    size = dtype().nbytes
    cube = 4 * size * points**3
    strides = [4 * size, 4 * size * points, 4 * size * points**2, size, cube * elements, cube]
    array = pyopencl.array.Array(queue, (points, points, points, 4, 2, elements), dtype, strides=strides)
    values = generator.uniform(1, 2, points**3 * elements * 8).astype(dtype)
    pyopencl.enqueue_copy(queue, array.base_data, values)
    return array


def main():
    path, points, elements, real, runs = sys.argv[1], *map(int, sys.argv[2:4]), sys.argv[4], int(sys.argv[5])
    dtype = numpy.float64 if real == "real64" else numpy.float32
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    kernel = transformed(path, points, real)
    shapes = {"geo": (points,) * 3 + (11, elements), "D": (points, points), "q": (points,) * 3 + (8, elements),
              "rhsq": (points,) * 3 + (8, elements)}
    generator = numpy.random.default_rng(1)
    arrays = {name: pyopencl.array.to_device(queue, numpy.asfortranarray(generator.uniform(1, 2, shape).astype(dtype)))
              for name, shape in shapes.items()}
    for name in ("q", "rhsq"):
        arrays[name] = array_of_vectors(queue, generator, points, elements, dtype)

    def run(n):
        start = time.perf_counter()
        for _ in range(n):
            kernel(queue, Ne=elements, **arrays)
        queue.finish()
        return time.perf_counter() - start

    run(1)
    n_runs = 1
    while run(n_runs) < 0.3:  # as in section 4 of the paper
        n_runs *= 2
    rates = [points**3 * elements * n_runs / run(n_runs) for _ in range(runs)]
    print(json.dumps({"median": statistics.median(rates), "samples": rates}))


if __name__ == "__main__":
    main()
