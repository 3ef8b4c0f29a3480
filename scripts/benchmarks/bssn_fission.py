"""BSSN's right-hand side as one kernel, by output groups, and derivatives first: what parting costs and gains."""

import pathlib
import re
import statistics
import sys
import tempfile

from benchmarks.bssn_run import bssn_parameters, bssn_run, right_hand_side
from benchmarks.common import table

OPERATIONS = 1500  # of a part, as many as leave three or four of them
PARTS = {"CaKernel::fission_operations": OPERATIONS}
WAYS = {"one kernel": {"CaKernel::fission": '"none"'},
        "one kernel, fat": {"CaKernel::fission": '"none"', "CaKernel::plan[0]": '"BSSN_RHS: fat"'},
        "by output groups": PARTS | {"CaKernel::fission": '"outputs"'},
        "derivatives first": PARTS | {"CaKernel::fission": '"derivatives"'}}


def most_alive(body):
    """Of the values in lines of a loop, those that are needed at the same time."""
    alive, most = set(), 0
    for line in reversed(body):
        target = re.match(r"\w+ (%\d+) = ", line)
        if target and target[1] not in alive:
            continue  # never used
        values = set(re.findall(r"%\d+", line))
        most = max(most, len(alive | values))
        alive = (alive | values) - ({target[1]} if target else set())
    return most


def read_loops(printed):
    """Of all kernels of the right-hand side: most values alive in one of them, values that lie between them."""
    alive, between = [0], set()
    for nest in re.findall(r"^\s*loops BSSN_RHS\w* \{\n(.*?)^\s*\}", printed, re.MULTILINE | re.DOTALL):
        lines = [line.strip() for line in nest.splitlines()]
        inner = max(n for n, line in enumerate(lines) if line.startswith("for "))
        defined = {line.split()[1] for line in lines[inner + 1:] if "=" in line}
        alive.append(most_alive([re.sub(r"%\d+", lambda value: value[0] if value[0] in defined else "", line)
                                 for line in lines[inner + 1:]]))
        between |= set(re.findall(r"store (temporary::\w+)", nest))
    return max(alive), len(between)


def run_of_way(order, size, steps, threads, folder, changes):
    """Records of all kernels of the right-hand side, and what the run printed."""
    _, report, printed = bssn_run(bssn_parameters(order, size, steps, changes), 1, threads, folder)
    return right_hand_side(report), printed


def measure(order, size, threads, n_runs, steps):
    """Ways take turns."""
    seconds = {way: [] for way in WAYS}
    results = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for way, changes in WAYS.items():
            print(f"order {order}, {size}^3, {threads} threads, {way}", file=sys.stderr, flush=True)
            kernels, printed = run_of_way(order, size, 1, threads, folder, changes | {"CaKernel::dump": '"loops"'})
            alive, between = read_loops(printed)
            results[way] = {"case": f"order={order} n={size} threads={threads} {way}", "unit": "s/point",
                            "launches": len(kernels), "between": between, "alive": alive,
                            "bytes_per_point": sum(one["bytes_per_point"] for one in kernels),
                            "flops_per_point": sum(one["flops_per_point"] for one in kernels),
                            "stack_bytes": max(one["spilled_bytes"] for one in kernels)}
        for _ in range(n_runs):
            for way, changes in WAYS.items():
                kernels, _ = run_of_way(order, size, steps, threads, folder, changes)
                seconds[way].append(sum(one["seconds"] / one["points"] for one in kernels))
    for way, result in results.items():
        result |= {"ours": statistics.median(seconds[way]), "min": min(seconds[way]), "max": max(seconds[way]), "runs": n_runs,
                   "bytes_per_second": result["bytes_per_point"] / statistics.median(seconds[way])}
    return list(results.values())


def run(arguments):
    results = []
    for threads in arguments.threads:
        for order in arguments.orders:
            for size in arguments.sizes:
                results += measure(order, size, threads, arguments.runs, arguments.steps)
    rows = [["case", "launches", "between", "alive", "stack [B]", "flop/pt", "bytes/pt", "GB/s", "ns/pt", "min", "max"]]
    for one in results:
        rows.append([one["case"], *(str(one[key]) for key in ("launches", "between", "alive", "stack_bytes", "flops_per_point",
                                                              "bytes_per_point")),
                     f"{one['bytes_per_second'] / 1e9:.2f}", *(f"{one[key] * 1e9:.0f}" for key in ("ours", "min", "max"))])
    print(f"the right-hand side, parts of at most {OPERATIONS} operations: values between the kernels, values alive at a time (the\n"
          "most of any kernel), bytes of its stack by the compiler, compulsory bytes per point and second; medians")
    print(table(rows))
    return {"results": results}
