"""BSSN against the reference values of McLachlan's own tests (thorn ML_BSSN_Test of the Einstein Toolkit): a shifted gauge wave of
amplitude 0.1 along a diagonal of a periodic cube, eight steps of RK4, with parameters that make McLachlan's choices.

CHEMORA_MCLACHLAN names the folder of McLachlan's thorns, which contains ML_BSSN_Test. Run as a program, this file prints the
largest differences while the choices are made one after the other."""

import os
import pathlib

import h5py
import numpy
import pytest

from folders import new_folder
from relativity import lines_of, run
from simulation import skip

AMPLITUDE, LENGTH, POINTS = 0.1, 3**-0.5, 10
DIRECTION = (3**-0.5, -(3**-0.5), -(3**-0.5))  # of the wave
LARGEST_DIFFERENCE = 1e-12
PAIRS = ["11", "12", "13", "22", "23", "33"]
VARIABLES = {"phi": [""], "gt": PAIRS, "Xt": "123", "trK": [""], "At": PAIRS, "alpha": [""], "beta": "123", "B": "123"}

CHOICES = {"BSSN::mixed_derivatives": '"product"', "BSSN::initial_B": '"dtshift"', "BSSN::enforce_determinant": "no",
           "BSSN::full_lapse_hessian": "no"}
HARMONIC = {"BSSN::slicing": '"harmonic"', "BSSN::shift_condition": '"harmonic"', "BSSN::harmonic_connection": '"metric"',
            "BSSN::initial_B": '"zero"'}

# Test of the Toolkit, order, distance of the differences with which its initial data takes derivatives, and parameters.
CASES = {
    "ML_BSSN_EE_sgw3d": (4, None, {}),
    "ML_BSSN_sgw3d": (4, 0.01, {}),
    "ML_BSSN_O8_sgw3d": (8, 0.01, {}),
    "ML_BSSN_sgw3d_harmonic": (4, 0.01, HARMONIC),
    "ML_BSSN_sgw3d_harmonic_phi": (4, 0.01, HARMONIC | {"BSSN::conformal_factor": '"phi"'}),
}


def slope(distance, eps):
    """The derivative of AMPLITUDE sin(2 pi distance/LENGTH) by the distance, or its difference of fourth order."""
    wave = lambda shift: AMPLITUDE * numpy.sin(2 * numpy.pi * (distance + shift) / LENGTH)
    if eps is None:
        return 2 * numpy.pi * AMPLITUDE / LENGTH * numpy.cos(2 * numpy.pi * distance / LENGTH)
    return (8 * (wave(eps) - wave(-eps)) - (wave(2 * eps) - wave(-2 * eps))) / (12 * eps)


def initial_data(x, y, z, eps):
    """Variables of ADMBase at t = 0 for ds^2 = -dt^2 + dx^2 + dy^2 + dz^2 + H (n_i dx^i - dt)^2 with H = AMPLITUDE sin(...). Time
    derivatives are differences over `eps` in t, those along an axis over `eps` along it."""
    n = dict(zip("xyz", DIRECTION))
    distance = n["x"] * x + n["y"] * y + n["z"] * z
    h = AMPLITUDE * numpy.sin(2 * numpy.pi * distance / LENGTH)
    by_time = -slope(distance, eps)
    by_distance = slope(distance, None if eps is None else eps * n["x"])
    lapse = (1 + h) ** -0.5
    # 2 alpha K_ij = -d_t g_ij + beta^k d_k g_ij + g_kj d_i beta^k + g_ik d_j beta^k, all along n_i n_j
    curvature = (-by_time - by_distance * (2 + h) / (1 + h)) / (2 * lapse)
    values = {"alp": lapse}
    for a, b in ("xx", "xy", "xz", "yy", "yz", "zz"):
        values |= {f"g{a}{b}": (a == b) + h * n[a] * n[b], f"k{a}{b}": curvature * n[a] * n[b]}
    for axis in "xyz":
        values |= {f"beta{axis}": -n[axis] * h / (1 + h), f"dtbeta{axis}": -n[axis] * by_time / (1 + h) ** 2}
    return values


def base(order):
    """Parameters of all runs: the Toolkit's grid, whose outer points are periodic images."""
    ghosts = order // 2 + 1
    low, high = -ghosts / POINTS, (POINTS - 1 + ghosts) / POINTS
    return {"ActiveThorns": '"IOHDF5"', "driver::global_nsize": POINTS + 2 * ghosts, "driver::ghost_size": ghosts,
            "driver::periodic": "yes", "grid::type": '"byrange"', "grid::xyzmin": repr(low), "grid::xyzmax": repr(high),
            "BSSN::fd_order": order, "time::dtfac": 0.5, "cactus::cctk_itlast": 8, "ADMBase::initial_dtshift": '"zero"',
            "ADMBase::dtshift_evolution_method": '"BSSN"', "BSSN::dissipation_strength": 0.1,
            "IOASCII::out1D_every": 8, "IOASCII::out1D_xline_yi": ghosts, "IOASCII::out1D_xline_zi": ghosts,
            "IOASCII::out1D_vars": '"' + " ".join(f"BSSN::{name}" for name in VARIABLES) + '"'}


