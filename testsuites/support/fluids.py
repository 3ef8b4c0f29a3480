"""Runs of the thorn Euler on boxes of cubic cells."""

import numpy
from output_values import by_iteration
from parameter_text import with_settings
from simulation import SOURCE, run

STATE = ("rho", "m1", "m2", "m3", "E")


def box(cells, periodic, ghosts=2, origin=(0, 0, 0), width=1.0):
    """Parameters of a grid of `cells` cells along x, y, z, whose first cell begins at `origin`. The longest side has this
    width. A direction with one cell has a single point at 0."""
    h = width / max(cells)
    values = {"driver::ghost_size": ghosts, "grid::type": '"byrange"', "driver::periodic": "yes"}
    for axis, n, start, repeats in zip("xyz", cells, origin, periodic):
        outside = ghosts if n > 1 else 0
        first = start + (0.5 - outside) * h if n > 1 else 0.0
        values |= {f"driver::global_n{axis}": n + 2 * outside, f"driver::periodic_{axis}": "yes" if repeats else "no",
                   f"grid::{axis}min": repr(first), f"grid::{axis}max": repr(first + max(1, n + 2 * outside - 1) * h)}
    return values


def centres(cells, axis=0):
    """Coordinates of the centres of the cells along an axis of a box that begins at the origin."""
    n = cells[axis]
    return (numpy.arange(n) + 0.5) / max(cells) if n > 1 else numpy.zeros(1)


def text(cells, settings, time, steps, periodic=(True, True, True), origin=(0, 0, 0), width=1.0):
    """The text of a parameter file for a number of equal time steps, which writes the state at the start and at the end. Updates
    are not fused, because each size of the grid would need two or three more kernels of the right-hand side."""
    end = {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": steps, "time::timestep_method": '"given"',
           "time::timestep": repr(time / steps)}
    output = {"IOASCII::out1D_every": 0, "IOBasic::outInfo_every": 0, "IO::out_dir": '"data"', "IOHDF5::out_every": steps,
              "IOHDF5::out_vars": '"Euler::rho Euler::m Euler::E"', "ActiveThorns": '"IOHDF5"',
              "CaKernel::join_updates": "no"}
    grid = box(cells, periodic, settings.get("driver::ghost_size", 2), origin, width)
    return with_settings((SOURCE / "params/fluids/sod.par").read_text(), grid, end, output, settings)


def state(folder, cells, iteration=None, names=STATE):
    """Returns {name: values} at an iteration (default: the last). Values of grid functions are arrays of the cells with the axes
    z, y, x. Files contain boundary cells, but no ghost cells of periodic directions."""
    found = {}
    for name in names:
        outputs = by_iteration(folder, name)
        values = outputs[max(outputs) if iteration is None else iteration]
        if values.size == 1:  # a scalar
            found[name] = values
            continue
        outside = [(size - n) // 2 for size, n in zip(values.shape, reversed(cells))]
        found[name] = values[tuple(slice(out, out + n) for out, n in zip(outside, reversed(cells)))]
        assert found[name].shape == tuple(reversed(cells))
    return found


def evolved(cells, settings, time, steps, ranks=1, **options):
    """Runs a simulation. Returns the state at the end."""
    folder, _ = run(text(cells, settings, time, steps, **options), ranks)
    return state(folder, cells)


# Sod's shock tube: states (density, velocity, pressure) left and right of the diaphragm, its position, the time of the
# solution, and the largest signal speed.
SOD = ((1, 0, 1), (0.125, 0, 0.1), 0.5, 0.2, 2.3)
MIDPOINT = {"MoL::ODE_Method": '"RK2-central"'}
WENO = {"Euler::reconstruction": '"WENO5"', "driver::ghost_size": 3, "MoL::ODE_Method": '"RK3"', "MoL::MoL_Intermediate_Steps": 3}


def shock_tube(problem, cells, axis=0, gamma=1.4, **settings):
    """Settings, time and number of steps of a shock tube along an axis."""
    left, right, interface, time, speed = problem
    values = {"Euler::initial": '"shock tube"', "Euler::adiabatic_index": gamma, "Euler::interface": interface,
              "Euler::boundary": '"flat"'}
    values |= {f"Euler::normal{n + 1}": int(n == axis) for n in range(3)}
    for side, values_of_side in (("left", left), ("right", right)):
        values |= {f"Euler::{name}_{side}": repr(value) for name, value in zip(("rho", "v", "p"), values_of_side)}
    steps = int(numpy.ceil(time * speed * max(cells) / 0.4))
    return values | {f"Euler::{name}": value for name, value in settings.items()}, time, steps


def blob(**settings):
    """Settings of an explosion in a periodic box, off the centre, which crosses the boundary of the box."""
    return {"Euler::initial": '"Sedov"', "Euler::blast_radius": 0.2, "Euler::blast_pressure": 0.1,
            "Euler::blast_dimension": 2} | settings
