"""Devito's step of the wave equation, second order in time: devito_stencil.py ORDER SIZE TYPE RUNS prints a JSON object.

Needs a Python that has Devito; scripts/bench takes it from CHEMORA_DEVITO_PYTHON. OMP_NUM_THREADS sets the number of threads.
"""

import json
import os
import statistics
import sys
import time

import numpy
from devito import Eq, Grid, Operator, TimeFunction, configuration, solve

STEPS = 8  # per measurement
CLOCK = time.process_time if os.environ.get("OMP_NUM_THREADS") == "1" else time.perf_counter  # as in measurement.cpp


def main():
    order, size, real, runs = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    configuration["language"] = "openmp"
    configuration["log-level"] = "ERROR"
    grid = Grid(shape=(size, size, size), extent=(1.0, 1.0, 1.0), dtype=numpy.float64 if real == "real64" else numpy.float32)
    u = TimeFunction(name="u", grid=grid, time_order=2, space_order=order)
    u.data[:] = 1e-3
    operator = Operator([Eq(u.forward, solve(u.dt2 - u.laplace, u.forward))])
    step = {"dt": 0.25 / size}
    operator.apply(time_M=STEPS, autotune="aggressive", **step)
    rates = []
    for _ in range(runs):
        start = CLOCK()
        operator.apply(time_m=1, time_M=STEPS, **step)
        rates.append(STEPS * size**3 / (CLOCK() - start))
    print(json.dumps({"median": statistics.median(rates), "min": min(rates), "max": max(rates), "samples": rates}))


if __name__ == "__main__":
    main()
