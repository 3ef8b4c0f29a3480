"""Finite differences with numpy. The stencil weights are computed from the condition that the stencil is exact on monomials."""

import fractions
import math

import numpy


def weights(points, derivative):
    """Returns the weights of a stencil with n points as fractions. The stencil is exact for all monomials of degree less than
    n."""
    n = len(points)
    rows = [[fractions.Fraction(p) ** power for p in points] + [fractions.Fraction(math.factorial(power) * (power == derivative))]
            for power in range(n)]
    for i in range(n):
        pivot = next(r for r in range(i, n) if rows[r][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(n):
            if r != i:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i])]
    return {p: float(row[-1]) for p, row in zip(points, rows)}


class Differences:
    """Finite differences on a periodic grid. The last three axes of an array are the axes of the grid."""

    def __init__(self, order, spacing, diagonal=False):
        self.spacing = spacing
        self.diagonal = diagonal
        self.half = order // 2
        centred = range(-self.half, self.half + 1)
        self.first, self.second = weights(centred, 1), weights(centred, 2)
        upwind = range(1 - self.half, self.half + 2)
        self.forward = weights(upwind, 1)
        self.backward = {-p: -w for p, w in self.forward.items()}
        power = self.half + 1
        self.diss = {p: (-1.0) ** (p + power + self.half) * math.comb(2 * power, p + power) / 4.0**power
                     for p in range(-power, power + 1)}

    def apply(self, stencil, f, axis, power=1):
        axis_of = f.ndim - 3 + axis
        return sum(w * numpy.roll(f, -p, axis_of) for p, w in stencil.items()) / self.spacing[axis] ** power

    def mixed(self, f, a, b):
        if not self.diagonal:
            return self.apply(self.first, self.apply(self.first, f, b), a)
        axes = (f.ndim - 3 + a, f.ndim - 3 + b)
        along = lambda sign: sum(w * numpy.roll(f, (-p, -sign * p), axes) for p, w in self.second.items())
        return (along(1) - along(-1)) / (4 * self.spacing[a] * self.spacing[b])

    def d(self, f):
        """Returns the first derivatives. The index of the derivative is the last tensor index."""
        return numpy.stack([self.apply(self.first, f, a) for a in range(3)], axis=f.ndim - 3)

    def dd(self, f):
        rows = [[self.apply(self.second, f, a, 2) if a == b else self.mixed(f, a, b)
                 for b in range(3)] for a in range(3)]
        return numpy.stack([numpy.stack(row, axis=f.ndim - 3) for row in rows], axis=f.ndim - 3)

    def advect(self, beta, f):
        return sum(beta[a] * numpy.where(beta[a] > 0, self.apply(self.forward, f, a), self.apply(self.backward, f, a))
                   for a in range(3))

    def dissipate(self, f):
        return sum(self.apply(self.diss, f, a) for a in range(3))
