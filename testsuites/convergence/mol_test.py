"""Orders of MoL's methods on u' = -2 t u^2, in grid functions, arrays and scalars; times of substeps; errors."""

import math
import re
import sys

import simulation

TEXT = """
ActiveThorns = "PUGH CoordBase SymBase CartGrid3D Time MoL TestMoL"
driver::global_nsize = 7
driver::ghost_size = 1
grid::type = "byspacing"
grid::dxyz = 0.1
time::timestep_method = "given"
time::timestep = {dt!r}
cactus::cctk_itlast = {steps}
MoL::ODE_Method = "{method}"
MoL::MoL_Intermediate_Steps = {substeps}
MoL::MoL_Num_Scratch_Levels = {scratch}
{extra}
"""


def parameters(method, substeps, scratch=0, steps=8, extra=""):
    return TEXT.format(dt=1 / steps, steps=steps, method=method, substeps=substeps, scratch=scratch, extra=extra)


def output(text, **options):
    return simulation.run(text, **options)[1].stdout


def error(*method, steps, **options):
    """The error at t = 1 after the given number of steps. The thorn checks that all kinds of variables agree."""
    text = output(parameters(*method, steps=steps, **options))
    lines = re.findall(r"iteration (\d+) time (\S+) substeps (\d+) error (\S+)", text)
    iteration, time, substeps, value = lines[-1]
    if int(iteration) != steps or abs(float(time) - 1) > 1e-12 or int(substeps) != method[1]:
        sys.exit(f"{method}: the last line says {lines[-1]}")
    return abs(float(value))


def generic(kind):
    return f'MoL::Generic_Type = "{kind}"\n'


HEUN = (
    generic("Table")
    + 'MoL::Generic_Method_Descriptor = "GenericIntermediateSteps=2 GenericAlphaCoeffs={1.0 0.0 0.5 0.5} '
    + 'GenericBetaCoeffs={1.0 0.5}"\n'
)
# (method, substeps, scratch levels), order, further parameters, substep times and steps in units of the time step
METHODS = [
    (("Euler", 1), 1, "", [(0, 1)]),
    (("RK2", 2), 2, "", [(0, 1), (1, 1 / 2)]),
    (("RK2-central", 2), 2, "", [(0, 1), (1 / 2, 1)]),
    (("RK3", 3), 3, "", [(0, 1), (1, 1 / 4), (1 / 2, 2 / 3)]),
    (("RK4", 4, 1), 4, "", [(0, 1), (1 / 2, 1), (1 / 2, 1), (1, 1)]),
    (("RK45", 6, 6), 5, "", None),
    (("RK45CK", 6, 6), 5, "", None),
    (("ICN", 3), 2, "", [(0, 1 / 2), (1 / 2, 1 / 2), (1 / 2, 1)]),
    (("Generic", 3, 2), 3, "", [(0, 1), (1, 1 / 4), (1 / 2, 2 / 3)]),
    (("Generic", 4, 3), 4, "", [(0, 1 / 2), (1 / 2, 1 / 2), (1 / 2, 1), (1, 1 / 6)]),
    (("Generic", 3, 2), 3, generic("Classic RK3"), [(0, 1 / 2), (1 / 2, 3 / 4), (3 / 4, 4 / 9)]),
    (("Generic", 2, 1), 2, HEUN, [(0, 1), (1, 1 / 2)]),
]


def check_order(method, order, extra):
    resolutions = (16, 32, 64) if order < 5 else (24, 48, 96)
    errors = [error(*method, steps=n, extra=extra) for n in resolutions]
    # Least squares of log2(error) over three resolutions, each twice the one before.
    slope = math.log2(errors[0] / errors[2]) / 2
    print(f"{method[0]:12} order {order}  slope {slope:.2f}  errors {errors}")
    if abs(slope - order) > 0.2:
        sys.exit(f"{method} {extra} converges with order {slope:.2f}, not {order}")
    if errors[-1] > 0.05 ** order:
        sys.exit(f"{method} {extra}: an error of {errors[-1]} is too large")


def check_times(method, extra, expected):
    text = output(parameters(*method, steps=8, extra=extra))
    found = [(float(t), float(dt)) for t, dt in re.findall(r"substep time (\S+) step (\S+)", text)]
    start, dt = 1 / 8, 1 / 8  # of the second step
    wanted = [(start + t * dt, step * dt) for t, step in expected]
    if len(found) != len(wanted) or any(
        abs(a - b) > 1e-15 for pair in zip(found, wanted) for a, b in zip(*pair)
    ):
        sys.exit(f"{method} {extra} evaluates at times and steps {found}, not {wanted}")


def check_errors():
    for text, message in (
        (parameters("RK4", 3), "takes MoL::MoL_Intermediate_Steps = 4, not 3"),
        (parameters("RK4", 4), "takes MoL::MoL_Num_Scratch_Levels = 1 at least, not 0"),
        (parameters("AB", 1), '"AB" is not available'),
        (parameters("RK2", 2, extra="MoL::adaptive_stepsize = yes\n"), "adaptive_stepsize"),
        (parameters("RK2", 2, extra="MoL::MoL_NaN_Check = yes\nTestMoL::nan_at = 3\n"), "TestMoL::urhs has 1 NaNs"),
    ):
        if message not in output(text, expect=1):
            sys.exit(f"no message '{message}'")


def check_decomposition():
    """The same digits on any number of processes and threads."""
    reference = None
    for ranks, threads in ((1, 1), (2, 1), (3, 2)):
        lines = re.findall(r"iteration .* error .*", output(parameters("RK4", 4, 1), ranks=ranks, threads=threads))
        reference = reference or lines
        if lines != reference or len(lines) != 9:
            sys.exit(f"{ranks} processes and {threads} threads give\n{lines}\nnot\n{reference}")


for method, order, extra, substeps in METHODS:
    check_order(method, order, extra)
    if substeps:
        check_times(method, extra, substeps)
check_errors()
check_decomposition()
