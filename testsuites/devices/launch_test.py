"""Tests the user interface of CaKernel: pinned plans, dumps, the report and its files, and messages about wrong input."""

import json
import re

import pytest
from folders import new_folder
from simulation import require, run

DEPRECATED_STRIDES = "told"
PARAMETERS = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
driver::global_nx = 17
driver::global_ny = 13
driver::global_nz = 11
driver::ghost_size = {ghosts}
cactus::terminate = "iteration"
cactus::cctk_itlast = 2
{more}
"""


def launch(more="", ranks=2, threads=1, ghosts=1, expect=0):
    text = PARAMETERS.format(more=more, ghosts=ghosts)
    return run(text, ranks=ranks, threads=threads, expect=expect)[1].stdout


@pytest.fixture(scope="module")
def work():
    return new_folder()


def test_pinned_plans(work):
    for tile in ("1 1 1", "64 64 64", "5 3 2"):
        for threads in (1, 3):
            output = launch(f'CaKernel::plan[0] = "smooth: tile {tile}"', threads=threads)
            require(f"tile {tile}" in output and "points agree at iteration 2" in output, f"tile {tile} was not used", output)
    plans = work / "plans.txt"
    plans.write_text("# from an earlier run\nplan TestKernel::smooth on host\n  tile 4 2 2\n  vector x 2\n")
    output = launch(f'CaKernel::plan[3] = "{plans}"')
    require("tile 4 2 2, vector 2" in output, "the plan of a file was not used", output)
    output = launch('CaKernel::plan[0] = "smooth.boundary: tile 2 2 2"\nCaKernel::plan[1] = "smooth: tile 9 9 9"')
    table = {line.split()[0]: line for line in output.splitlines() if line.startswith("TestKernel::")}
    require("tile 2 2 2" in table["TestKernel::smooth.boundary"] and "tile 9 9 9" in table["TestKernel::smooth.interior"],
          "the plan of one region was not used", output)
    output = launch('CaKernel::plan[0] = "smooth.boundary: fat; prefetch 24"')
    plan = {line.split()[0]: re.split("  +", line)[-1] for line in output.splitlines() if line.startswith("TestKernel::")}
    require(", prefetch 24, fat" in plan["TestKernel::smooth.boundary"] and "fat" not in plan["TestKernel::smooth.interior"],
          "the report does not mark the fat kernel", output)


def require_plan_error(work, more, words):
    """A run with the pinned plans in `more` must end before it writes output. Its message must contain all `words`."""
    folder = work / "never"
    output = launch(f'{more}\nActiveThorns = "IOUtil"\nIO::out_dir = "{folder}"', ranks=1, expect=1)
    flat = " ".join(output.split())
    missing = [word for word in words if word not in flat]
    require(not missing, f"{more}: the message lacks {missing}", output)
    require("PARAMETER ERROR (CaKernel): " in flat and "error:" not in flat, f"{more}: the error is not reported as one parameter error", output)
    require(not folder.exists() or not any(folder.iterdir()), f"{more}: there is output although the plan is wrong", output)


def test_wrong_plans(work):
    plans = work / "wrong.txt"
    plans.write_text("# for another machine\nplan TestKernel::smooth on cuda\n  tile 4 2 2\n  banana 8 # odd\n")
    wrong = {
        "smoth: tile 8 8 8": ["smoth", "Did you mean `smooth`?"],
        "smooth.everywhere: tile 8 8 8": ["smooth.everywhere", "which no active thorn has"],
        "smooth: tile 8 8": ["CaKernel::plan[0]", "tile X Y Z"],
        "smooth: tile 8 8 8 banana 8": ["CaKernel::plan[0]:1", "tile X Y Z"],
        "smooth: tile 8 0 8": ["tile"],
        "smooth: tile 8 8 8; tile 4 4 4": ["CaKernel::plan[0]:1:13: `tile X Y Z` is given twice"],
        "smooth: plan other on host; tile 8 8 8": ["`plan other on host` names another kernel"],
        "smooth: tiles 8 8 8": ["tiles"],
        "smooth: vector x 3": ["CaKernel::plan[0]: Plan for kernel `smooth`:", "3 lanes"],
        "smooth": ["CaKernel::plan[0]: `smooth` has no colon after the name of a kernel, so it is read as the name of a file: smooth: Cannot read"],
        "smooth:": ["CaKernel::plan[0] pins nothing"],
        "smooth: kernel 2: tile 8 8 8": ["`2:` is found where `1:` is expected"],
        "smooth: tile 8 8 8; grid %3": ["CaKernel::plan[0]:1:13", "so that statements `kernel 1: ...` must follow"],
        "smooth: kernel 1: tile 8 8 8; unroll x 99": ["loop x is unrolled 99 times"],
        "/nowhere/plans.txt": ["/nowhere/plans.txt"],
        str(plans): ["wrong.txt:4:3", "Unknown plan statement `banana`"],
    }
    for value, words in wrong.items():
        require_plan_error(work, f'CaKernel::plan[0] = "{value}"', words)
    plans.write_text("plan TestKernel::smooth on cuda\n  tile 4 2 2\n")
    require_plan_error(work, f'CaKernel::plan[0] = "{plans}"', ["wrong.txt", "`cuda` is not a device"])
    several = ["smoth: tile 8 8 8", "/nowhere/plans.txt", "smooth: tile 8 8"]
    pins = "\n".join(f'CaKernel::plan[{i}] = "{value}"' for i, value in enumerate(several))
    require_plan_error(work, pins, ["Did you mean `smooth`?", "/nowhere/plans.txt", "CaKernel::plan[2]"])


def test_several_kernels(work):
    """Errors in a pinned plan that depend on the kernel graph are reported before the run writes output."""
    wrong = {"kernel 1: stores smoth": "kernel 1 stores `smoth`, which is not an output of this graph",
             "grid %999; kernel 1: stores %999; kernel 2: tile 8 8 8": "%999 cannot be stored on the grid"}
    for pin, words in wrong.items():
        require_plan_error(work, f'CaKernel::plan[0] = "smooth.interior: {pin}"', ["CaKernel::plan[0]: Plan for kernel", words])
    output = launch('CaKernel::fission = "outputs"\nCaKernel::fission_operations = 1')
    require("points agree at iteration 2" in output, "fission changed the values", output)
    require("s to compile or find them" in " ".join(output.split()), "the report lacks the seconds of the stages", output)


def test_too_few_ghost_zones(work):
    output = launch(ghosts=0, ranks=1, expect=1)
    require("set driver::ghost_size to at least 1" in " ".join(output.split()), "the message about missing ghost zones is absent", output)


def test_invalid_data(work):
    output = launch("TestKernel::read_unwritten = yes", ranks=1, expect=1)
    flat = " ".join(output.split())
    for words in ("testkernel::rotating is read by TestKernel::TestKernel_ReadUnwritten", "rotated at iteration 1", "WRITES"):
        require(words in flat, f"the message lacks `{words}`", output)


def test_dumps(work):
    output = launch('CaKernel::dump = "all"', ranks=1)
    for text in ("graph smooth {", "immediate real64 0.1", "loops smooth {", "chemora_kernel", "plan TestKernel::smooth.interior on host", "lowest cost"):
        require(text in output, f"the dump lacks `{text}`", output)
    require("dj = arguments->allocated[0]" not in output, "strides are run-time arguments by default", output)
    for value in ("run-time", DEPRECATED_STRIDES):
        output = launch(f'CaKernel::dump = "source"\nCaKernel::strides = "{value}"')
        require("dj = arguments->allocated[0]" in output, f"with {value}, strides are not run-time arguments", output)
        is_noted = f'CaKernel::strides = "{DEPRECATED_STRIDES}" is deprecated; use "run-time"' in " ".join(output.split())
        require(is_noted == (value == DEPRECATED_STRIDES), f"the note on deprecated values with {value}", output)


def test_report(work):
    output = launch()
    table = [line for line in output.splitlines() if line.startswith("TestKernel::")]
    require(len(table) == 3, "the table lacks fill, smooth.interior or smooth.boundary", output)
    require("0 copies to the device (0 bytes), 0 copies to the host (0 bytes)" in output, "the report lists copies although all data are on the host", output)
    quiet = launch("CaKernel::report = no")
    require("measured by" not in quiet, "the report was printed although it is turned off", quiet)
    of = "Limits of 2 processes on the host's processors, measured by"
    by = "this run"
    for limits in ("measured", "cached", "kept", "none"):  # kept: deprecated name of cached
        output = launch(f'CaKernel::machine_limits = "{limits}"')
        words = 'CaKernel::machine_limits is "none"' if limits == "none" else f"{of} {by}, 20"
        require(words in " ".join(output.split()), f"machine_limits = {limits}: no `{words}`", output)
        bounds = set(re.findall(r"^TestKernel::.*? (memory|arithmetic|neither|-) +(?:\d+%|-)  ", output, re.MULTILINE))
        require(("-" in bounds) == (limits == "none") and bounds, f"{limits}: bound by {bounds}", output)
        by = "an earlier run"
    require('are not read: CaKernel::counters is "no"' in output, "the report does not mention that counters are not read", output)
    output = launch("CaKernel::counters = yes")
    counts = re.search(r"perf_event_open counts|Counters of the hardware cannot be read: perf_event_open for \w+: \w+", output)
    require(counts, "there are neither counts nor a reason for their absence", output)


def require_consistent(report, output):
    """The values in the report are consistent with each other, the grid size and the operation counts of the kernel graphs."""
    limits = report["limits"]["host"]
    require(limits["bytes_per_second"] > 0 and limits["flops_per_second"] > 0, "no limits", output)
    require(set(report["stages"]) == {"read", "specialise", "fuse", "plan", "lower", "compile", "load"} and min(report["stages"].values()) >= 0, "stages", output)
    of_graph = {"TestKernel::fill": (8, 4), "TestKernel::smooth.interior": (16, 7), "TestKernel::smooth.boundary": (16, 0)}
    interior = next(k for k in report["kernels"] if k["kernel"] == "TestKernel::smooth.interior")
    require(interior["points"] == 2 * 15 * 11 * 9 and interior["calls"] == 2, f"points and calls differ from two steps on the interior: {interior}", output)
    for k in report["kernels"]:
        same = lambda a, b: abs(a - b) <= 1e-9 * max(abs(a), abs(b))
        rates = [k["points"] / k["seconds"] * k[n] for n in ("bytes_per_point", "flops_per_point")]
        shares = {"memory": rates[0] / limits["bytes_per_second"], "arithmetic": rates[1] / limits["flops_per_second"]}
        require((k["bytes_per_point"], k["flops_per_point"]) == of_graph[k["kernel"]], f"counts per point differ from those of the graph: {k}", output)
        require(same(k["points_per_second"], k["points"] / k["seconds"]), f"points per second: {k}", output)
        require(same(k["bytes_per_second"], rates[0]) and same(k["flops_per_second"], rates[1]), f"rates: {k}", output)
        require(same(k["share_of_limit"], max(shares.values())), f"share: {k}", output)
        require(all(same(k[f"share_of_{limit}"], share) for limit, share in shares.items()), f"shares: {k}", output)
        bound = max(shares, key=shares.get) if max(shares.values()) >= 0.5 else "neither"
        require(k["bound_by"] == bound and (k["why"] is not None) == (bound == "neither"), f"bound: {k}", output)
        require(k["device"] == "host" and k["divisions_per_point"] == k["square_roots_per_point"] == k["functions_per_point"] == 0, f"counts: {k}", output)
        require(k["registers"] is None and k["occupancy"] is None, f"the host has no register counts: {k}", output)
        require((k["spilled_bytes"] or 0) >= 0 and set(k["counted"].values()) == {None}, f"stack and counters: {k}", output)
        require(k["from_cache"] == (k["compile_seconds"] == 0), f"compiled or not: {k}", output)


def test_report_files(work):
    folder = work / "run"
    text = PARAMETERS.format(more=f'ActiveThorns = "IOUtil"\nIO::out_dir = "{folder}"\nCaKernel::machine_limits = "cached"', ghosts=1)
    output = run(text, ranks=2)[1].stdout
    report = json.loads((folder / "kernel_report.json").read_text())
    require_consistent(report, output)
    kernels = report["kernels"]
    require({k["kernel"] for k in kernels} >= {"TestKernel::fill"} and all(k["points"] > 0 for k in kernels), f"{kernels}", output)
    plans = {k["kernel"]: k["plan"].removesuffix(" (differs)") for k in kernels}
    again = launch(f'CaKernel::plan[0] = "{folder / "kernel_plans.txt"}"')
    for line in again.splitlines():
        if line.startswith("TestKernel::"):
            require(plans[line.split()[0]] in line, "the plans of the first run were not used in the second", again)
