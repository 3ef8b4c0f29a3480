"""Integrates the kernel graphs of evolution equations with numpy, on a periodic box by the classical Runge-Kutta method."""

import numpy


def evolved(calculation, fields, parameters, spacing, time, steps):
    """Returns the fields at a later time. Variables with a time derivative in the graph are integrated; all other variables
    are unchanged."""
    names = [name.removesuffix("rhs") for name in calculation.outputs]

    def rates(state):
        found = calculation.evaluate(fields | dict(zip(names, state)), parameters, spacing)
        return numpy.array([found[f"{name}rhs"] + 0 * state[0] for name in names])

    state, step = numpy.array([fields[name] for name in names]), time / steps
    for _ in range(steps):
        first = rates(state)
        second = rates(state + step / 2 * first)
        third = rates(state + step / 2 * second)
        state = state + step / 6 * (first + 2 * second + 2 * third + rates(state + step * third))
    return fields | dict(zip(names, state))
