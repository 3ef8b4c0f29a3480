"""Scripts that use the constructs of Kranc's five public examples, with other equations: each becomes a thorn, and what edlc
makes of the complete systems converges to exact solutions at fourth order."""

import pathlib
import sys

import numpy

import simulation
from folders import new_folder
from kranc_systems import SIZES, analysed, compiled, converges, norm

FOLDER = pathlib.Path(__file__).parent / "kranc"
PARAMETERS = {"height": 1.0, "number": 2 * numpy.pi, "loss": 1.5}  # the defaults that Telegraph gives them


def standing_wave(x, y, t):
    return {"psi": numpy.cos(2 * numpy.pi * x) * numpy.cos(numpy.sqrt(4 * numpy.pi**2 + 9) * t)}


def damped_signal(x, y, t):
    loss, frequency = 1.5, numpy.sqrt(4 * numpy.pi**2 - 1.5**2)
    oscillation = numpy.cos(frequency * t) + loss / frequency * numpy.sin(frequency * t)
    return {"psi": numpy.cos(2 * numpy.pi * x) * numpy.exp(-loss * t) * oscillation}


def pulse(x, y, t):
    return {"psi": numpy.exp(-(((x - t) / 0.1) ** 2))}


def sound(x, y, t):
    pressure = numpy.cos(2 * numpy.pi * (x + y) - 2 * numpy.pi * numpy.sqrt(2) * t)
    return {"pr": pressure, "v1": pressure / numpy.sqrt(2), "v2": pressure / numpy.sqrt(2), "v3": 0}


# Initial data, evolution, exact solution
SYSTEMS = {
    "KleinGordon": ("start_standing_wave", "evolve_wave", standing_wave),
    "Telegraph": ("start_signal", "evolve_signal", damped_signal),
    "Pulse": ("start_pulse", "evolve_pulse", pulse),
    "Sound": ("Sound_start", "Sound_evolve", sound),
}


def check_sound(all_calculations, before, after):
    """The energy stays, and there is no vorticity, as the script's own analysis calculates them."""
    energies = [float(numpy.mean(analysed(all_calculations, "Sound_energy", fields, PARAMETERS, SIZES[-1])["energy"]))
                for fields in (before, after)]
    vorticity = max(norm(values) for values in
                    analysed(all_calculations, "Sound_vorticity", after, PARAMETERS, SIZES[-1]).values())
    good = abs(energies[0] - 0.5) < 1e-12 and abs(energies[1] / energies[0] - 1) < 1e-7 and vorticity < 1e-11
    print(f"{'ok' if good else 'WRONG'} Sound: energy {energies[0]:.12f}, at the end {energies[1]:.12f}, vorticity {vorticity:.1e}")
    return good


def main():
    folder = new_folder("kranc")
    scripts = sorted(FOLDER.glob("*.kranc"))
    good = len(scripts) == 5
    for path in scripts:
        good = compiled(path, folder / path.stem) and good
    schedule = (folder / "ChannelSources/schedule.ccl").read_text()
    good = good and "WRITES: Channel::source1(interior)" in schedule and "READS: Channel::level(everywhere)" in schedule
    for name, system in SYSTEMS.items():
        converges_to_exact, *results = converges(FOLDER / f"{name}.kranc", *system, PARAMETERS)
        good = converges_to_exact and good
        if name == "Sound":
            good = check_sound(*results) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
