"""Runs all checks on a GPU, in less than ten minutes.

1. bits      results of kernels of random graphs, of recursions, and of patterns over a grid are bitwise equal to those
             of the interpreter (testsuites/devices)
2. wave      a run on the device writes the same files as a run on the host, both from one checkpoint of initial data
3. copies    between steps, only output copies data between host and device, with outer boundaries and on a periodic
             grid
4. kernels   the bandwidth of the wave equation's right-hand side over that of a copy or triad, whichever is larger; the
             chosen block of threads over the best of many blocks; rank correlations of measured times with both cost
             formulas
5. counters  the share of the memory's peak bandwidth that CUPTI counts in a copy, compared with a triad measured by the
             clock; if counters cannot be read, the reason
6. bssn      the right-hand side of the Einstein equations at order 8 on the largest cube that fits, 270^3 first: TF/s
             by the operation count of the paper (its share of the peak is the target) and by the count of the kernel
7. fat       the kernel of check 6 at 128^3 as planned, and without each measure that the plan takes against too few
             registers: twice as many threads in a block, all blocks resident, statements in the order of the graph, as
             one kernel or divided. This check fails if no kernel is fat, or if two variants are the same kernel
8. analysis  the time of histograms, radial profiles and extrema on the device, and on the host after a copy; all files
             are equal
9. time      the total time of all checks

A check that cannot be completed counts as failed, and the next check starts. With --json the file is written after each
check.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import types

from benchmarks import analysis, bssn, record
from benchmarks.bssn_run import bssn_parameters, right_hand_side
from benchmarks.common import (BUILD, ROOT, add_rank_correlations, graphs_of, number_text, rank_correlation, rates_of_differences,
                               spread)

sys.path.insert(0, str(ROOT / "testsuites" / "support"))

from devices import GRIDS, continued, copied_by_steps, initial_data, values  # noqa: E402

TARGETS = ["bench_gpu", "edlc", "chemora", "devices_cuda", "devices_opencl", "devices_recursions", "devices_sweeps"]

# The targets on a GPU: 80% of the measured copy bandwidth, and a block within 10% of the best one.
MIN_SHARE_OF_BANDWIDTH = 0.80
MIN_SHARE_OF_BEST_BLOCK = 0.90
MAX_SECONDS = 600
MAX_DIFFERENCE_OF_SHARES = 0.10  # between shares of the peak bandwidth by counters and by clock

# Blazewicz et al., Scientific Programming 21 (2013) 1: operations per point. The paper's kernel reached 25 of the
# 515 GF/s of an M2050 GPU; an equal share of the peak of an H200 is 1.7 TF/s.
PAPERS_OPERATIONS = 7900
MIN_FLOPS_PER_SECOND = 1.7e12
BSSN_SIZES = (270, 200, 128, 64)
BSSN_STEPS = 4
BSSN_RUNS = 3  # runs of each length

FAT_SIZE = 128

ANALYSES, ANALYSIS_SIZE = ["histogram", "radial_profile", "extrema"], 256

CHECKS = ("bits", "wave", "copies", "kernels", "bssn", "fat", "analysis")


def last_line(text):
    return (text.strip().splitlines() or ["no output"])[-1].strip()


def check_bits(family, is_quick):
    texts, is_good = [], True
    others = [] if is_quick else ["recursions", "sweeps"]
    for name, tests in [(family, "*"), *((other, f"Devices/*/{family}") for other in others)]:
        done = subprocess.run([BUILD / "tests" / f"devices_{name}", f"--gtest_filter={tests}"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if "[  SKIPPED ]" in done.stdout:
            sys.exit(f"no device was found of the kind {family}:\n{done.stdout}")
        failed = re.findall(r"(?m)^\[  FAILED  \] (\S+) \(", done.stdout)
        is_good = is_good and done.returncode == 0
        texts.append(last_line(done.stdout) + (f"; exit code {done.returncode}, {failed}" if done.returncode else ""))
    return is_good, "; ".join(texts)


def check_wave(family, chosen, work):
    checkpoints = initial_data(work)
    host = values(continued(work / "host", checkpoints)[0])
    there = values(continued(work / "device", checkpoints, device=family, **chosen)[0])
    differing = [name for name in host if host[name] != there.get(name)]
    return not differing and len(host) > 3, f"{len(host)} files" + (f", different: {differing}" if differing else ", all equal")


def kernel_cases(arguments):
    """Returns the pairs of order and points per axis that check_kernel measures."""
    return [(4, 32)] if arguments.quick else [(order, size) for order in (4, 8) for size in (128, 256)]


def check_kernel(family, arguments, case, document):
    graphs = graphs_of(ROOT / "thorns/Examples/Wave/equations/wave.edl")
    blocks, runs = (4, 3) if arguments.quick else (60, 5)
    command = [BUILD / "bin/bench_gpu", family, arguments.name, *map(str, (*case, runs, blocks))]
    done = subprocess.run(command, input=graphs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        return False, f"order={case[0]} n={case[1]}: exit code {done.returncode}, {last_line(done.stderr)}"
    result = json.loads(done.stdout)
    add_rank_correlations(result)
    tiles = result["tiles"]
    result["rank_correlation_clocks"] = rank_correlation([t["clocks"] for t in tiles], [t["seconds"] for t in tiles])
    document["results"].append(result)
    of_limit, of_best = result["ours"] / result["limit"], result["ours"] / result["peers"]["best_block"]
    return arguments.quick or (of_limit >= MIN_SHARE_OF_BANDWIDTH and of_best >= MIN_SHARE_OF_BEST_BLOCK), (
        f"{result['case']}: {result['ours'] / 1e9:.3f} Gpoints/s, {of_limit:.2f} of the bandwidth of copies "
        f"({result['copy_bytes_per_second'] / 1e9:.0f} GB/s), {of_best:.2f} of the best of {result['blocks_tried']} blocks; "
        f"chosen {result['chosen']}, best {result['best']}; rank correlation of lines {result['rank_correlation']:.2f}, formula as "
        f"printed {result['rank_correlation_printed']:.2f}, of clocks {result['rank_correlation_clocks']:.2f}")


def check_counters(result, is_quick):
    """Compares the share of the peak bandwidth of a copy by counters with that of a triad by the clock; the shares must
    agree."""
    copy = result["counted_copy"]
    if copy is None:
        return True, f"{result['case']}: nothing to compare. {result['no_counters']}"
    peak = copy["memory_bytes"] / copy["seconds"] / copy["share_of_memory_peak"]
    by_clock = result["triad_bytes_per_second"] / peak
    return is_quick or abs(copy["share_of_memory_peak"] - by_clock) <= MAX_DIFFERENCE_OF_SHARES, (
        f"{result['case']}: a copy reaches {copy['share_of_memory_peak']:.0%} of the memory's peak ({peak / 1e9:.0f} GB/s) by counters, "
        f"a triad {by_clock:.0%} by the clock")


def bssn_run(family, chosen, order, size, steps, folder):
    """Runs BSSN. Returns the seconds of the whole run, and its kernel report or, as a text, the reason of its failure.
    Writes the printed output to the folder."""
    text = bssn_parameters(order, size, steps, {"Devices::kind": f'"{family}"', **chosen})
    (folder / "bssn.par").write_text(text)
    start = time.perf_counter()
    done = subprocess.run([BUILD / "bin/chemora", "bssn.par"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    seconds = time.perf_counter() - start
    (folder / "output.txt").write_text(done.stdout)
    if done.returncode != 0:
        return seconds, f"exit code {done.returncode}: {last_line(done.stdout)}"
    return seconds, json.loads((folder / "out/kernel_report.json").read_text())


def bssn_result(order, size, family, report, rate_of_steps):
    kernels = right_hand_side(report)
    rate = kernels[0]["points"] / sum(kernel["seconds"] for kernel in kernels)
    operations = sum(kernel["flops_per_point"] for kernel in kernels)
    return {"case": f"order={order} n={size} device={family}", "unit": "points/s", "ours": rate, "step": rate_of_steps,
            "flops_per_second": rate * operations, "flops_per_point": operations, "limits": report["limits"],
            "papers_flops_per_second": rate * PAPERS_OPERATIONS, "papers_flops_per_point": PAPERS_OPERATIONS, "kernels": kernels}


def check_bssn(family, chosen, arguments, work, document):
    order, sizes = (2, (16,)) if arguments.quick else (8, BSSN_SIZES)
    failures = []
    for size in sizes:
        folder = work / str(size)
        folder.mkdir()
        first, report = bssn_run(family, chosen, order, size, 1, folder)  # compiles
        if isinstance(report, str):
            failures.append(f"{size}^3 failed, {report}")
            continue
        document["bssn_first_run_seconds"] = first
        lengths = [1, 1 + BSSN_STEPS] * BSSN_RUNS
        runs = [bssn_run(family, chosen, order, size, steps, folder) for steps in lengths]
        report = next((report for _, report in runs if isinstance(report, str)), runs[-1][1])
        if isinstance(report, str):
            failures.append(f"{size}^3 failed, {report}")
            continue
        seconds = [seconds for seconds, _ in runs]
        rates = rates_of_differences(bssn.SUBSTEPS * size**3 * BSSN_STEPS, seconds[::2], seconds[1::2])
        document["bssn"] = result = bssn_result(order, size, family, report, spread(rates)["median"])
        is_good = arguments.quick or result["papers_flops_per_second"] >= MIN_FLOPS_PER_SECOND
        return is_good, "; ".join([*failures, (
            f"{result['case']}: {result['ours'] / 1e6:.1f} Mpoints/s in {len(result['kernels'])} kernels, "
            f"{result['papers_flops_per_second'] / 1e12:.3f} TF/s by the paper's {PAPERS_OPERATIONS} operations, "
            f"{result['flops_per_second'] / 1e12:.3f} by our {result['flops_per_point']}; Mpoints/s in whole steps: {number_text(result['step'], 1e6)}")])
    return False, "; ".join(failures)


def plan_of_right_hand_side(folder):
    """Returns the lines of the plan of BSSN_RHS in kernel_plans.txt."""
    section = re.search(r"(?m)^plan BSSN::BSSN_RHS on .*\n(?:(?!plan ).*\n?)*", (folder / "out/kernel_plans.txt").read_text())[0]
    return [line for line in section.splitlines() if line.strip() and not line.strip().startswith("#")]


def changed_plan(plan, change):
    """Applies the function `change` to the list of decisions of each kernel in a plan, and returns the lines of the new
    plan."""
    head, *lines = plan
    decisions = [decision for line in lines for decision in line.strip().split("; ")]
    if not any(line.split()[0] == "kernel" for line in lines):
        return [head, *(f"  {decision}" for decision in change(decisions))]
    parts = [line.partition(": ") for line in lines]
    return [head, *(f"{name}: {'; '.join(change(text.split('; ')))}" if name.split()[0] == "kernel" else name for name, _, text in parts)]


def without(*words):
    return lambda decisions: [decision for decision in decisions if decision.split()[0] not in words]


def with_larger_blocks(decisions):
    """Doubles the threads of a fat kernel's blocks along y, as if the kernel were not fat."""
    if "fat" not in decisions:
        return decisions

    def doubled(decision):
        word, *numbers = decision.split()
        is_shape = word in ("block", "tile") and len(numbers) == 3 and numbers[0].isdigit()
        return f"{word} {numbers[0]} {2 * int(numbers[1])} {numbers[2]}" if is_shape else decision
    return [doubled(decision) for decision in without("fat", "resident")(decisions)]


