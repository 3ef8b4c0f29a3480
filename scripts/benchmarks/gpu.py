"""All that is to be checked on a GPU, in a few minutes.

1. bits      kernels of random graphs give the bits of the interpreter (testsuites/backends)
2. wave      a run with the device gives the files of one on the host, from one checkpoint of initial data
3. copies    from step to step nothing is copied between host and device but what output asks for, with outer boundaries and
             on a periodic grid
4. kernels   bandwidth of the wave equation's right-hand side over that of a copy or triad, whichever is more; the chosen
             block over the best of many; how both forms of the cost formula put these into order
5. time      all of it
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

from benchmarks.common import BUILD, ROOT, graphs_of
from benchmarks.ranks import add_rank_correlations, rank_correlation

sys.path.insert(0, str(ROOT / "testsuites" / "support"))

from devices import DEVICE_THORNS, GRIDS, continued, copied_by_steps, initial_data, values  # noqa: E402

TARGETS = ["bench_gpu", "edlc", "chemora", "backends_cuda", "backends_opencl"]

# What is promised for a GPU: 80% of the measured copy bandwidth, and a block within 10% of the best of all.
LEAST_OF_BANDWIDTH = 0.80
LEAST_OF_BEST_BLOCK = 0.90
MOST_SECONDS = 600


def check_bits(family):
    done = subprocess.run([BUILD / "tests" / f"backends_{family}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if "[  SKIPPED ]" in done.stdout:
        sys.exit(f"there is no such device:\n{done.stdout}")
    return done.returncode == 0, done.stdout.strip().splitlines()[-1].strip()


def check_wave(family, chosen, work):
    checkpoints = initial_data(work)
    host = values(continued(work / "host", checkpoints)[0])
    there = values(continued(work / "device", checkpoints, device=DEVICE_THORNS[family], **chosen)[0])
    differing = [name for name in host if host[name] != there.get(name)]
    return not differing and len(host) > 3, f"{len(host)} files" + (f", different: {differing}" if differing else ", all equal")


def check_kernels(family, arguments):
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")
    sizes, blocks, runs = ((32,), 4, 3) if arguments.quick else ((128, 256), 60, 5)
    results = []
    for order in (4,) if arguments.quick else (4, 8):
        for size in sizes:
            command = [BUILD / "bin/bench_gpu", family, arguments.name, str(order), str(size), str(runs), str(blocks)]
            done = subprocess.run(command, input=graphs, stdout=subprocess.PIPE, text=True)
            if done.returncode != 0:
                sys.exit(f"{' '.join(map(str, command))} failed")
            results.append(json.loads(done.stdout))
            add_rank_correlations(results[-1])
            tiles = results[-1]["tiles"]
            results[-1]["rank_correlation_clocks"] = rank_correlation([t["clocks"] for t in tiles], [t["seconds"] for t in tiles])
    return results


def add_options(parser):
    parser.add_argument("--device", choices=["cuda", "opencl"], default="cuda", help="the family of devices")
    parser.add_argument("--name", default="any", help="number or part of the name of the device")


def run(arguments):
    family, start, document = arguments.device, time.time(), {"checks": [], "failed": []}

    def note(name, is_good, text):
        print(f"{'ok    ' if is_good else 'FAILED'} {name:8} {text}", flush=True)
        document["checks"].append({"check": name, "ok": is_good, "text": text})
        if not is_good:
            document["failed"].append(name)

    chosen = {} if arguments.name == "any" else {f"{DEVICE_THORNS[family]}::device": f'"{arguments.name}"'}
    note("bits", *check_bits(family))
    with tempfile.TemporaryDirectory(prefix="chemora-gpu-") as folder:
        note("wave", *check_wave(family, chosen, pathlib.Path(folder) / "wave"))
        for grid in GRIDS:
            note("copies", *copied_by_steps(pathlib.Path(folder) / "copies", grid, DEVICE_THORNS[family], **chosen))
    document["results"] = check_kernels(family, arguments)
    for result in document["results"]:
        of_limit, of_best = result["ours"] / result["limit"], result["ours"] / result["peers"]["best_block"]
        is_good = arguments.quick or (of_limit >= LEAST_OF_BANDWIDTH and of_best >= LEAST_OF_BEST_BLOCK)
        note("kernels", is_good, f"{result['case']}: {result['ours'] / 1e9:.3f} Gpoints/s, {of_limit:.2f} of the bandwidth of copies "
                                 f"({result['copy_bytes_per_second'] / 1e9:.0f} GB/s), {of_best:.2f} of the best of "
                                 f"{result['blocks_tried']} blocks; chosen {result['chosen']}, best {result['best']}; "
                                 f"rank correlation of lines {result['rank_correlation']:.2f}, formula as printed "
                                 f"{result['rank_correlation_printed']:.2f}, of clocks {result['rank_correlation_clocks']:.2f}")
    document["seconds"] = time.time() - start
    note("time", document["seconds"] < MOST_SECONDS, f"{document['seconds']:.0f} s of at most {MOST_SECONDS}")
    return document
