"""Thorn SpectralEuler: free stream, conservation, gas at rest, the thermal bubble, and wrong parameters."""

import numpy
import pytest
from elements import FIELDS, final_error, mesh, read_vtu, series, steps, text, until
from simulation import require_error, run

SMALL = mesh((3, 2, 3), 4)


@pytest.mark.parametrize("solver", ["Roe", "Rusanov"])
@pytest.mark.parametrize("degree", [3, 6, 11])
def test_curved_elements_preserve_a_uniform_flow(degree, solver):
    settings = mesh((3, 3, 2), degree) | until(0.02) | {"riemann_solver": f'"{solver}"', "damping_rate": 1}
    folder, _ = run(text("curved_freestream", settings))
    for field in FIELDS:
        assert series(folder, f"{field}_error_max")[-1] < 1e-12, field


def test_a_flow_that_varies_is_not_preserved():
    """The test above can fail: a density wave with the amplitude 1e-9 has an error above its bound."""
    assert final_error("density_wave", SMALL, {"amplitude": 1e-9, "wave_number[0]": 3}, until(0.02), norm="max") > 1e-12


def drift(values):
    return numpy.abs(values - values[0]).max()


@pytest.mark.parametrize("solver", ["Roe", "Rusanov"])
@pytest.mark.parametrize("mapping", ["box", "waves"])
def test_mass_momentum_and_energy_are_conserved(mapping, solver):
    """In a periodic box, with a resolution at which the errors of the state are large, with and without damping."""
    for damping in (0, 5):
        values = SMALL | until(0.3) | {"mapping": f'"{mapping}"', "mapping_amplitude": 0.03 if mapping == "waves" else 0,
                                       "riemann_solver": f'"{solver}"', "amplitude": 0.5, "damping_rate": damping}
        folder, _ = run(text("density_wave", values))
        for name in ("mass", "m1", "m2", "m3", "energy"):
            assert drift(series(folder, f"total_{name}")) < 1e-13, name
        assert series(folder, "rho_error_max")[-1] > 1e-3


BOX = {"x_max": 1e4, "y_max": 1e4, "z_max": 1e4}


def test_walls_conserve_mass_and_energy():
    """The bubble moves. The energy includes the potential energy."""
    folder, _ = run(text("bubble", mesh((4, 1, 4), 3), until(50.0, 0.8)))
    for name in ("mass", "energy"):
        total = series(folder, f"total_{name}")
        assert drift(total) < 1e-12 * total[0], name
    assert series(folder, "m3_error_max")[-1] > 1


@pytest.mark.parametrize("mapping, amplitude", [("box", 0), ("hill", 0.2), ("waves", 0.02)])
def test_a_gas_at_rest_remains_at_rest(mapping, amplitude):
    """Without warming the background is a discrete solution, also on curved elements. The velocity remains far below 1e-9
    m/s, and the speed of sound is 347 m/s."""
    values = {"bubble_warming": 0, "mapping": f'"{mapping}"', "mapping_amplitude": amplitude}
    folder, _ = run(text("bubble", mesh((4, 1, 4), 4), values, until(60.0, 0.8)))
    assert series(folder, "m1_error_max")[-1] < 1e-9 and series(folder, "m3_error_max")[-1] < 1e-9
    assert series(folder, "rho_error_max")[-1] < 1e-11


def test_walls_reflect():
    """A density wave at rest between walls remains at rest; momentum that hits a wall changes its direction."""
    walls = {f"boundary_{axis}": '"wall"' for axis in "xyz"}
    at_rest = {f"initial_velocity[{d}]": 0 for d in range(3)}
    assert final_error("density_wave", SMALL, walls, at_rest, until(0.05), norm="max", field="m1") < 1e-13