def fat_variants(plan, report):
    """Returns {name: function that changes the decisions of a plan, or changed parameters}. Each variant omits one
    measure that the plan takes against too few registers."""
    decisions = " ".join(plan).replace(";", " ").split()
    variants = {"untreated, twice as many threads": with_larger_blocks}
    if "resident" in decisions:
        variants["as many blocks at a time as fit"] = without("resident")
    if any(live[0] != live[1] for live in re.findall(r"(\d+) live values, (\d+) after reordering", str(report))):
        variants["statements as in the graph"] = without("fat")
    is_divided = any(line.split()[0] == "kernel" for line in plan[1:])
    name, rule = ("as one kernel", "none") if is_divided else ("divided by outputs", "outputs")
    variants[name] = {"CaKernel::fission": f'"{rule}"', "CaKernel::fission_operations": 2000}
    return variants


def identity_of_kernels(folder):
    """Returns sources and launch parameters of the kernels of the right-hand side, which are equal for equal
    kernels."""
    sources = re.findall(r"(?ms)source of BSSN::BSSN_RHS\S*:\n(.*?)(?=^INFO|\Z)", (folder / "output.txt").read_text())
    launches = changed_plan(plan_of_right_hand_side(folder), without("fat"))
    return tuple(source.strip() for source in sources), tuple(line.strip() for line in launches)


