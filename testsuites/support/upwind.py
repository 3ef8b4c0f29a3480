"""Advection at speed 1 on a periodic unit interval by upwind values at faces, with the reconstructions of thorn Euler.

A reconstruction returns the value at the upper face of each cell. The functions are written from the papers, without the
equations of the thorn: Colella and Woodward 1984; Borges et al. 2008.
"""

import numpy


def minmod(a, b):
    return numpy.where(a * b > 0, numpy.sign(a) * numpy.minimum(abs(a), abs(b)), 0)


def central(a, b):
    return minmod((a + b) / 2, 2 * minmod(a, b))


def harmonic(a, b):
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return numpy.where(a * b > 0, 2 / (1 / a + 1 / b), 0)


def linear(limiter):
    return lambda q: q + limiter(q - numpy.roll(q, 1), numpy.roll(q, -1) - q) / 2


def parabolic(q):
    slope = central(q - numpy.roll(q, 1), numpy.roll(q, -1) - q)
    upper = q + (numpy.roll(q, -1) - q) / 2 - (numpy.roll(slope, -1) - slope) / 6
    lower = numpy.roll(upper, 1)
    jump, curvature = upper - lower, 6 * (q - (lower + upper) / 2)
    limited = numpy.where(jump * curvature < -jump**2, 3 * q - 2 * lower, upper)
    return numpy.where((upper - q) * (q - lower) <= 0, q, limited)


def weno5(q):
    a, b, c, d, e = (numpy.roll(q, 2 - n) for n in range(5))
    polynomials = [(2 * a - 7 * b + 11 * c) / 6, (-b + 5 * c + 2 * d) / 6, (2 * c + 5 * d - e) / 6]
    smoothness = [13 / 12 * (a - 2 * b + c)**2 + (a - 4 * b + 3 * c)**2 / 4, 13 / 12 * (b - 2 * c + d)**2 + (b - d)**2 / 4,
                  13 / 12 * (c - 2 * d + e)**2 + (3 * c - 4 * d + e)**2 / 4]
    top = abs(smoothness[0] - smoothness[2])
    weights = [ideal * (1 + (top / (beta + 1e-40))**2) for ideal, beta in zip((0.1, 0.6, 0.3), smoothness)]
    return sum(w * p for w, p in zip(weights, polynomials)) / sum(weights)


RECONSTRUCTIONS = {"constant": lambda q: q, ("linear", "minmod"): linear(minmod), ("linear", "mc"): linear(central),
                   ("linear", "van Leer"): linear(harmonic), "parabolic": parabolic, "WENO5": weno5}


def advected(q, reconstruct, time, steps, method="RK2"):
    """The cell averages after `steps` steps of Heun's method (RK2) or of the midpoint rule (RK2-central)."""
    def rate(values):
        face = reconstruct(values)
        return (numpy.roll(face, 1) - face) * len(q)

    dt = time / steps
    for _ in range(steps):
        first = q + dt * rate(q)
        q = (q + first + dt * rate(first)) / 2 if method == "RK2" else q + dt * rate((q + first) / 2)
    return q
