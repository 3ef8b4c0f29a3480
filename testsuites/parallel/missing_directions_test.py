"""Grids of one and two dimensions: a direction with a single point has no ghost zones, derivatives along it vanish, and kernels
contain no operations of it. Results have the same bits for any number of processes and threads, and after a recovery."""

import json
import re

import numpy
import pytest
from all_output import all_output, differences
from folders import new_folder
from output_values import by_iteration
from parameter_text import wave
from simulation import require_error, run

OUTPUT = {"IO::out_dir": '"data"', "IOBasic::outInfo_every": 0, "IOScalar::outScalar_every": 4, "IOASCII::out1D_every": 4, "IOHDF5::out_every": 4,
          "IOHDF5::out_vars": '"Wave::u Wave::rho"', "cactus::terminate": '"iteration"', "cactus::cctk_itlast": 8}
# A periodic rectangle of 20 x 12 points, and the same rectangle in three dimensions.
WAVE = OUTPUT | {"driver::global_nx": 24, "driver::global_ny": 16, "grid::dxyz": 0.05, "Wave::k1": 1, "Wave::k2": 5 / 3, "Wave::k3": 0}
PLANE = WAVE | {"driver::dimension": 2, "driver::global_nz": 1}
BAR = WAVE | {"driver::global_nz": 6}
# A pulse at the centre of a square without periodicity.
PULSE = OUTPUT | {"driver::dimension": 2, "driver::global_nx": 25, "driver::global_ny": 25, "driver::global_nz": 1, "Wave::W": 0.3}


def fields(text, ranks=1, threads=1):
    folder, _ = run(text, ranks, threads)
    return {name: by_iteration(folder, name)[8] for name in ("u", "rho")}


def test_fields_do_not_depend_on_the_missing_direction():
    plane, bar = fields(wave("plane", PLANE)), fields(wave("plane", BAR))
    for name, values in plane.items():
        assert values.shape == (1, 12, 20), "output contains no periodic ghost zones, and one plane"
        assert numpy.abs(values - bar[name][:1]).max() < 1e-13 and numpy.ptp(values) > 1


def test_one_dimension_is_a_row_of_the_plane():
    along_x = {"Wave::k1": 1, "Wave::k2": 0}
    line = fields(wave("plane", PLANE | along_x | {"driver::dimension": 1, "driver::global_ny": 1}))
    plane = fields(wave("plane", PLANE | along_x))
    for name, values in line.items():
        assert values.shape == (1, 1, 20)
        assert numpy.abs(values - plane[name]).max() < 1e-13


@pytest.mark.parametrize("settings, lines, planes", [(PLANE, "xy", {"xy"}), (PLANE | {"driver::dimension": 1, "driver::global_ny": 1}, "x", {"xy", "xz", "yz"})],
                         ids=["plane", "line"])
def test_text_files_contain_the_other_directions(settings, lines, planes):
    folder, _ = run(wave("plane", settings | {"cactus::cctk_itlast": 0, "IOASCII::out1D_vars": '"Wave::u"', "IOASCII::out2D_vars": '"Wave::u"',
                                              "IOASCII::out2D_every": 1}))
    files = [path.name for path in (folder / "data").iterdir() if path.name.startswith("u_") and not path.name.startswith("u_error")]
    found = {re.match(r"u_(\w+?)_?(\[|\.|\d)", name)[1] for name in files}
    assert found == set(lines) | planes, files


def kernels(settings):
    """The records of the kernels that compute right-hand sides."""
    folder, _ = run(wave("plane", settings))
    report = json.loads((folder / "data/kernel_report.json").read_text())
    return [kernel for kernel in report["kernels"] if kernel["kernel"].startswith("Wave::Wave_RHS")]


def test_kernels_do_no_work_along_the_missing_direction():
    plane, bar = kernels(PLANE), kernels(BAR)
    assert {kernel["kernel"] for kernel in plane} == {kernel["kernel"] for kernel in bar}
    n_points = 24 * 16 * 4 * 8  # with the ghost zones along x and y, in all substeps
    assert (sum(kernel["points"] for kernel in plane), sum(kernel["points"] for kernel in bar)) == (n_points, 6 * n_points)
    for kernel in plane:
        of_bar = next(other for other in bar if other["kernel"] == kernel["kernel"])
        if kernel["kernel"].endswith("_rest"):
            continue  # these kernels compute points without derivatives
        # The fourth-order derivative along z occurs in the equations of rho and v3.
        assert kernel["flops_per_point"] <= of_bar["flops_per_point"] - 12, (kernel, of_bar)