def write_initial_data(order, eps, folder):
    """Writes HDF5 files of initial data: a run without time steps creates the files, and then their values are
    replaced. The run is not periodic, so that the files also contain the periodic images."""
    groups = " ".join(f"ADMBase::{group}" for group in ("metric", "curv", "lapse", "shift", "dtshift"))
    run(base(order), {"cactus::cctk_itlast": 0, "driver::periodic": "no", "IO::out_dir": '"initial"', "IOHDF5::out_every": 1,
                      "IOHDF5::out_vars": f'"{groups}"'}, into=folder)
    files = sorted((folder / "initial").glob("*.h5"))
    for path in files:
        with h5py.File(path, "r+") as file:
            dataset = next(one for name, one in file.items() if "::" in name)
            origin, delta = dataset.attrs["origin"], dataset.attrs["delta"]
            x, y, z = (origin[axis] + delta[axis] * numpy.arange(dataset.shape[2 - axis]) for axis in range(3))
            dataset[...] = initial_data(x, y[:, None], z[:, None, None], eps)[path.stem]
    names = [path.stem for path in files]
    assert len(names) == 19, names
    return {"IO::filereader_ID_dir": '"initial"', "IO::filereader_ID_files": f'"{" ".join(names)}"',
            "IO::filereader_ID_vars": '"' + " ".join(f"ADMBase::{name}{{cctk_iteration=0}}" for name in names) + '"'}


def reference(folder, name, iteration):
    """Values along x from a file of CarpetIOASCII, keyed by x. Its columns are iteration, grid indices, time, x, y, z
    and value."""
    rows = [line.split() for line in (folder / f"{name}.x.asc").read_text().splitlines() if line.strip() and line[0] != "#"]
    return {round(float(row[5]), 9): float(row[8]) for row in rows if int(row[0]) == iteration}


def differences(folder, expected, time_index, iteration):
    """For each variable, the largest absolute difference of all its components from the reference values."""
    result = {}
    for name, components in VARIABLES.items():
        for component in components:
            if not (expected / f"{name}{component}.x.asc").exists():
                continue  # without a Gamma driver there is no B
            right = reference(expected, name + component, iteration)
            found = {round(x, 9): value for x, value in lines_of(folder, name + component, time_index=time_index)}
            assert len(found) == POINTS, (name, sorted(found))
            result[name] = max(result.get(name, 0), *(abs(found[x] - right[x]) for x in found))
    return result


@pytest.fixture(scope="module")
def tests():
    folder = os.environ.get("CHEMORA_MCLACHLAN") or skip("CHEMORA_MCLACHLAN does not name the folder that contains ML_BSSN_Test")
    return existing_tests(folder)


def existing_tests(folder):
    tests = pathlib.Path(folder) / "ML_BSSN_Test/test"
    assert tests.is_dir(), f"CHEMORA_MCLACHLAN is {folder}, but there is no folder {tests}"
    return tests


@pytest.mark.parametrize("name", CASES)
def test_reference_values(name, tests):
    order, eps, changes = CASES[name]
    folder = new_folder(name)
    run(base(order), write_initial_data(order, eps, folder), CHOICES, changes, into=folder)
    for iteration, time_index in ((0, -2), (8, -1)):
        found = differences(folder, tests / name, time_index, iteration)
        assert len(found) == (7 if changes else 8)
        assert max(found.values()) < LARGEST_DIFFERENCE, f"iteration {iteration}"


def print_table(tests, name="ML_BSSN_EE_sgw3d"):
    """Each entry adds a choice of McLachlan to the previous entries; the last entry removes a choice."""
    order, eps, _ = CASES[name]
    folder = new_folder(name)
    data = write_initial_data(order, eps, folder)
    print("| | " + " | ".join("W" if name == "phi" else name for name in VARIABLES) + " |\n" + "|---" * (len(VARIABLES) + 1) + "|")
    choices = {}
    for parameter, value in [*CHOICES.items(), ("BSSN::mixed_derivatives", '"diagonal"')]:
        choices[parameter] = value
        run(base(order), data, choices, into=folder)
        found = differences(folder, tests / name, -1, 8)
        print(f"| `{parameter.removeprefix('BSSN::')} = {value}` | " + " | ".join(f"{value:.1e}" for value in found.values()) + " |", flush=True)


if __name__ == "__main__":
    print_table(existing_tests(os.environ["CHEMORA_MCLACHLAN"]))
