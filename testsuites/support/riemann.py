"""The exact solution of the Riemann problem of an ideal gas: two constant states, separated at x = 0 and t = 0.

The pressure between both waves solves f_L(p) + f_R(p) + v_R - v_L = 0, where f_K is the change of the velocity across the
wave on side K: a shock where p > p_K, otherwise a rarefaction. Toro, Riemann Solvers and Numerical Methods for Fluid
Dynamics, 3rd edition, chapter 4. States are tuples (density, velocity, pressure). Vacuum is not supported.

Run as a program, this file prints coordinates and densities of the shock tube of params/fluids/sod.par at t = 0.2.
"""

import numpy


def velocity_change(p, state, gamma):
    """The change of the velocity across the wave into the state at pressure p, and its derivative by p."""
    rho, _, p0 = state
    if p > p0:
        a, b = 2 / ((gamma + 1) * rho), (gamma - 1) / (gamma + 1) * p0
        root = numpy.sqrt(a / (p + b))
        return (p - p0) * root, root * (1 - (p - p0) / (2 * (p + b)))
    c, exponent = numpy.sqrt(gamma * p0 / rho), (gamma - 1) / (2 * gamma)
    return 2 * c / (gamma - 1) * ((p / p0)**exponent - 1), (p / p0)**(exponent - 1) * exponent * 2 * c / ((gamma - 1) * p0)


def contact(left, right, gamma):
    """The pressure and velocity of the contact, by Newton's method from the pressure of two rarefactions."""
    c = [numpy.sqrt(gamma * state[2] / state[0]) for state in (left, right)]
    exponent = (gamma - 1) / (2 * gamma)
    speeds = c[0] + c[1] - (gamma - 1) / 2 * (right[1] - left[1])
    assert speeds > 0, "the states form a vacuum"
    p = (speeds / (c[0] / left[2]**exponent + c[1] / right[2]**exponent))**(1 / exponent)
    for _ in range(100):
        (f_left, d_left), (f_right, d_right) = (velocity_change(p, state, gamma) for state in (left, right))
        step = (f_left + f_right + right[1] - left[1]) / (d_left + d_right)
        p = max(p - step, 1e-3 * p)
        if abs(step) < 1e-15 * p:
            break
    change = velocity_change(p, right, gamma)[0] - velocity_change(p, left, gamma)[0]
    return p, (left[1] + right[1] + change) / 2


def one_side(s, state, p, v, gamma):
    """The solution at the speeds s on the right side of the contact, whose pressure and velocity are p and v."""
    rho0, v0, p0 = state
    c0, ratio = numpy.sqrt(gamma * p0 / rho0), (gamma - 1) / (gamma + 1)
    undisturbed, star = [numpy.full_like(s, value) for value in state], [numpy.full_like(s, value) for value in (0, v, p)]
    if p > p0:
        star[0][:] = rho0 * (p / p0 + ratio) / (ratio * p / p0 + 1)
        shock = v0 + c0 * numpy.sqrt((gamma + 1) / (2 * gamma) * p / p0 + (gamma - 1) / (2 * gamma))
        return [numpy.where(s < shock, *pair) for pair in zip(star, undisturbed)]
    star[0][:] = rho0 * (p / p0)**(1 / gamma)
    tail, head = v + numpy.sqrt(gamma * p / star[0]), v0 + c0
    c = 2 / (gamma + 1) * c0 - ratio * (v0 - s)
    c = numpy.clip(c, 1e-300, None)
    fan = [rho0 * (c / c0)**(2 / (gamma - 1)), 2 / (gamma + 1) * (-c0 + (gamma - 1) / 2 * v0 + s),
           p0 * (c / c0)**(2 * gamma / (gamma - 1))]
    return [numpy.where(s < tail, a, numpy.where(s < head, b, c)) for a, b, c in zip(star, fan, undisturbed)]


def solution(s, left, right, gamma):
    """Density, velocity and pressure at the positions x = s t."""
    s = numpy.asarray(s, dtype=float)
    p, v = contact(left, right, gamma)
    above = one_side(s, right, p, v, gamma)
    below = one_side(-s, (left[0], -left[1], left[2]), p, -v, gamma)
    below[1] = -below[1]
    return [numpy.where(s < v, *pair) for pair in zip(below, above)]


if __name__ == "__main__":
    positions = numpy.linspace(0, 1, 1001)
    for position, density in zip(positions, solution((positions - 0.5) / 0.2, (1, 0, 1), (0.125, 0, 0.1), gamma=1.4)[0]):
        print(f"{position:.4f} {density:.10g}")
