"""Thorn Burgers in one dimension: second order before the shock appears, and a shock at its exact position."""

import sys

import numpy
from output_values import by_iteration
from parameter_text import with_settings
from simulation import SOURCE, run

sys.path.insert(0, str(SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402


def column(path, number=-1):
    rows = [line.split() for line in path.read_text().splitlines() if line.strip() and line[0] != "#"]
    return [float(row[number]) for row in rows]


EXAMPLE = (SOURCE / "params/examples/burgers.par").read_text()


def sine(n, ranks=1, **settings):
    """The folder of a run with n cells until t = 0.2."""
    return run(with_settings(EXAMPLE, {"driver::global_nx": n + 4, "grid::dx": 1 / n, "IO::out_dir": '"data"', "IOBasic::outInfo_every": 0}, settings), ranks)[0]


def test_smooth_wave_converges():
    """The limiter reduces the slopes to 0 near the extrema, so that the error is measured where |u - 1| < 0.3."""
    sizes, errors = (64, 128, 256), []
    for n in sizes:
        steps = 3 * n // 4
        folder = sine(n, **{"ActiveThorns": '"IOHDF5"', "time::timestep_method": '"given"', "time::timestep": 0.2 / steps, "IOHDF5::out_every": steps,
                            "cactus::terminate": '"iteration"', "cactus::cctk_itlast": steps, "IOHDF5::out_vars": '"Burgers::u Burgers::u_error"'})
        u, error = (by_iteration(folder, name)[steps].ravel() for name in ("u", "u_error"))
        errors.append(numpy.abs(error[numpy.abs(u - 1) < 0.3]).mean())
        averages = numpy.array(column(folder / "data/u.average.asc"))
        assert numpy.abs(averages / averages[0] - 1).max() < 1e-14, averages
    order = slope([1 / n for n in sizes], errors)
    assert abs(order - 2) < 0.2 and errors[-1] < 8e-5, (order, errors)


def end_of(folder):
    return [column(folder / f"data/u_error.{norm}.asc") for norm in ("norm1", "norm_inf", "average")]


def test_results_do_not_depend_on_the_number_of_processes():
    assert end_of(sine(64)) == end_of(sine(64, ranks=3))


def test_shock_has_its_exact_position():
    """The L1 error of a step from 1.5 to 1 is a fraction of a cell times the height, and falls with the cell width."""
    errors = []
    for n in (100, 200):
        folder, _ = run(with_settings(EXAMPLE, {
            "Burgers::initial": '"step"', "Burgers::boundary": '"flat"', "driver::periodic": "no", "driver::global_nx": n + 4,
            "grid::dx": 1 / n, "IO::out_dir": '"data"', "IOBasic::outInfo_every": 0}))
        errors.append(column(folder / "data/u_error.norm1.asc")[-1])
        assert errors[-1] < 0.5 / n, errors
    assert errors[1] < 0.7 * errors[0], errors
