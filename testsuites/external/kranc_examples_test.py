"""Those of Kranc's own example scripts that are complete systems, against their exact solutions: the equations that edlc makes
of them, integrated with numpy on a periodic box, converge at fourth order; Maxwell's keep constraints and energy. Kranc's
examples are not ours: CHEMORA_KRANC_EXAMPLES names their folder (docs/testing.md)."""

import os
import pathlib
import subprocess
import sys

import numpy

import graphs
import simulation
from in_time import evolved

sys.path.insert(0, str(simulation.SOURCE / "scripts"))
from convergence_study import slope  # noqa: E402

TIME, SIZES = 1 / 8, (48, 64, 96)


def sine(x, y, t):
    return {"phi": numpy.sin(2 * numpy.pi * x) * numpy.cos(2 * numpy.pi * t)}


def pulse(x, y, t):
    return {"phi": numpy.exp(-(((t + x) / 0.1) ** 2))}


def light(x, y, t):
    phase, turned = 2 * numpy.pi * (x + y), 2 * numpy.pi * numpy.sqrt(2) * t
    ahead, beside = numpy.cos(phase) * numpy.cos(turned), numpy.sin(phase) * numpy.sin(turned)
    return {"El1": ahead - beside / numpy.sqrt(2), "El2": beside / numpy.sqrt(2) - ahead, "El3": 0, "B1": 0, "B2": 0,
            "B3": ahead - numpy.sqrt(2) * beside}


# Initial data, evolution, exact solution
SYSTEMS = {
    "SimpleWaveScript": ("initial_sine_calc", "calc_rhs", sine),
    "SimpleWaveScriptCaKernel": ("initial_sine_calc", "calc_rhs", sine),
    "WaveCaKernelScript": ("initial_gaussian_calc", "calc_rhs", pulse),
    "EMScript": ("EM_initial", "EM_evol", light),
}
PARAMETERS = {"amp": 1.0, "kfac": 2 * numpy.pi}  # the defaults that SimpleWaveScriptCaKernel gives them


def calculations(folder, name):
    path = pathlib.Path(folder) / f"{name}.kranc"
    if not path.is_file():
        sys.exit(f"CHEMORA_KRANC_EXAMPLES is {folder}, where there is no {path.name}")
    result = subprocess.run([simulation.EDLC, "--emit=graph", path], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return {graph.name.removeprefix(f"{name}_"): graph for graph in graphs.graphs_in(result.stdout)}


def run_system(all_calculations, start, evolve, points):
    """The fields at the beginning and at the end, on one plane: nothing depends on z."""
    x, y, z = numpy.meshgrid(*[numpy.arange(points) / points - 0.5] * 2, [0.0], indexing="ij")
    spacing = (1 / points,) * 3
    # SimpleWaveScript makes pi from pi, which starts as zero.
    fields = {"x": x, "y": y, "z": z, "t": 0.0, "pi": 0 * x}
    fields.update({name: value + 0 * x for name, value in all_calculations[start].evaluate(fields, PARAMETERS, spacing).items()})
    return fields, evolved(all_calculations[evolve], fields, PARAMETERS, spacing, TIME, points // 2)


def norm(values):
    return float(numpy.sqrt(numpy.mean(values**2)))


def check_maxwell(all_calculations, before, after, points):
    """Energy, and what must be zero, as the script's own analysis calculates them."""
    analyse = lambda name, fields: all_calculations[name].evaluate(fields, PARAMETERS, (1 / points,) * 3)
    energies = [float(numpy.mean(analyse("EM_energy", fields)["rho"])) for fields in (before, after)]
    constraints = [norm(values) for values in analyse("EM_constraints", after).values()]
    good = abs(energies[1] / energies[0] - 1) < 1e-7 and abs(energies[0] - 0.75) < 1e-12 and max(constraints) < 1e-11
    print(f"{'ok' if good else 'WRONG'} EMScript: energy {energies[0]:.12f}, at the end {energies[1]:.12f}, constraints {max(constraints):.1e}")
    return good


def check(folder, name, start, evolve, exact):
    all_calculations = calculations(folder, name)
    errors = []
    for points in SIZES:
        before, after = run_system(all_calculations, start, evolve, points)
        solution = exact(after["x"], after["y"], TIME)
        errors.append(max(norm(after[one] - values) for one, values in solution.items()))
    order = slope([1 / points for points in SIZES], errors)
    good = abs(order - 4) < 0.2 and errors[-1] < 2e-4
    print(f"{'ok' if good else 'WRONG'} {name}: errors {' '.join(f'{one:.2e}' for one in errors)}, order {order:.2f}", flush=True)
    return good and (exact is not light or check_maxwell(all_calculations, before, after, SIZES[-1]))


def main():
    folder = os.environ.get("CHEMORA_KRANC_EXAMPLES")
    if not folder:
        simulation.skip("CHEMORA_KRANC_EXAMPLES does not name the folder of Kranc's examples (docs/testing.md)")
    good = [check(folder, name, *system) for name, system in SYSTEMS.items()]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
