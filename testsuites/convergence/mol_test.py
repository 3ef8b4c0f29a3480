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
    """Errors of fast and slow variables at t = 1. The thorn checks that all kinds of variables agree."""
    text = output(parameters(*method, steps=steps, **options))
    lines = re.findall(r"iteration (\d+) time (\S+) substeps (\d+) error (\S+) slow error (\S+)", text)
    iteration, time, substeps, value, slow = lines[-1]
    if int(iteration) != steps or abs(float(time) - 1) > 1e-12 or int(substeps) != method[1]:
        sys.exit(f"{method}: the last line says {lines[-1]}")
    return abs(float(value)), abs(float(slow))


def generic(kind):
    return f'MoL::Generic_Type = "{kind}"\n'


def adams_bashforth(order):
    return f'MoL::AB_Type = "{order}"\n'


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
    (("RK65", 8, 8), 6, "", None),
    (("RK87", 13, 13), 8, "", None),
    (("AB", 1), 1, adams_bashforth(1), [(0, 1)]),
    (("AB", 1), 2, adams_bashforth(2), [(0, 1)]),
    (("RK2-MR-2:1", 5, 5), 2, "", [(0, 1), (1 / 2, 1), (1 / 2, 1), (1, 1), (1, 1)]),
    (("RK4-MR-2:1", 10, 10), 3, "", None),
    (("ICN", 3), 2, "", [(0, 1 / 2), (1 / 2, 1 / 2), (1 / 2, 1)]),
    (("Generic", 3, 2), 3, "", [(0, 1), (1, 1 / 4), (1 / 2, 2 / 3)]),
    (("Generic", 4, 3), 4, "", [(0, 1 / 2), (1 / 2, 1 / 2), (1 / 2, 1), (1, 1 / 6)]),
    (("Generic", 3, 2), 3, generic("Classic RK3"), [(0, 1 / 2), (1 / 2, 3 / 4), (3 / 4, 4 / 9)]),
    (("Generic", 2, 1), 2, HEUN, [(0, 1), (1, 1 / 2)]),
]


def slope(errors):
    """Least squares of log2(error) over three resolutions, each twice the one before."""
    return math.log2(errors[0] / errors[2]) / 2


def check_order(method, order, extra):
    coarsest = {5: 24, 6: 8, 8: 2}.get(order, 16)
    resolutions = (coarsest, 2 * coarsest, 4 * coarsest)
    all_errors = [error(*method, steps=n, extra=extra) for n in resolutions]
    for kind, errors in zip(("fast", "slow"), zip(*all_errors)):
        found = slope(errors)
        print(f"{method[0]:12} order {order}  slope {found:.2f}  {kind} errors {errors}")
        if abs(found - order) > (0.4 if order == 8 else 0.2):  # order 8 reaches rounding before it is asymptotic
            sys.exit(f"{method} {extra} converges with order {found:.2f}, not {order}")
        if errors[-1] > max(0.05**order, 1e-9):
            sys.exit(f"{method} {extra}: an error of {errors[-1]} is too large")


def check_parts():
    """RK4-RK2 where no fast variable depends on a slow one: order 4 and order 2."""
    errors = list(zip(*(error("RK4-RK2", 4, 1, steps=n) for n in (16, 32, 64))))
    if abs(slope(errors[0]) - 4) > 0.2 or abs(slope(errors[1]) - 2) > 0.2:
        sys.exit(f"RK4-RK2: errors {errors}")


def check_start():
    """Adams-Bashforth that starts with lower orders: with order 3 the first steps bring errors of order 2."""
    for order, expected in ((3, 2), (5, 2)):
        found = slope([error("AB", 1, steps=n, extra=adams_bashforth(order))[0] for n in (64, 128, 256)])
        print(f"AB {order} slope {found:.2f}")
        if abs(found - expected) > 0.3:
            sys.exit(f"AB of order {order} converges with {found:.2f}, not {expected}")


def adaptive_run(tolerance, ranks=1):
    text = parameters("RK45", 6, 6, steps=2, extra=f"""MoL::adaptive_stepsize = yes
MoL::maximum_absolute_error = {tolerance}
MoL::maximum_relative_error = {tolerance}
cactus::terminate = "time"
cactus::cctk_final_time = 1
""").replace("CartGrid3D", "CartGrid3D PUGHReduce")
    found = output(text, ranks=ranks)
    return found, re.findall(r"iteration (\d+) time (\S+) .* error (\S+) slow", found)


def check_adaptive():
    """Steps are rejected and grow, the error follows the tolerance, and the decomposition does not matter."""
    (loose, loose_lines), (tight, tight_lines) = adaptive_run(1e-6), adaptive_run(1e-10)
    for text, lines, tolerance in ((loose, loose_lines, 1e-6), (tight, tight_lines, 1e-10)):
        print(f"adaptive, tolerance {tolerance}: {lines[-1]}, {text.count('rejected')} rejected")
        if float(lines[-1][1]) < 1 or not 1e-3 * tolerance < abs(float(lines[-1][2])) < 10 * tolerance:
            sys.exit(f"adaptive steps with tolerance {tolerance} end with {lines[-1]}")
    if "rejected" not in tight or int(tight_lines[-1][0]) <= int(loose_lines[-1][0]):
        sys.exit("a smaller tolerance does not lead to rejected and more steps")
    if adaptive_run(1e-10, ranks=3)[1] != tight_lines:
        sys.exit("adaptive steps depend on the number of processes")


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
        (parameters("RK2", 2, extra="MoL::adaptive_stepsize = yes\n"), "takes a method that estimates its error"),
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
check_parts()
check_start()
check_adaptive()
check_errors()
check_decomposition()
