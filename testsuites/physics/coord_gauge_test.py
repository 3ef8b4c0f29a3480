"""With a thorn that implements CoordGauge, the evolution method of the lapse is registered as a slicing exactly once: by its own
thorn or, for thorns without code for CoordGauge, by ADMBase."""


import pytest
from relativity import bar, data, run

EVOLVED = bar(0, 16, 4) | data("gauge wave") | {"ActiveThorns": '"TestCoordGauge"', "cactus::cctk_itlast": 1}


@pytest.mark.parametrize("changes, message", [
    ({}, "Slicing BSSN is number 0 of 1"),
    ({"TestCoordGauge::registered_at_startup": '"BSSN"'}, "Slicing BSSN is number 0 of 1"),
    ({"TestCoordGauge::registered_at_startup": '"maximal"'}, "Slicing BSSN is number 1 of 2"),
])
def test_slicing_is_registered_once(changes, message):
    _, result = run(EVOLVED, changes)
    assert result.stdout.count(message) == 1, result.stdout
