"""BSSN has the same bits whatever plan its right-hand side follows: the one that is built in, another tile, and parted by
output groups or by derivatives; and whether the integrator's sums follow it at once or when they are asked for."""

import sys

from output_values import values
from relativity import run
from relativity_test import HOLE

SECOND_ORDER = {"BSSN::fd_order": 2, "ADMConstraints::fd_order": 2, "driver::ghost_size": 2, "cactus::cctk_itlast": 2}
COMPILED = {"CaKernel::compiler": '"found"', "CaKernel::report": "yes"}


def fission(rule):
    return {"CaKernel::fission": f'"{rule}"', "CaKernel::fission_operations": 1500}


# What to set, and what the plan of the right-hand side must hold
PLANS = {"tile": ({"CaKernel::plan[0]": '"BSSN_RHS: tile 8 3 4"'}, "tile 8 3 4"),
         "outputs": (fission("outputs"), "kernel 2:"), "derivatives": (fission("derivatives"), "kernel 2:")}


# Its arrays are too many for one calculation with the sums. Kernels are those of one rank's extents also where these differ.
PERIODIC = {"driver::periodic": "yes", "BSSN::boundary": '"none"', "CaKernel::strides": '"told"',
            "CaKernel::plan[0]": '"BSSN_RHS: tile 8 3 4"'}
FOLLOWED = "Followed at once by sums of the time integrator: BSSN::BSSN_RHS is not one calculation with them. It would have too many arrays"
SUMS = {"one rank": ({}, 1), "two ranks": ({}, 2), "own memory, padded rows": ({"DeviceHost::own_memory": "yes", "PUGH::padding": "yes"}, 1)}


def check_sums():
    apart = {"CaKernel::join_updates": "no"}
    folder, result = run(HOLE, SECOND_ORDER, COMPILED, PERIODIC, apart)
    reference, good = values(folder), FOLLOWED not in result.stdout
    for name, (changes, ranks) in SUMS.items():
        folder, result = run(HOLE, SECOND_ORDER, COMPILED, PERIODIC, changes, ranks=ranks)
        found = values(folder)
        different = [file for file in reference if found.get(file) != reference[file]]
        follow = FOLLOWED in result.stdout and "CaKernel::Sums1_rest " in result.stdout
        print(f"{'WRONG' if different or not follow else 'ok'} sums, {name}: {len(found)} files {' '.join(different)}"
              f"{'' if follow else ', they do not follow at once: ' + result.stdout}", flush=True)
        good = good and not different and follow
    return good


def plan_of_right_side(folder):
    text = (folder / "data/kernel_plans.txt").read_text()
    return "\n".join(part for part in text.split("plan ") if part.startswith("BSSN::BSSN_RHS "))


def main():
    reference = values(run(HOLE, SECOND_ORDER)[0])
    good = len(reference) > 100
    for name, (changes, words) in PLANS.items():
        folder, _ = run(HOLE, SECOND_ORDER, COMPILED, changes)
        found = values(folder)
        different = [file for file in reference if found.get(file) != reference[file]]
        followed = words in plan_of_right_side(folder)
        print(f"{'WRONG' if different or not followed else 'ok'} {name}: {len(found)} files {' '.join(different)}"
              f"{'' if followed else ', the plan is not followed: ' + plan_of_right_side(folder)}", flush=True)
        good = good and not different and followed
    sys.exit(0 if check_sums() and good else 1)


if __name__ == "__main__":
    main()
