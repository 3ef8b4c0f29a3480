"""Measures the same kernels on every device of this machine, and the times of kernel launches and of copies."""

import json
import subprocess
import sys

from benchmarks.common import BUILD, ROOT, add_runs_option, count, cube_side, graphs_of, table, with_threads
from option_types import whole_number

TARGETS = ["bench_devices", "edlc"]


def add_options(parser):
    parser.add_argument("--threads", type=count, help="threads of the host; default: all cores")
    add_runs_option(parser, default=7)
    parser.add_argument("--size", type=cube_side, default=128, help="points per axis for the wave equation")
    parser.add_argument("--large-size", type=whole_number(0, 4095), default=48, help="points per axis for the large graph; 0 omits the graph")
    parser.add_argument("--large-operations", type=count, default=2000, help="operations of the large graph")


def table_of_devices(devices):
    rows = [["device", "limit GB/s", "limit Gflop/s", "launch us", "launch and wait us", "to device GB/s", "from device GB/s", "name"]]
    for device in devices:
        rows.append([device["device"],
                     f"{device['bytes_per_second'] / 1e9:.1f}{'?' if device['is_disturbed'] else ''}",
                     f"{device['flops_per_second'] / 1e9:.1f}",
                     *(f"{device[name]['median'] * 1e6:.1f}" for name in ("launch_returns", "launch_is_done")),
                     *(f"{device[name]['median'] / 1e9:.2f}" for name in ("to_device_bytes_per_second", "to_host_bytes_per_second")),
                     device["name"]])
    return table(rows)


def table_of_kernels(results):
    rows = [["case", "Mpoints/s", "min", "max", "of limit", "bound by", "of host", "kernels", "bits"]]
    for result in results:
        rows.append([result["case"], *(f"{result[name] / 1e6:.1f}" for name in ("ours", "min", "max")),
                     f"{result['ours'] / result['limit']:.2f}", result["bound_by"],
                     f"{result['ours'] / result['peers']['host']:.2f}", str(result["kernels"]),
                     f"differ in {result['differing_from_host']}" if result["differing_from_host"] else "equal"])
    return table(rows)


def run(arguments):
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")
    size, large_size, operations, runs = arguments.size, arguments.large_size, arguments.large_operations, arguments.runs
    if arguments.quick:
        size, large_size, operations = 24, 16, 200
    environment = with_threads(arguments.threads) if arguments.threads else None
    command = [BUILD / "bin/bench_devices", *map(str, (size, large_size, operations, runs))]
    done = subprocess.run(command, input=graphs, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed")
    document = json.loads(done.stdout)
    print("medians; ? marks limits whose measurement was disturbed by other work")
    print(table_of_devices(document["devices"]))
    print()
    print(table_of_kernels(document["results"]))
    document["failed"] = [result["case"] for result in document["results"] if result["differing_from_host"]]
    return document
