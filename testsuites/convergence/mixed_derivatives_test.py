"""The two kinds of mixed second derivatives of BSSN: operations of the right-hand side, and errors in a gauge wave of amplitude
0.1 along the diagonal of a periodic cube of side 1, where every mixed derivative contributes. Both converge with order 4.
Run as a program, this file prints a table of operations and errors."""

import functools
import math
import re
import subprocess

import pytest
import simulation
from relativity import bar, data, run

ORDER, TIME, SIZES = 4, 0.125, (16, 32)
WITHIN = 0.5  # of the order; the coarse grid has 9 points per wave length
GAUGES = {"1+log, Gamma driver": {"BSSN::slicing": '"1+log"', "BSSN::shift_condition": '"Gamma driver"'},
          "harmonic, no shift": {"BSSN::slicing": '"harmonic"', "BSSN::shift_condition": '"static"'}}
KINDS = ("product", "diagonal")


def operations(mixed, order):
    """The number of operations of the right-hand side after all passes, with default values of parameters."""
    equations = simulation.SOURCE / "thorns/Relativity/BSSN/equations/bssn.edl"
    text = subprocess.run([simulation.EDLC, "--emit=statistics", equations], check=True, capture_output=True, text=True).stdout
    return int(re.search(rf"^BSSN_RHS with fd_order = {order} and mixed_derivatives = {mixed}: .* (\d+) after the passes",
                         text, re.MULTILINE).group(1))


def momentum_constraint(mixed, gauge, points):
    """Returns the root mean square of the x component at the end. The y and z components are equal to it up to
    rounding."""
    steps = round(TIME * points / 0.25)
    wave = data("gauge wave", amplitude=0.1, direction='"diagonal"', wave_length=1 / math.sqrt(3))
    folder, _ = run(wave, bar(0, points, ORDER, width=points), GAUGES[gauge], {
        "BSSN::mixed_derivatives": f'"{mixed}"', "BSSN::dissipation_strength": 0.1, "time::dtfac": 0.25, "cactus::cctk_itlast": steps,
        "IOScalar::outScalar_every": steps, "IOScalar::outScalar_reductions": '"norm2"', "IOScalar::outScalar_vars": '"BSSN::M1"'})
    time, norm = map(float, (folder / "data/M1.norm2.asc").read_text().split()[-2:])
    assert time == TIME
    return norm


@functools.cache
def errors(mixed, gauge):
    """Returns the momentum constraint for each grid size in SIZES."""
    return [momentum_constraint(mixed, gauge, points) for points in SIZES]


@pytest.mark.parametrize("gauge", GAUGES)
@pytest.mark.parametrize("mixed", KINDS)
def test_order(mixed, gauge):
    coarse, fine = errors(mixed, gauge)
    assert abs(math.log2(coarse / fine) - ORDER) < WITHIN


def test_diagonals_have_larger_errors_with_1_log_slicing():
    diagonal, product = (errors(kind, "1+log, Gamma driver") for kind in ("diagonal", "product"))
    assert all(error > 3 * error_of_product for error, error_of_product in zip(diagonal, product))


def test_diagonals_have_fewer_operations():
    assert all(operations("diagonal", order) < operations("product", order) for order in (4, 8))


def print_table():
    print("| mixed derivatives | " + " | ".join(f"operations, order {order}" for order in (4, 8)) + " | "
          + " | ".join(f"{gauge}: {points}^3" for gauge in GAUGES for points in SIZES) + " |")
    for kind in KINDS:
        columns = [f"{operations(kind, order):,}" for order in (4, 8)]
        columns += [f"{error:.2e}" for gauge in GAUGES for error in errors(kind, gauge)]
        print(f"| {kind} | " + " | ".join(columns) + " |")


if __name__ == "__main__":
    print_table()
