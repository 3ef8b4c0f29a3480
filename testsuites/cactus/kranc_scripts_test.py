"""Scripts with the constructs of Kranc's five public examples and other equations: each becomes a thorn, and the output of edlc for the
complete systems converges to exact solutions at fourth order."""

import pathlib

import numpy
import pytest

from folders import new_folder
from kranc_systems import SIZES, analysed, norm, require_fourth_order, require_thorn

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


SCRIPTS = sorted(FOLDER.glob("*.kranc"))


def test_number_of_scripts():
    assert len(SCRIPTS) == 5


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script_becomes_a_thorn(path):
    thorn = new_folder("kranc") / path.stem
    require_thorn(path, thorn)
    if path.stem == "ChannelSources":
        schedule = (thorn / "schedule.ccl").read_text()
        assert "WRITES: Channel::source1(interior)" in schedule and "READS: Channel::level(everywhere)" in schedule


@pytest.mark.parametrize("name", SYSTEMS)
def test_convergence(name):
    require_fourth_order(FOLDER / f"{name}.kranc", *SYSTEMS[name], PARAMETERS)


def test_energy_and_vorticity_of_sound():
    """The energy is constant, and there is no vorticity, by the script's own analysis."""
    all_calculations, before, after = require_fourth_order(FOLDER / "Sound.kranc", *SYSTEMS["Sound"], PARAMETERS)
    energies = [float(numpy.mean(analysed(all_calculations, "Sound_energy", fields, PARAMETERS, SIZES[-1])["energy"]))
                for fields in (before, after)]
    assert abs(energies[0] - 0.5) < 1e-12 and abs(energies[1] / energies[0] - 1) < 1e-7
    vorticity = analysed(all_calculations, "Sound_vorticity", after, PARAMETERS, SIZES[-1])
    assert max(map(norm, vorticity.values())) < 1e-11
