"""Kranc's five public example scripts: each becomes a thorn, and the output of edlc for the four complete systems converges to exact
solutions at fourth order; Maxwell's equations preserve constraints and energy. The scripts are not part of this project:
CHEMORA_KRANC_EXAMPLES names their folder (testsuites/README.md)."""

import os
import pathlib
import re

import numpy
import pytest

import simulation
from folders import new_folder
from kranc_systems import SIZES, analysed, norm, require_fourth_order, require_thorn


def sine(x, y, t):
    return {"phi": numpy.sin(2 * numpy.pi * x) * numpy.cos(2 * numpy.pi * t)}


def pulse(x, y, t):
    return {"phi": numpy.exp(-(((t + x) / 0.1) ** 2))}


def light(x, y, t):
    phase, turned = 2 * numpy.pi * (x + y), 2 * numpy.pi * numpy.sqrt(2) * t
    in_phase, in_quadrature = numpy.cos(phase) * numpy.cos(turned), numpy.sin(phase) * numpy.sin(turned)
    return {"El1": in_phase - in_quadrature / numpy.sqrt(2), "El2": in_quadrature / numpy.sqrt(2) - in_phase, "El3": 0, "B1": 0, "B2": 0,
            "B3": in_phase - numpy.sqrt(2) * in_quadrature}


# Initial data, evolution, exact solution; None: source terms of another thorn
SYSTEMS = {
    "SimpleWaveScript": ("initial_sine_calc", "calc_rhs", sine),
    "SimpleWaveScriptCaKernel": ("initial_sine_calc", "calc_rhs", sine),
    "WaveCaKernelScript": ("initial_gaussian_calc", "calc_rhs", pulse),
    "EMScript": ("EM_initial", "EM_evol", light),
    "Funwave": None,
}
PARAMETERS = {"amp": 1.0, "kfac": 2 * numpy.pi}  # the defaults that SimpleWaveScriptCaKernel gives them


@pytest.fixture(scope="module")
def examples():
    folder = os.environ.get("CHEMORA_KRANC_EXAMPLES")
    return pathlib.Path(folder or simulation.skip("CHEMORA_KRANC_EXAMPLES does not name the folder of Kranc's examples"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_script_becomes_a_thorn(examples, name):
    path = examples / f"{name}.kranc"
    require_thorn(path, new_folder("kranc") / re.search(r"^\s*begin thorn (\w+)", path.read_text(), re.MULTILINE)[1])


@pytest.mark.parametrize("name", [name for name, system in SYSTEMS.items() if system])
def test_convergence(examples, name):
    require_fourth_order(examples / f"{name}.kranc", *SYSTEMS[name], PARAMETERS)


def test_energy_and_constraints_of_maxwell(examples):
    """By the script's own analysis."""
    all_calculations, before, after = require_fourth_order(examples / "EMScript.kranc", *SYSTEMS["EMScript"], PARAMETERS)
    analyse = lambda name, fields: analysed(all_calculations, name, fields, PARAMETERS, SIZES[-1])
    energies = [float(numpy.mean(analyse("EM_energy", fields)["rho"])) for fields in (before, after)]
    assert abs(energies[1] / energies[0] - 1) < 1e-7 and abs(energies[0] - 0.75) < 1e-12
    assert max(map(norm, analyse("EM_constraints", after).values())) < 1e-11
