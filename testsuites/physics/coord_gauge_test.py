"""With a thorn that implements CoordGauge, the evolution method of the lapse is registered as a slicing, once: by its own thorn
or, for thorns without a word of CoordGauge, by ADMBase."""

import sys

from relativity import bar, data, run

EVOLVED = bar(0, 16, 4) | data("gauge wave") | {"ActiveThorns": '"TestCoordGauge"', "cactus::cctk_itlast": 1}


def main():
    cases = [({}, "Slicing BSSN is number 0 of 1"),
             ({"TestCoordGauge::registered_at_startup": '"BSSN"'}, "Slicing BSSN is number 0 of 1"),
             ({"TestCoordGauge::registered_at_startup": '"maximal"'}, "Slicing BSSN is number 1 of 2")]
    for changes, words in cases:
        _, result = run(EVOLVED, changes)
        if result.stdout.count(words) != 1:
            sys.exit(f"{changes}: not `{words}` once\n{result.stdout}")
    print("the evolution method of the lapse is registered once")


if __name__ == "__main__":
    main()
