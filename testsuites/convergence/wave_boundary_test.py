"""A pulse leaves the cube through the radiative boundary and is reflected without one (Wave::boundary)."""

import re

import simulation

PAR = simulation.SOURCE / "thorns/Examples/Wave/par/pulse.par"


def final_energy_density(boundary):
    """Largest energy density at the end, from the run's table."""
    text = PAR.read_text().replace('"radiative"', f'"{boundary}"')
    assert f'"{boundary}"' in text
    _, result = simulation.run(text, threads=1)
    rows = [line for line in result.stdout.splitlines() if re.match(r"\s+128\s", line)]
    return float(rows[-1].split()[-1])


def test_radiative_boundary_absorbs_the_pulse():
    radiated, flat, reflected = (final_energy_density(boundary) for boundary in ("radiative", "flat", "none"))
    assert radiated < 0.1 * reflected and flat < 0.2 * reflected
