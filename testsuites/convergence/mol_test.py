"""Orders of MoL's methods on u' = -2 t u^2, in grid functions, arrays and scalars; times of substeps; errors of parameters."""

import re
import sys

import pytest
import simulation

sys.path.insert(0, str(simulation.SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

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
    assert int(iteration) == steps and abs(float(time) - 1) < 1e-12 and int(substeps) == method[1], lines[-1]
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


# Numbers of time steps. For order 8, rounding errors dominate with more steps.
RESOLUTIONS = {5: (24, 48, 96), 6: (8, 16, 32), 8: (6, 8, 10)}


def require_order(order, resolutions, errors):
    found = slope([1 / n for n in resolutions], errors)
    assert abs(found - order) < 0.2, errors


@pytest.mark.parametrize("method, order, extra, substeps", METHODS)
def test_order(method, order, extra, substeps):
    resolutions = RESOLUTIONS.get(order, (16, 32, 64))
    for errors in zip(*(error(*method, steps=n, extra=extra) for n in resolutions)):  # of fast and of slow variables
        require_order(order, resolutions, errors)
        assert errors[-1] < max(0.05**order, 1e-9)


def test_order_of_rk4_rk2():
    """Order 4 and order 2 where no fast variable depends on a slow one."""
    fast, slow = zip(*(error("RK4-RK2", 4, 1, steps=n) for n in (16, 32, 64)))
    require_order(4, (16, 32, 64), fast)
    require_order(2, (16, 32, 64), slow)


@pytest.mark.parametrize("order", [3, 5])
def test_adams_bashforth_starts_with_lower_orders(order):
    """The errors of the first steps are of order 2."""
    resolutions = (64, 128, 256)
    require_order(2, resolutions, [error("AB", 1, steps=n, extra=adams_bashforth(order))[0] for n in resolutions])


def adaptive_run(tolerance, ranks=1):
    text = parameters("RK45", 6, 6, steps=2, extra=f"""MoL::adaptive_stepsize = yes
MoL::maximum_absolute_error = {tolerance}
MoL::maximum_relative_error = {tolerance}
cactus::terminate = "time"
cactus::cctk_final_time = 1
""").replace("CartGrid3D", "CartGrid3D PUGHReduce")
    found = output(text, ranks=ranks)
    return found, re.findall(r"iteration (\d+) time (\S+) .* error (\S+) slow", found)


def test_adaptive_steps():
    """Steps are rejected and grow, the error follows the tolerance, and the result does not depend on the decomposition."""
    (_, loose_lines), (tight, tight_lines) = adaptive_run(1e-6), adaptive_run(1e-10)
    for lines, tolerance in ((loose_lines, 1e-6), (tight_lines, 1e-10)):
        assert float(lines[-1][1]) >= 1 and 1e-3 * tolerance < abs(float(lines[-1][2])) < 10 * tolerance
    assert "rejected" in tight and int(tight_lines[-1][0]) > int(loose_lines[-1][0])
    assert adaptive_run(1e-10, ranks=3)[1] == tight_lines


@pytest.mark.parametrize("method, order, extra, substeps", [row for row in METHODS if row[3]])
def test_times_of_substeps(method, order, extra, substeps):
    text = output(parameters(*method, steps=8, extra=extra))
    found = [(float(t), float(dt)) for t, dt in re.findall(r"substep time (\S+) step (\S+)", text)]
    start, dt = 1 / 8, 1 / 8  # of the second step
    assert len(found) == len(substeps)
    for (time, step), (fraction, weight) in zip(found, substeps):
        assert abs(time - (start + fraction * dt)) < 1e-15 and abs(step - weight * dt) < 1e-15


@pytest.mark.parametrize("text, message", [
    (parameters("RK4", 3), "requires MoL::MoL_Intermediate_Steps = 4 (or 0: automatic), not 3"),
    (parameters("RK45", 6, 1), "requires MoL::MoL_Num_Scratch_Levels = 6 or more (or 0: automatic), not 1"),
    (parameters("RK2", 2, extra="MoL::adaptive_stepsize = yes\n"), "requires a method that estimates its error"),
    (parameters("RK2", 2, extra="MoL::MoL_NaN_Check = yes\nTestMoL::nan_at = 3\n"), "TestMoL::urhs has 1 NaNs"),
])
def test_errors(text, message):
    assert message in output(text, expect=1)


@pytest.mark.parametrize("method, substeps, scratch", [("RK4", 4, 1), ("RK45", 6, 6), ("ICN", 3, 0), ("RK4-RK2", 4, 1)])
def test_storage_is_chosen_without_parameters(method, substeps, scratch):
    """The values 0 of the parameters have the same results as the numbers that the method needs."""
    lines = [re.findall(r"iteration .* error .*", output(parameters(method, *numbers))) for numbers in ((0, 0), (substeps, scratch))]
    assert lines[0] == lines[1] and len(lines[0]) == 9


def test_digits_do_not_depend_on_ranks_and_threads():
    reference = None
    for ranks, threads in ((1, 1), (2, 1), (3, 2)):
        lines = re.findall(r"iteration .* error .*", output(parameters("RK4", 4, 1), ranks=ranks, threads=threads))
        reference = reference or lines
        assert lines == reference and len(lines) == 9, f"{ranks} processes, {threads} threads"
