"""Every plan that docs/plans.md shows is one, and runs; that of another device is refused by name."""

import pathlib
import re
import sys
import tempfile

from parameter_text import wave
from simulation import SOURCE, run

CHANGES = {"driver::global_nx": 33, "driver::global_ny": 17, "driver::global_nz": 17, "cactus::terminate": '"iteration"',
           "cactus::cctk_itlast": 1, "IO::out_dir": '"data"'}


def main():
    plans = re.findall(r"^```plan\n(.*?)^```", (SOURCE / "docs/plans.md").read_text(), re.MULTILINE | re.DOTALL)
    if len(plans) < 5:
        sys.exit(f"docs/plans.md shows {len(plans)} plans")
    with tempfile.TemporaryDirectory(prefix="chemora-plans-") as folder:
        work = pathlib.Path(folder)
        for number, plan in enumerate(plans):
            path = work / f"plan{number}.txt"
            path.write_text(plan)
            is_ours = " on host" in plan
            output = run(wave("gaussian", CHANGES, {"CaKernel::plan[0]": f'"{path}"'}), folder=work / str(number), expect=0 if is_ours else 1)[1].stdout
            n_kernels = max(1, len(re.findall(r"^ *kernel \d+:", plan, re.MULTILINE)))
            rows = [line for line in output.splitlines() if re.match(r"Wave::Wave_RHS[. ]", line)]
            if is_ours and len(rows) != n_kernels:
                sys.exit(f"{plan}\nhas {n_kernels} kernels, the report {len(rows)}:\n{output}")
            if is_ours and ("scratch arrays" in output) != ("grid" in plan):
                sys.exit(f"{plan}\nthe report does not tell of the scratch arrays:\n{output}")
            if not is_ours and not re.search("is for cuda:sm_90, but this (run|process) computes on host", " ".join(output.split())):
                sys.exit(f"{plan}\nis not refused by its device:\n{output}")
    print(f"{len(plans)} plans of docs/plans.md are as it says")


if __name__ == "__main__":
    main()
