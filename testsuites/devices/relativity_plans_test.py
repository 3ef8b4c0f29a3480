"""BSSN has the same bits whatever plan its right-hand side follows: the one that is built in, another tile, and parted by
output groups or by derivatives, of a black hole at orders 2 and 8 and of a gauge wave with phi at order 4; and whether the integrator's sums follow it at once or when they are asked for."""

import sys

from output_values import values
from relativity import HOLE, bar, data, run

SECOND_ORDER = {"BSSN::fd_order": 2, "ADMConstraints::fd_order": 2, "driver::ghost_size": 2, "cactus::cctk_itlast": 2}
COMPILED = {"CaKernel::compiler": '"automatic"', "CaKernel::report": "yes"}


def fission(rule):
    return {"CaKernel::fission": f'"{rule}"', "CaKernel::fission_operations": 1500}


# What to set, and what the plan of the right-hand side must hold
PLANS = {"tile": ({"CaKernel::plan[0]": '"BSSN_RHS: tile 8 3 4"'}, "tile 8 3 4"),
         "outputs": (fission("outputs"), "kernel 2:"), "derivatives": (fission("derivatives"), "kernel 2:")}


# Its arrays are too many for one calculation with the sums. Kernels are those of one rank's extents also where these differ.
PERIODIC = {"driver::periodic": "yes", "BSSN::boundary": '"none"', "CaKernel::strides": '"run-time"',
            "CaKernel::plan[0]": '"BSSN_RHS: tile 8 3 4"'}
FOLLOWED = "Followed by separate kernels for updates of the time integrator: BSSN::BSSN_RHS: The fused kernel would have too many arrays"
SUMS = {"one rank": ({}, 1), "two ranks": ({}, 2), "own memory, padded rows": ({"Devices::own_memory": "yes", "PUGH::padding": "yes"}, 1)}


def check_sums():
    apart = {"CaKernel::join_updates": "no"}
    folder, result = run(HOLE, SECOND_ORDER, COMPILED, PERIODIC, apart)
    reference, good = values(folder), FOLLOWED not in result.stdout
    for name, (changes, ranks) in SUMS.items():
        folder, result = run(HOLE, SECOND_ORDER, COMPILED, PERIODIC, changes, ranks=ranks)
        found = values(folder)
        different = [file for file in reference if found.get(file) != reference[file]]
        follow = FOLLOWED in result.stdout and "CaKernel::Updates1_rest " in result.stdout
        print(f"{'WRONG' if different or not follow else 'ok'} sums, {name}: {len(found)} files {' '.join(different)}"
              f"{'' if follow else ', they do not follow at once: ' + result.stdout}", flush=True)
        good = good and not different and follow
    return good


def plan_of_right_side(folder):
    text = (folder / "data/kernel_plans.txt").read_text()
    return "\n".join(part for part in text.split("plan ") if part.startswith("BSSN::BSSN_RHS "))


EIGHTH_ORDER = {"BSSN::fd_order": 8, "ADMConstraints::fd_order": 8, "driver::ghost_size": 5, "driver::global_nx": 19,
                "driver::global_ny": 17, "driver::global_nz": 20, "cactus::cctk_itlast": 1}
OUTPUT = ("IOASCII::out1D_vars", "IOASCII::out1D_every", "IOASCII::out1D_d", "IOScalar::outScalar_vars", "IOScalar::outScalar_every",
          "IOScalar::outScalar_reductions")
GAUGE_WAVE = data("gauge wave", amplitude=0.1) | bar(0, 12, 4) | {name: HOLE[name] for name in OUTPUT} | {
    "BSSN::conformal_factor": '"phi"', "BSSN::slicing": '"harmonic"', "BSSN::shift_condition": '"static"', "time::dtfac": 0.25,
    "cactus::cctk_itlast": 2}
# Parameters, and the plans that they are run with
CASES = {"order 2": (HOLE | SECOND_ORDER, PLANS), "order 8": (HOLE | EIGHTH_ORDER, ["outputs"]),
         "gauge wave, phi, order 4": (GAUGE_WAVE, ["tile", "outputs"])}


def check_plans(case, parameters, plans):
    reference = values(run(parameters)[0])
    good = len(reference) > 100
    if not good:
        print(f"WRONG {case}: {len(reference)} files")
    for name in plans:
        changes, words = PLANS[name]
        folder, _ = run(parameters, COMPILED, changes)
        found = values(folder)
        different = [file for file in reference if found.get(file) != reference[file]]
        followed = words in plan_of_right_side(folder)
        print(f"{'WRONG' if different or not followed else 'ok'} {case}, {name}: {len(found)} files {' '.join(different)}"
              f"{'' if followed else ', the plan is not followed: ' + plan_of_right_side(folder)}", flush=True)
        good = good and not different and followed
    return good


def main():
    good = [check_plans(case, *what) for case, what in CASES.items()]
    sys.exit(0 if check_sums() and all(good) else 1)


if __name__ == "__main__":
    main()