def check_fat(family, chosen, arguments, work, document):
    order, size, steps = (2, 16, 1) if arguments.quick else (8, FAT_SIZE, 3)
    rates, names, document["fat"] = {}, {}, {}

    def measure(name, changes):
        folder = work / re.sub(r"\W+", "_", name)
        folder.mkdir(exist_ok=True)
        _, report = bssn_run(family, {**chosen, **changes, "CaKernel::dump": '"source"'}, order, size, steps, folder)
        if isinstance(report, str):
            raise RuntimeError(f"{name}: {report}")
        same = names.setdefault(identity_of_kernels(folder), name)
        if same != name:
            raise RuntimeError(f"{name} and {same} are the same kernels, so there is nothing to compare")
        kernels = right_hand_side(report)
        rates[name] = 1 / sum(kernel["seconds"] / kernel["points"] for kernel in kernels)
        document["fat"][name] = {"points_per_second": rates[name], "kernels": kernels}
        return folder, kernels

    folder, kernels = measure("as planned", {})
    plan = plan_of_right_hand_side(folder)
    if "fat" not in " ".join(plan).replace(";", " ").split():
        return False, f"order={order} n={size}: no kernel of the right-hand side is fat, so there is nothing to compare"
    for name, change in fat_variants(plan, kernels).items():
        if not isinstance(change, dict):
            (work / "plans.txt").write_text("\n".join(changed_plan(plan, change)) + "\n")
            change = {"CaKernel::plan[0]": f'"{work}/plans.txt"'}
        measure(name, change)
    ours = rates["as planned"]
    return arguments.quick or ours >= MIN_SHARE_OF_BEST_BLOCK * max(rates.values()), (
        f"order={order} n={size}: {ours / 1e6:.1f} Mpoints/s; relative to this, "
        + ", ".join(f"{name} {rate / ours:.2f}" for name, rate in rates.items() if name != "as planned"))


