"""Computes the common horizon of two equal black holes at rest as a geodesic. The result is a reference for the tests of the
thorn ApparentHorizon."""

import numpy

# With K_ij = 0 and g_ij = psi^4 delta_ij a horizon is a minimal surface. In cylindrical coordinates the surface is a curve
# (rho, z) that makes the integral of L = 2 pi rho psi^4 stationary. The tangent (cos chi, sin chi) of the curve rotates at the
# rate of the derivative of ln L along the normal (-sin chi, cos chi). The curve is perpendicular to the axis and to the plane
# z = 0.


def psi_and_slopes(rho, z, distance):
    """Returns psi = 1 + 1/(2 r_1) + 1/(2 r_2) and its derivatives by rho and z."""
    psi, by_rho, by_z = 1, 0, 0
    for place in (distance / 2, -distance / 2):
        cube = numpy.hypot(rho, z - place)
        psi, by_rho, by_z = psi + 1 / (2 * cube), by_rho - rho / (2 * cube**3), by_z - (z - place) / (2 * cube**3)
    return psi, by_rho, by_z


def rates(state, distance):
    rho, z, chi, _ = state
    psi, by_rho, by_z = psi_and_slopes(rho, z, distance)
    turn = -numpy.sin(chi) * (1 / rho + 4 * by_rho / psi) + numpy.cos(chi) * 4 * by_z / psi
    return numpy.array([numpy.cos(chi), numpy.sin(chi), turn, 2 * numpy.pi * rho * psi**4])


def shoot(start, distance, step=0.004):
    """Integrates the curve from the axis at z = start to the plane z = 0. Returns the cosine of its angle chi to the rho
    axis at z = 0, and the area of the whole surface. Both are NaN if the curve does not reach the plane within a
    coordinate length of 3."""
    tiny = 1e-4
    psi, _, by_z = psi_and_slopes(0 * start, start, distance)
    turn = 2 * by_z / psi  # on the axis
    state = numpy.array([tiny + 0 * start, start + turn * tiny**2 / 2, turn * tiny, numpy.pi * tiny**2 * psi**4])
    cosine, area = numpy.full_like(start, numpy.nan), numpy.full_like(start, numpy.nan)
    for _ in range(round(3 / step)):
        one = rates(state, distance)
        two = rates(state + step / 2 * one, distance)
        three = rates(state + step / 2 * two, distance)
        after = state + step / 6 * (one + 2 * two + 2 * three + rates(state + step * three, distance))
        arrived = (after[1] <= 0) & (state[1] > 0) & numpy.isnan(cosine)
        part = numpy.where(arrived, state[1] / numpy.where(arrived, state[1] - after[1], 1), 0)
        between = state + part * (after - state)
        cosine[arrived], area[arrived] = numpy.cos(between[2])[arrived], 2 * between[3][arrived]
        state = after
        if not numpy.any(numpy.isnan(cosine)):
            break
    return cosine, area


def common_horizon_area(distance):
    """Returns the area of the outermost common horizon of two black holes with bare mass 1, or None if there is no common
    horizon."""
    low, high, area = distance / 2 + 0.2, 2.2, None
    for _ in range(3):
        starts = numpy.linspace(low, high, 80)
        with numpy.errstate(all="ignore"):
            cosine, areas = shoot(starts, distance)
        changes = numpy.flatnonzero(cosine[:-1] * cosine[1:] < 0)
        if not len(changes):
            return None
        last = changes[-1]
        low, high, area = starts[last], starts[last + 1], (areas[last] + areas[last + 1]) / 2
    return area
