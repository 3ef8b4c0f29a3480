"""The polarised Gowdy space-time, as the thorn ExactData defines it. Bessel functions are computed from their integral
representation."""

import math


def bessel(n, x):
    """Returns the Bessel function J_n(x) from its integral over a period, for which the trapezoidal rule is exact up to
    rounding."""
    points = 200
    return sum(math.cos(n * a - x * math.sin(a)) for a in (2 * math.pi * (i + 0.5) / points for i in range(points))) / points


def first_time():
    """Returns the zero of J0(2 pi T) near T = 9.875, which is the time of the initial data."""
    low, high = 9.8, 9.95
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return low
        same = bessel(0, 2 * math.pi * low) * bessel(0, 2 * math.pi * middle) > 0
        low, high = (middle, high) if same else (low, middle)


class Gowdy:
    """ds^2 = T^(-1/2) exp(lambda/2) (dz^2 - dT^2) + T (exp(P) dx^2 + exp(-P) dy^2), P = J0(2 pi T) cos(2 pi z), lambda with the
    constant of Babiuc et al. Harmonic time: T = T0 exp(-c t), its lapse c T sqrt(g_zz), which is 1 at t = 0."""

    def __init__(self):
        self.start = first_time()
        self.rate = 1 / (self.start * math.sqrt(self._gzz(self.start, 0)))

    def _lambda(self, time, z):
        k = 2 * math.pi
        j0, j1 = bessel(0, k * time), bessel(1, k * time)
        a0, a1 = bessel(0, k), bessel(1, k)
        return (-k * time * j0 * j1 * math.cos(k * z) ** 2 + (k * time) ** 2 / 2 * (j0**2 + j1**2) -
                (k**2 * (a0**2 + a1**2) - k * a0 * a1) / 2)

    def _gzz(self, time, z):
        return time**-0.5 * math.exp(self._lambda(time, z) / 2)

    def metric(self, t, z):
        """Returns g_xx, g_zz and the lapse at coordinate time t."""
        time = self.start * math.exp(-self.rate * t)
        gzz = self._gzz(time, z)
        gxx = time * math.exp(bessel(0, 2 * math.pi * time) * math.cos(2 * math.pi * z))
        return gxx, gzz, self.rate * time * math.sqrt(gzz)

    def first_kxx(self, z):
        """K_xx at t = 0: half the derivative of g_xx by T, divided by the lapse of T. The sign is positive because T
        decreases."""
        k, time = 2 * math.pi, self.start
        return (1 - time * k * bessel(1, k * time) * math.cos(k * z)) / (2 * math.sqrt(self._gzz(time, 0)))