@pytest.mark.parametrize("settings", [PLANE, PLANE | {"driver::dimension": 1, "driver::global_ny": 1}], ids=["plane", "line"])
def test_results_have_the_same_bits_on_any_number_of_processes_and_threads(settings):
    reference = all_output(run(wave("plane", settings))[0] / "data")
    assert "u.h5" in reference
    for ranks, threads, more in ((2, 1, {"Devices::own_memory": "yes"}), (3, 2, {"PUGH::padding": "yes"})):
        folder, _ = run(wave("plane", settings | more), ranks, threads)
        assert not differences(reference, all_output(folder / "data")), (ranks, threads, more)


def test_a_recovered_run_has_the_same_bits():
    saved = PLANE | {"IOHDF5::checkpoint": "yes", "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"', "IO::checkpoint_keep": -1}
    work = new_folder()
    reference = all_output(run(wave("plane", saved), folder=work / "whole")[0] / "data")
    run(wave("plane", saved | {"IO::checkpoint_every": 4, "cactus::cctk_itlast": 4}), 2, folder=work / "parts")
    _, result = run(wave("plane", saved | {"IO::recover": '"auto"'}), 3, folder=work / "parts")
    assert "Continuing at iteration 4" in result.stdout
    assert not differences(reference, all_output(work / "parts/data"))


@pytest.mark.parametrize("boundary", ["none", "flat", "scalar", "static", "radiative"])
def test_boundary_conditions_apply_at_the_other_faces(boundary):
    text = wave("gaussian", PULSE | {"Wave::boundary": f'"{boundary}"'})
    rho = fields(text)["rho"]
    assert rho.shape == (1, 25, 25) and numpy.ptp(rho) > 0.1 and numpy.isfinite(rho).all()
    for mirrored in (rho[:, ::-1], rho[:, :, ::-1], rho.transpose(0, 2, 1)):
        assert numpy.abs(mirrored - rho).max() < 1e-14
    assert (fields(text, ranks=2)["rho"] == rho).all()


HALF_SPACING = {"grid::type": '"byspacing"', "grid::dxyz": 0.08, "grid::avoid_origin": "yes", "Wave::boundary": '"flat"'}
WHOLE = PULSE | HALF_SPACING | {"driver::global_nx": 24, "driver::global_ny": 24}
QUARTERS = {
    "CartGrid3D": WHOLE | {"grid::domain": '"octant"', "driver::global_nx": 14, "driver::global_ny": 14},
    "ReflectionSymmetry": WHOLE | {"driver::global_nx": 14, "driver::global_ny": 14, "ActiveThorns": '"ReflectionSymmetry"', "grid::type": '"coordbase"',
                                   "CoordBase::spacing": '"gridspacing"', "ReflectionSymmetry::reflection_z": "yes"} | {
        name: value for d in "xy" for name, value in {
            f"CoordBase::{d}max": 0.8, f"CoordBase::d{d}": 0.08, f"CoordBase::boundary_size_{d}_lower": 2, f"CoordBase::boundary_size_{d}_upper": 2,
            f"CoordBase::boundary_staggered_{d}_lower": "yes", f"CoordBase::boundary_staggered_{d}_upper": "yes",
            f"ReflectionSymmetry::reflection_{d}": "yes"}.items()},
}


@pytest.mark.parametrize("name", QUARTERS)
def test_mirrors_apply_at_the_other_faces(name):
    whole, quarter = fields(wave("gaussian", WHOLE)), fields(wave("gaussian", QUARTERS[name]), ranks=2)
    for variable, values in quarter.items():
        assert values.shape == (1, 14, 14)
        assert numpy.abs(values - whole[variable][:, 10:, 10:]).max() < 1e-13, variable


def test_built_in_kernels_cannot_omit_a_direction():
    no_kernels = {"CaKernel::compiler": '"none"', "CaKernel::cache_dir": f'"{new_folder()}"'}
    require_error(wave("plane", PLANE | no_kernels), [
        "These kernels read neighbours in a direction in which the grid has a single point: Wave::Wave_RHS", "Provide a C++ compiler"])
