"""Published velocities of the steady flow in a square cavity, parameters of runs that compute it, and their deviations.

Ghia, Ghia, Shin, Journal of Computational Physics 48 (1982) 387, tables I and II: u along the vertical line x = 1/2, v
along the horizontal line y = 1/2, for a cavity of edge 1 whose lid moves with u = 1.
"""

import numpy

Y = [0.0547, 0.0625, 0.0703, 0.1016, 0.1719, 0.2813, 0.4531, 0.5, 0.6172, 0.7344, 0.8516, 0.9531, 0.9609, 0.9688, 0.9766]
X = [0.0625, 0.0703, 0.0781, 0.0938, 0.1563, 0.2266, 0.2344, 0.5, 0.8047, 0.8594, 0.9063, 0.9453, 0.9531, 0.9609, 0.9688]
U = {
    100: [-0.03717, -0.04192, -0.04775, -0.06434, -0.10150, -0.15662, -0.21090, -0.20581, -0.13641, 0.00332, 0.23151,
          0.68717, 0.73722, 0.78871, 0.84123],
    400: [-0.08186, -0.09266, -0.10338, -0.14612, -0.24299, -0.32726, -0.17119, -0.11477, 0.02135, 0.16256, 0.29093,
          0.55892, 0.61756, 0.68439, 0.75837],
    1000: [-0.18109, -0.20196, -0.22220, -0.29730, -0.38289, -0.27805, -0.10648, -0.06080, 0.05702, 0.18719, 0.33304,
           0.46604, 0.51117, 0.57492, 0.65928],
}
V = {
    100: [0.09233, 0.10091, 0.10890, 0.12317, 0.16077, 0.17507, 0.17527, 0.05454, -0.24533, -0.22445, -0.16914,
          -0.10313, -0.08864, -0.07391, -0.05906],
    400: [0.18360, 0.19713, 0.20920, 0.22965, 0.28124, 0.30203, 0.30174, 0.05186, -0.38598, -0.44993, -0.23827,
          -0.22847, -0.19254, -0.15663, -0.12146],
    1000: [0.27485, 0.29012, 0.30353, 0.32627, 0.37095, 0.33075, 0.32235, 0.02526, -0.31966, -0.42665, -0.51550,
           -0.39188, -0.33714, -0.27669, -0.21388],
}
# Points that are not compared: V[400] at 0.9063 is between much larger values, unlike V[100] and V[1000], and is probably
# a misprint. Refined grids give values near -0.38.
MISPRINTS = {(400, 0.9063)}


def square(cells, reynolds, time_step, final_time):
    """Returns parameters that change params/fluids/cavity2d.par; the last output is at the final time. The number of cells
    per side is even, so that faces are on the lines through the centre."""
    steps = round(final_time / time_step)
    centre = repr(0.5 - 0.5 / cells)
    return {"driver::global_nx": cells + 2, "driver::global_ny": cells + 2, "CoordBase::ncells_x": cells,
            "CoordBase::ncells_y": cells, "CoordBase::zmax": repr(1 / cells), "IO::out_yline_x": centre,
            "IO::out_xline_y": centre, "IncompressibleFlow::reynolds": reynolds, "time::timestep_method": '"given"',
            "time::timestep": repr(final_time / steps), "cactus::terminate": '"iteration"', "cactus::cctk_itlast": steps,
            "IOASCII::out1D_every": steps, "IOScalar::outScalar_every": steps, "IOBasic::outInfo_every": steps}


def interpolate(at, points, values):
    """Interpolates with the parabola through the three nearest points."""
    result = []
    for x in at:
        near = numpy.sort(numpy.argsort(abs(points - x))[:3])
        result.append(numpy.polyval(numpy.polyfit(points[near] - x, values[near], 2), 0))
    return numpy.array(result)


def deviations(reynolds, along_y, along_x):
    """Returns the largest deviations of u and v from the tables. Each argument is a pair of coordinates and values: of u
    along y and of v along x, on the lines through the centre of the cavity."""
    u = interpolate(Y, *along_y) - U[reynolds]
    v = interpolate(X, *along_x) - V[reynolds]
    is_printed_correctly = [(reynolds, x) not in MISPRINTS for x in X]
    return float(abs(u).max()), float(abs(v[is_printed_correctly]).max())
