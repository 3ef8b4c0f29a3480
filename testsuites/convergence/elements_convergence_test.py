"""Orders of convergence of thorn SpectralEuler: spectral in the degree, and degree + 1 in the size of the elements."""

import functools
import sys

import numpy
import pytest
from elements import final_error, mesh, until
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

# A density wave along the diagonal of a square, with one element along z. RK4 with small steps makes the errors of the
# integration in time negligible.
WAVE = {"wave_number[0]": 1, "wave_number[1]": 1, "wave_number[2]": 0, "mapping": '"box"', "mapping_amplitude": 0}
SHORT = until(0.1, 0.3, "RK4")


@functools.cache
def wave_error(n, degree, solver, mapping):
    curved = {"mapping": f'"{mapping}"', "mapping_amplitude": 0.01 if mapping == "waves" else 0}
    return final_error("density_wave", WAVE, curved, mesh((n, n, 1), degree), SHORT, {"riemann_solver": f'"{solver}"'})


DENSITY_WAVES = pytest.mark.parametrize("degree, sizes",
                                        [(3, (8, 12, 16)), (4, (6, 8, 12)), (5, (4, 6, 8)), (6, (4, 5, 6)), (7, (3, 4, 5))])


def wave_order(degree, sizes, solver):
    return slope([1 / n for n in sizes], [wave_error(n, degree, solver, "box") for n in sizes])


@DENSITY_WAVES
def test_roe_has_the_design_order(degree, sizes):
    assert abs(wave_order(degree, sizes, "Roe") - (degree + 1)) < 0.3


@DENSITY_WAVES
def test_rusanov_has_half_an_order_less_at_least(degree, sizes):
    """Rusanov's flux damps the density wave with the speed of sound. On these meshes the order of even degrees is
    degree + 1/2, that of odd degrees degree + 1 or more."""
    assert wave_order(degree, sizes, "Rusanov") > degree + (0.4 if degree % 2 == 0 else 0.7)


@pytest.mark.parametrize("degree, sizes", [(3, (12, 16, 24)), (4, (8, 12, 16))])
def test_design_order_on_curved_elements(degree, sizes):
    errors = [wave_error(n, degree, "Roe", "waves") for n in sizes]
    assert slope([1 / n for n in sizes], errors) > degree + 0.7, errors


@pytest.mark.parametrize("mapping, factor", [("box", 20), ("waves", 5)])
def test_spectral_convergence_of_the_density_wave(mapping, factor):
    """Each two degrees divide the error by at least `factor`."""
    errors = [wave_error(3, degree, "Roe", mapping) for degree in (3, 5, 7, 9)]
    assert (numpy.divide(errors[:-1], errors[1:]) > factor).all(), errors
    if mapping == "box":
        assert errors[-1] < 2e-8, errors


@pytest.mark.parametrize("solver", ["Roe", "Rusanov"])
def test_spectral_convergence_of_the_vortex(solver):
    """Each two degrees divide the error of the vortex in elements of size 2.5 by at least 4."""
    errors = [final_error("vortex", mesh((8, 8, 1), degree), until(0.5, 0.5), {"riemann_solver": f'"{solver}"'})
              for degree in (3, 5, 7)]
    assert (numpy.divide(errors[:-1], errors[1:]) > 4).all(), errors


def test_order_of_the_vortex():
    """Shear and pressure vary in the vortex, and its order is between degree and degree + 1."""
    errors = [final_error("vortex", mesh((n, n, 1), 3), until(0.5, 0.5)) for n in (12, 16, 24)]
    assert 3 < slope([1 / 12, 1 / 16, 1 / 24], errors) < 4.5, errors


@pytest.mark.parametrize("degree", [3, 9, 15])
def test_degrees_at_the_ends_of_the_range(degree):
    assert wave_error(2, degree, "Roe", "box") < {3: 0.05, 9: 2e-6, 15: 1e-10}[degree]
