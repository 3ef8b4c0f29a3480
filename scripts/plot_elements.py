"""Draws slices of the values at the nodes of spectral elements. Functions that draw return figures."""

import numpy
import plot_pictures
import plot_style
from chemora import MissingData

PLANES = {"yz": 0, "xz": 1, "xy": 2}  # the number of the normal


def normal_of(points):
    """The number of the axis with the fewest coordinates of nodes, in order z, y, x: flows in planes have few elements along it."""
    return min((2, 1, 0), key=lambda axis: len(numpy.unique(numpy.round(points[..., axis], 9))))


def layer_of(points, values, normal, at):
    """Returns for each element that contains the coordinate `at` of the normal the points on the plane, the values, both as arrays with
    two axes of nodes. Values between the nodes are interpolated linearly along the axis of the element that is closest to the normal.
    Where the plane leaves a curved element, the points are its closest nodes; elements that are closer to the plane come later."""
    found = []
    for element, of_element in zip(points, values):
        heights = element[..., normal]
        along = max(range(3), key=lambda axis: abs(numpy.diff(heights, axis=axis)).sum())
        heights, rows = numpy.moveaxis(heights, along, 0), numpy.moveaxis(of_element, along, 0)
        places = numpy.moveaxis(element, along, 0)
        if not (heights.min() <= at <= heights.max()):
            continue
        below = numpy.clip((heights <= at).sum(axis=0) - 1, 0, len(heights) - 2)[None]
        low, high = (numpy.take_along_axis(heights, below + n, 0)[0] for n in (0, 1))
        weight = numpy.clip(numpy.divide(at - low, high - low, out=numpy.zeros_like(low), where=high != low), 0, 1)

        def cut(array):
            first, second = (numpy.take_along_axis(array, below + n, 0)[0] for n in (0, 1))
            return first + weight * (second - first)

        found.append(([cut(places[..., axis]) for axis in range(3)], cut(rows)))
    return sorted(found, key=lambda layer: -abs(layer[0][normal] - at).mean())


def draw_slices(fields, style, times=(), plane=None, at=None):
    """Yields a page for each variable: a column for each time. Without `plane` and `at`, the plane is that of the flow, in the middle."""
    for field in fields.values():
        chosen = plot_pictures.choose_times(field, times, 3)
        layers = []
        for i in chosen:
            points, values = field[i]
            normal = PLANES[plane] if plane else normal_of(points)
            heights = points[..., normal]
            place = (heights.min() + heights.max()) / 2 if at is None else at
            if not (layer := layer_of(points, values, normal, place)):
                raise MissingData(f"{field.name} has no values at {'xyz'[normal]} = {place:g}: expected a coordinate from "
                                  f"{heights.min():g} to {heights.max():g}")
            layers.append(layer)
        axes_of_plane = [axis for axis in range(3) if axis != normal]
        norm, colour_map = plot_pictures.colour_scale((numpy.concatenate([values.ravel() for _, values in layer]) for layer in layers), style)
        figure, panels = plot_style.new_figure(1, len(chosen), 4.2, 3.6, is_image=True)
        for i, layer, panel in zip(chosen, layers, panels[0]):
            for places, values in layer:
                first, second = (places[axis] for axis in axes_of_plane)
                image = panel.pcolormesh(first, second, plot_pictures.shown(values, style), norm=norm, cmap=colour_map, shading="gouraud",
                                         rasterized=True)
            panel.grid(False)
            panel.set_aspect("equal")
            panel.set(xlabel=style.units.coordinate("xyz"[axes_of_plane[0]]), title=f"t = {field.times[i]:.5g}")
        panels[0][0].set_ylabel(style.units.coordinate("xyz"[axes_of_plane[1]]))
        figure.colorbar(image, ax=list(panels[0]), label=f"{plot_pictures.label(field.name, style)} at {'xyz'[normal]} = {place:.4g}")
        figure.suptitle(style.title)
        yield figure
