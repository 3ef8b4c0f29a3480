"""The energy of the leapfrog scheme is constant up to rounding errors, for every resolution of the Paraiso paper."""

import math

import numpy
import pytest
from parameter_text import wave
from simulation import run

SIZES = sorted(factor * 2**n for factor in (2, 3) for n in range(2, 11))
# Energies of the discrete system, from an implementation in numpy of the formulas of the paper.
REFERENCE = {8: 19.1204142943868, 64: 20.0362196298975, 1024: 20.0510000508441, 3072: 20.0510515895552}


def text(n, steps=3000):
    """The example with n points."""
    dx = 2 * math.pi / n
    return wave("leapfrog", {
        "driver::global_nx": n + 2, "grid::xmin": repr(-dx / 2), "grid::xmax": repr(2 * math.pi + dx / 2),
        "cactus::cctk_itlast": steps, "IO::out_dir": '"data"', "IOBasic::outInfo_every": 0, "IOASCII::out1D_every": 0})


def energies(n, ranks=1, steps=3000):
    """The energies after every tenth step."""
    folder, _ = run(text(n, steps), ranks)
    lines = (folder / "data/energy..asc").read_text().splitlines()
    return numpy.array([float(line.split()[2]) for line in lines if line.strip() and line[0] != "#"][1:])


@pytest.mark.parametrize("n", SIZES)
def test_energy_is_constant(n):
    samples = energies(n)
    mean = samples.mean()
    assert len(samples) == 300
    assert numpy.abs(samples - mean).mean() < 1e-13 * mean
    if n in REFERENCE:
        assert abs(mean / REFERENCE[n] - 1) < 1e-12, mean  # rounding errors shift the mean with the order of operations
    assert 59 / n**2 < math.pi * (3.43**2 + 1) / 2 - mean < 61 / n**2


def test_energy_has_the_same_bits_on_several_processes():
    one = energies(96, steps=200)
    assert all((energies(96, ranks, 200) == one).all() for ranks in (2, 4))