def test_the_bubble_rises_symmetrically():
    """After 400 s the bubble is 2 K warm and rises with about 10 m/s. The half with the wall as plane of symmetry equals the
    right half of the whole bubble."""
    output = until(400.0, 0.8) | {"SpectralEuler::out_dt": 400, "SpectralEuler::out_criterion": '"time"',
                                  "SpectralEuler::out_vars": '"SpectralEuler::derived"'}
    halves = []
    for whole in (False, True):
        extent = {"x_min": -1e4, "elements_x": 12} if whole else {"elements_x": 6}
        folder, _ = run(text("bubble", mesh((6, 1, 6), 4), extent, output))
        arrays = read_vtu(sorted((folder / "data").glob("elements_*.vtu"))[-1])
        order = numpy.lexsort(numpy.round(arrays["Points"], 6).T)
        halves.append({name: values[order] for name, values in arrays.items() if len(values) == len(order)})
    half, whole = halves
    right = (whole["Points"][:, 0] > 0) & (whole["Points"][:, 0] < 1e4)
    inside = (half["Points"][:, 0] > 0) & (half["Points"][:, 0] < 1e4)
    assert 8 < half["v3"].max() < 12 and 301.5 < half["potential_temperature"].max() < 303
    for name in ("v1", "v3", "pressure"):
        assert numpy.allclose(half[name][inside], whole[name][right], rtol=1e-9, atol=1e-7), name


# --- wrong parameters

ERRORS = {
    "degree below the range": ({"degree": 2}, ["SpectralEuler::degree", "2"]),
    "degree above the range": ({"degree": 16}, ["SpectralEuler::degree", "16"]),
    "no elements": ({"elements_y": 0}, ["SpectralEuler::elements_y", "0"]),
    "empty mesh": ({"x_max": 0}, ["SpectralEuler::x_max = 0 must be larger than SpectralEuler::x_min = 0."]),
    "inverted mesh": ({"z_max": -1}, ["SpectralEuler::z_max = -1 must be larger than SpectralEuler::z_min = 0."]),
    "folded mesh": ({"mapping_amplitude": 0.3}, ["has no positive volume near", "smaller SpectralEuler::mapping_amplitude"]),
    "amplitude of a box": ({"mapping": '"box"'}, ['mapping_amplitude = 0.02 has no effect with SpectralEuler::mapping = "box"']),
    "periodic hill": ({"mapping": '"hill"'}, ['"hill" requires SpectralEuler::boundary_z = "wall"']),
    "strong vortex": ({"initial": '"isentropic vortex"', "vortex_strength": 30, "mapping_amplitude": 0, "mapping": '"box"'},
                      ["density or pressure that is not positive at (0, 0, 0)", "smaller amplitude"]),
    "bubble without ground": ({"initial": '"thermal bubble"', "gravity": 9.81},
                              ['"thermal bubble" requires SpectralEuler::boundary_z = "wall"']),
    "bubble in the vacuum": ({"initial": '"thermal bubble"', "gravity": 9.81, "z_max": 4e4, "boundary_z": '"wall"'},
                             ["not positive at (1, 1, 40000)"]),
    "unknown initial data": ({"initial": '"vortex"'}, ["SpectralEuler::initial", "isentropic vortex"]),
    "output of a scalar": ({"out_vars": '"SpectralEuler::rate"'}, ["SpectralEuler::rate", "shape of SpectralEuler::state"]),
    "output of faces": ({"out_vars": '"SpectralEuler::lift"'}, ["SpectralEuler::lift", "another shape than SpectralEuler::state"]),
}


@pytest.mark.parametrize("name", ERRORS)
def test_wrong_parameters(name):
    settings, words = ERRORS[name]
    require_error(text("density_wave", mesh((2, 2, 2), 3), steps(1), settings), words)


def test_more_processes_than_elements():
    require_error(text("density_wave", mesh((2, 1, 1), 3), {"mapping": '"box"', "mapping_amplitude": 0}, steps(1)),
                  ["The mesh has 2 elements, fewer than the 3 processes.", "at most 2 processes"], ranks=3)
