"""Kranc's five public example scripts: each becomes a thorn, and what edlc makes of the four complete systems converges to
exact solutions at fourth order; Maxwell's equations keep constraints and energy. The scripts are not part of this project:
CHEMORA_KRANC_EXAMPLES names their folder (testsuites/README.md)."""

import os
import pathlib
import sys

import numpy

import simulation
from folders import new_folder
from kranc_systems import SIZES, analysed, compiled, converges, norm


def sine(x, y, t):
    return {"phi": numpy.sin(2 * numpy.pi * x) * numpy.cos(2 * numpy.pi * t)}


def pulse(x, y, t):
    return {"phi": numpy.exp(-(((t + x) / 0.1) ** 2))}


def light(x, y, t):
    phase, turned = 2 * numpy.pi * (x + y), 2 * numpy.pi * numpy.sqrt(2) * t
    ahead, beside = numpy.cos(phase) * numpy.cos(turned), numpy.sin(phase) * numpy.sin(turned)
    return {"El1": ahead - beside / numpy.sqrt(2), "El2": beside / numpy.sqrt(2) - ahead, "El3": 0, "B1": 0, "B2": 0,
            "B3": ahead - numpy.sqrt(2) * beside}


# Initial data, evolution, exact solution; None: source terms of another thorn
SYSTEMS = {
    "SimpleWaveScript": ("initial_sine_calc", "calc_rhs", sine),
    "SimpleWaveScriptCaKernel": ("initial_sine_calc", "calc_rhs", sine),
    "WaveCaKernelScript": ("initial_gaussian_calc", "calc_rhs", pulse),
    "EMScript": ("EM_initial", "EM_evol", light),
    "Funwave": None,
}
PARAMETERS = {"amp": 1.0, "kfac": 2 * numpy.pi}  # the defaults that SimpleWaveScriptCaKernel gives them


def check_maxwell(all_calculations, before, after):
    """Energy, and what must be zero, as the script's own analysis calculates them."""
    analyse = lambda name, fields: analysed(all_calculations, name, fields, PARAMETERS, SIZES[-1])
    energies = [float(numpy.mean(analyse("EM_energy", fields)["rho"])) for fields in (before, after)]
    constraints = [norm(values) for values in analyse("EM_constraints", after).values()]
    good = abs(energies[1] / energies[0] - 1) < 1e-7 and abs(energies[0] - 0.75) < 1e-12 and max(constraints) < 1e-11
    print(f"{'ok' if good else 'WRONG'} EMScript: energy {energies[0]:.12f}, at the end {energies[1]:.12f}, constraints {max(constraints):.1e}")
    return good


def check(path, system, thorn_folder):
    good = compiled(path, thorn_folder)
    if not good or system is None:
        return good
    good, *results = converges(path, *system, PARAMETERS)
    return good and (path.stem != "EMScript" or check_maxwell(*results))


def main():
    examples = os.environ.get("CHEMORA_KRANC_EXAMPLES")
    if not examples:
        simulation.skip("CHEMORA_KRANC_EXAMPLES does not name the folder of Kranc's examples (testsuites/README.md)")
    folder = new_folder("kranc")
    good = [check(pathlib.Path(examples) / f"{name}.kranc", system, folder / name) for name, system in SYSTEMS.items()]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
