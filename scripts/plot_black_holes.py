"""Draws waveforms, constraints, trajectories and horizons of a run of black holes."""

import numpy
import plot_style
from chemora import MissingData
from chemora.black_holes import loudest


def radiating(spheres):
    """Returns the spheres whose files contain radiating modes (l >= 2)."""
    return {sphere: modes for sphere, modes in spheres.items() if loudest(modes)}


def draw_waveforms(axes, spheres, mode):
    """Draws the mode of each sphere times its radius over t - r, the time at which a wave would have left the centre."""
    for n, ((name, radius), modes) in enumerate(sorted(spheres.items())):
        chosen = mode or loudest(modes)
        if chosen not in modes:
            raise MissingData(f"{name} at r = {radius:g} has no mode {chosen[0]},{chosen[1]}")
        time, real, imaginary = modes[chosen].T
        colour = plot_style.COLOURS[n % len(plot_style.COLOURS)]
        axes.plot(time - radius, radius * real, "-", color=colour, label=f"r = {radius:g} M")
        if numpy.max(numpy.abs(imaginary)) > 1e-3 * numpy.max(numpy.abs(real)):
            axes.plot(time - radius, radius * imaginary, "--", color=colour, linewidth=1.2, label="imaginary part")
    axes.set(xlabel="retarded time t - r [M]", ylabel=f"r {name}, mode ({chosen[0]}, {chosen[1]})")


def draw_constraints(axes, constraints):
    for name, (time, norm) in constraints.items():
        axes.plot(time, norm, label=name)
    plot_style.log_scale(axes)
    axes.set(xlabel="time t [M]", ylabel="root mean square")


def widest_axes(trajectories):
    """Returns the two axes along which the trajectories of all punctures have the largest extent, in the order x, y,
    z."""
    positions = numpy.concatenate([path[1:] for path in trajectories.values()], axis=1)
    extent = positions.max(axis=1) - positions.min(axis=1)
    return sorted(sorted(range(3), key=lambda axis: -extent[axis])[:2])


def draw_trajectories(axes, trajectories):
    horizontal, vertical = widest_axes(trajectories)
    for i, path in trajectories.items():
        across, up = path[1 + horizontal], path[1 + vertical]
        (line,) = axes.plot(across, up, label=f"puncture {i}")
        axes.plot(across[:1], up[:1], "o", color=line.get_color(), label="start" if i == min(trajectories) else None)
    axes.set(xlabel=f"{'xyz'[horizontal]} [M]", ylabel=f"{'xyz'[vertical]} [M]")
    axes.set_aspect("equal", adjustable="datalim")


def draw_horizons(axes, horizons):
    """Draws the mass of each horizon. Lines have gaps at times without a horizon."""
    for i, (time, mass) in horizons.items():
        axes.plot(time, mass, marker="o", markersize=3, label=f"horizon {i}")
    axes.set(xlabel="time t [M]", ylabel="irreducible mass [M]")


def figures(run, mode=None):
    """Yields (name, figure) of all pictures for which there are data."""
    pictures = {
        "waveform": (radiating(run.waveforms), lambda axes, data: draw_waveforms(axes, data, mode), "imaginary part"),
        "constraints": (run.constraints, draw_constraints, "hamiltonian"),
        "trajectories": (run.trajectories, draw_trajectories, "puncture 0"),
        "horizons": (run.horizons, draw_horizons, "horizon 0"),
    }
    for name, (data, draw_into, widest_label) in pictures.items():
        if not data:
            continue
        figure, ((axes,),) = plot_style.new_figure(1, 1, 6.2 + plot_style.legend_width([widest_label]), 4.5)
        draw_into(axes, data)
        plot_style.legend_beside(axes)
        figure.suptitle(run.name)
        yield name, figure


def draw(run, out, mode=None):
    """Saves all pictures for which there are data, and yields their paths."""
    for name, figure in figures(run, mode):
        out.mkdir(parents=True, exist_ok=True)
        plot_style.save(figure, out / f"{name}.svg")
        yield out / f"{name}.svg"
