"""Prints registers and spills that CUDA's compiler reports for kernels planned for an H200, for several ways to address
arrays and orders of statements. No GPU is needed. The columns of the table are:

fixed        strides are compiled in; each array has its own address (the default)
run-time     strides are arguments of the launch (CaKernel::strides)
one address  all inputs are at constant distances from one address, all outputs from another (fixed offsets of the
             paper)
order        order of statements: `slim` as in the graph, `fat` for few live values; `live` contains the numbers of live
             values
untreated    one kernel without the measures for fat kernels, in blocks as large as its registers allow
"""

import json
import re
import subprocess
import sys

from benchmarks.common import BUILD, ROOT, add_orders_option, cube_side, graphs_of, table

TARGETS = ["bench_registers", "edlc"]

# Parameters of scripts/bench bssn: 1+log slicing, Gamma driver, advection, dissipation.
BSSN = ("conformal_factor=1", "advect_lapse=1", "advect_shift=1", "dissipation_strength=0.1", "shift_condition=0",
        "shift_damping=1", "shift_gamma=0.75", "slicing=0", "evolve_A=0", "full_lapse_hessian=1", "harmonic_connection=0")
KERNELS = {"Wave_RHS": ("thorns/Examples/Wave/equations/wave.edl", ()), "BSSN_RHS": ("thorns/Relativity/BSSN/equations/bssn.edl", BSSN)}


def add_options(parser):
    add_orders_option(parser, default=[4, 8])
    parser.add_argument("--kernels", nargs="+", choices=KERNELS, default=list(KERNELS))
    parser.add_argument("--size", type=cube_side, default=256, help="points per axis of the cube without ghost zones")


ADDRESSINGS = ("fixed", "run-time", "one address")
OTHER_ORDER = "other order"  # fixed strides, with the order of statements that the plan does not select


def graphs_with_products(equations):
    """Returns all graphs except those that need mixed derivatives along diagonals; products of first derivatives are
    the default."""
    return "".join(graph for graph in re.split(r"(?m)^(?=graph )", graphs_of(equations))
                   if "when mixed_derivatives" not in graph or "when mixed_derivatives = product" in graph)


def compiled(kernel, order, size, variants=(*ADDRESSINGS, OTHER_ORDER)):
    equations, values = KERNELS[kernel]
    command = [BUILD / "bin/bench_registers", kernel, str(order), str(size), ",".join(variants), *values]
    done = subprocess.run(command, input=graphs_with_products(ROOT / equations), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{kernel}, order {order}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def rows_of(result):
    for number, kernel in enumerate(result["kernels"], 1):
        for found in kernel["found"]:
            live = kernel[f"live_{found['order']}"]
            yield [f"{result['case']} kernel {number}", str(kernel["arrays"]), kernel["plan"], found["addressing"], found["order"], str(live),
                   str(found["registers"]), f"{found['spill_store_bytes']}/{found['spill_load_bytes']}",
                   f"{found['occupancy']:.0%}", f"{found['seconds']:.1f}"]
    found = result["untreated"]
    yield [f"{result['case']} as one kernel, untreated", "", "", found["addressing"], found["order"], "", str(found["registers"]),
           f"{found['spill_store_bytes']}/{found['spill_load_bytes']}", f"{found['occupancy']:.0%}", f"{found['seconds']:.1f}"]


def summary_of(result):
    """Returns for each way of addressing, and for the untreated kernel, the largest number of registers of a thread and the
    bytes of spills of all kernels as text."""
    def text(compilations):
        spills = [sum(found[f"spill_{kind}_bytes"] for found in compilations) for kind in ("store", "load")]
        return f"{max(found['registers'] for found in compilations)}, {spills[0]}/{spills[1]} B"

    # The first compilation with each way of addressing has the order of statements that the plan chooses.
    first = [{found["addressing"]: found for found in reversed(kernel["found"])} for kernel in result["kernels"]]
    return {addressing: text([found[addressing] for found in first]) for addressing in ADDRESSINGS} | \
        {"untreated": text([result["untreated"]]), "kernels": str(len(result["kernels"]))}


def run(arguments):
    if arguments.quick:
        arguments.orders, arguments.kernels = [2], ["Wave_RHS"]
    rows = [["case", "arrays", "plan", "addresses", "order", "live", "registers", "spilled B", "occupancy", "seconds"]]
    results = []
    for kernel in arguments.kernels:
        for order in arguments.orders:
            results.append(compiled(kernel, order, arguments.size))
            results[-1]["summary"] = summary_of(results[-1])
            rows += rows_of(results[-1])
    print(table(rows))
    return {"results": results}