def check_analysis(family, arguments, document):
    runs, size, steps = (1, 32, analysis.EVERY) if arguments.quick else (5, ANALYSIS_SIZE, 40)
    options = types.SimpleNamespace(device=family, runs=runs, steps=steps, quick=arguments.quick)
    document["analysis"] = [analysis.measure(name, 1, options, size) for name in ANALYSES]
    return True, "; ".join(f"{result['case']}: {1e3 * result['ours']:.2f} ms, on the host {result['ratios']['host']:.2f} of this"
                           for result in document["analysis"])


def add_options(parser):
    parser.add_argument("--device", choices=["cuda", "opencl"], default="cuda", help="the family of devices")
    parser.add_argument("--name", default="any", help="number of the device, or a part of its name")
    parser.add_argument("--only", choices=CHECKS, nargs="+", default=CHECKS, help="some of the checks")


def run(arguments):
    family, start, document = arguments.device, time.time(), {"checks": [], "failed": [], "results": []}

    def note(name, is_good, text):
        print(f"{'ok    ' if is_good else 'FAILED'} {name:8} {text}", flush=True)
        document["checks"].append({"check": name, "ok": is_good, "text": text, "seconds": time.time() - start})
        if not is_good:
            document["failed"].append(name)
        if arguments.json:
            record.write(arguments.json, record.document_of("gpu", sys.argv[1:], document))

    def attempt(name, check, *details, **more):
        try:
            note(name, *check(*details, **more))
        except (SystemExit, Exception) as error:  # the other checks still run, because the GPU may be available for minutes only
            note(name, False, f"not finished, {type(error).__name__}: {error}")

    chosen = {} if arguments.name == "any" else {"Devices::device": f'"{arguments.name}"'}
    only = arguments.only
    if "bits" in only:
        note("bits", *check_bits(family, arguments.quick))
    with tempfile.TemporaryDirectory(prefix="chemora-gpu-") as name:
        folder = pathlib.Path(name)
        if "wave" in only:
            attempt("wave", check_wave, family, chosen, folder / "wave")
        for grid in GRIDS if "copies" in only else ():
            attempt("copies", copied_by_steps, folder / "copies", grid, family, **chosen)
        for case in kernel_cases(arguments) if "kernels" in only else ():
            attempt("kernels", check_kernel, family, arguments, case, document)
        if document["results"]:
            attempt("counters", check_counters, document["results"][-1], arguments.quick)  # of the largest arrays
        if "bssn" in only:
            (folder / "bssn").mkdir()
            attempt("bssn", check_bssn, family, chosen, arguments, folder / "bssn", document)
        if "fat" in only:
            (folder / "fat").mkdir()
            attempt("fat", check_fat, family, chosen, arguments, folder / "fat", document)
        if "analysis" in only:
            attempt("analysis", check_analysis, family, arguments, document)
    document["seconds"] = time.time() - start
    note("time", arguments.quick or document["seconds"] < MAX_SECONDS, f"{document['seconds']:.0f} s of at most {MAX_SECONDS}")
    return document
