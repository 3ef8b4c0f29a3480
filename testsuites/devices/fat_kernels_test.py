"""Kernels that need more registers than a thread has are fat kernels, which Chemora treats as its paper describes. The test uses
the register counts of NVRTC for sm_90 and needs no GPU.

The right-hand side of the wave equation is not fat, and compiled-in strides save registers. The right-hand side of the
Einstein equations is fat at orders 4 and 8. Its kernels have blocks of at most 128 threads and ordered statements. The number
of resident blocks is limited, so that their register stacks fit into the cache. At order 8, a single kernel would need a large
stack. The planner splits this kernel, and its threads spill less than those of an untreated kernel. At order 4, the treated
kernel spills somewhat more; only measurements on a GPU can show that it is faster (`scripts/bench gpu`). The test prints the
spilled bytes of the treated and the untreated kernel."""

import re
import sys

import pytest
from simulation import SOURCE, skip

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks.registers import OTHER_ORDER, compiled  # noqa: E402

MAX_THREADS = 128
SIZE = 128


def planned(kernel, order, *variants):
    try:
        return compiled(kernel, order, SIZE, variants=("fixed", *variants))
    except SystemExit as error:
        if "NVRTC" in str(error) and "cannot" in str(error):
            skip(f"there is no NVRTC: {error}")
        raise


def decisions(kernel):
    return [decision.strip() for decision in kernel["plan"].split(";")]


def threads(kernel):
    x, y, z = (int(n) for n in re.search(r"block (\d+) (\d+) (\d+)", kernel["plan"]).groups())
    return x * y * z


def spilled(kernel, order):
    return next(found["spill_store_bytes"] for found in kernel["found"] if found["order"] == order)


def check(condition, message, result):
    if not condition:
        pytest.fail(f"{result['case']}: {message}\n{result}")


def check_slim(result):
    kernel, = result["kernels"]
    check("fat" not in decisions(kernel) and not any(decision.startswith("resident") for decision in decisions(kernel)), "is fat", result)
    check(all(found["spill_store_bytes"] == 0 for found in kernel["found"]), "spills", result)
    registers = {found["addressing"]: found["registers"] for found in reversed(kernel["found"])}
    check(registers["fixed"] <= registers["run-time"], f"strides that are compiled in take more registers: {registers}", result)
    print(f"{result['case']}: not fat; registers {registers}", flush=True)


def check_fat(result, spills_less):
    fat = [kernel for kernel in result["kernels"] if "fat" in decisions(kernel)]
    check(fat, "no kernel is fat", result)
    for kernel in result["kernels"]:
        is_fat, needs = kernel in fat, re.search(r"(not )?fat: the compiler uses (\d+) registers", kernel["reason"])
        check(not is_fat or (needs and int(needs[2]) > 0), "the reason lacks the number of registers", result)
        check(not is_fat or threads(kernel) <= MAX_THREADS, f"a block of a fat kernel has more than {MAX_THREADS} threads", result)
        check(not is_fat or kernel["live_fat"] <= kernel["live_slim"], "its ordered statements have more live values", result)
    chosen = sum(spilled(kernel, "fat" if kernel in fat else "slim") for kernel in result["kernels"])
    untreated = result["untreated"]["spill_store_bytes"]
    check(not spills_less or chosen < untreated, f"threads spill {chosen} bytes, and {untreated} bytes without the treatment", result)
    print(f"{result['case']}: {len(fat)} of {len(result['kernels'])} kernels are fat; threads spill {chosen} bytes, {untreated} as one kernel "
          f"without the treatment; {result['why']}", flush=True)


def test_wave_is_not_fat():
    check_slim(planned("Wave_RHS", 8, "run-time", OTHER_ORDER))


def test_bssn_at_order_4():
    result = planned("BSSN_RHS", 4)
    check_fat(result, spills_less=False)
    assert any(decision.startswith("resident") for kernel in result["kernels"] for decision in decisions(kernel)), "no dummy shared memory"


def test_bssn_at_order_8():
    check_fat(planned("BSSN_RHS", 8), spills_less=True)
