"""Runs BSSN for benchmarks and reads the kernels of its right-hand side from the kernel report. The run evolves noise
in a periodic cube by RK4, with 1+log slicing, Gamma driver, advection, and dissipation in the right-hand side."""

import json
import re

from benchmarks.common import BUILD, ROOT, timed
from parameter_file import with_parameters

EQUATIONS = ROOT / "thorns/Relativity/BSSN/equations/bssn.edl"
OURS = {
    "BSSN::slicing": '"1+log"', "BSSN::shift_condition": '"Gamma driver"', "BSSN::dissipation_strength": 0.1,
    "cactus::terminate": '"iteration"', "IO::out_dir": '"out"', "IOBasic::outInfo_every": -1, "IOScalar::outScalar_every": -1,
    "IOASCII::out1D_every": -1, "PUGH::padding": "yes",
}


def cube(order, size, steps):
    """The parameters of a cubic grid; runs of McLachlan use the same parameters."""
    ghosts = order // 2 + 1
    points = {f"driver::global_n{axis}": size + 2 * ghosts for axis in "xyz"}
    return points | {"driver::ghost_size": ghosts, "grid::dxyz": 1 / size, "cactus::cctk_itlast": steps}


def bssn_parameters(order, size, steps, changes):
    text = (ROOT / "params/relativity/robust_stability.par").read_text()
    return with_parameters(text, OURS | cube(order, size, steps) | {"BSSN::fd_order": order} | changes)


def report_of(folder):
    return json.loads((folder / "out/kernel_report.json").read_text())


def right_hand_side(report):
    """The entries of the right-hand side in a kernel report. If it was divided into several kernels, their names end in
    numbers."""
    return [kernel for kernel in report["kernels"] if re.fullmatch(r"BSSN::BSSN_RHS(\.\d+)?", kernel["kernel"])]


def as_one_kernel(kernels):
    """Combines the report entries of kernels that run one after the other over the same points. Seconds and operations
    are added. The shortest possible time of the sequence is the sum of the times that the kernels would take at their
    limits."""
    seconds = sum(kernel["seconds"] for kernel in kernels)
    limits = [kernel["share_of_limit"] for kernel in kernels]
    of_limits = None if None in limits else sum(share * kernel["seconds"] for share, kernel in zip(limits, kernels))
    return {"kernels": len(kernels), "points_per_second": kernels[0]["points"] / seconds,
            "flops_per_point": sum(one["flops_per_point"] for one in kernels),
            "share_of_limit": None if of_limits is None else of_limits / seconds,
            "bound_by": ", ".join(dict.fromkeys(one["bound_by"] for one in kernels)),
            "plan": " | ".join(one["plan"] for one in kernels)}


def bssn_run(parameters, processes, threads, folder):
    """Runs BSSN in `folder`. Returns the seconds of the whole run, its kernel report, and its printed output."""
    (folder / "bssn.par").write_text(parameters)
    seconds, printed = timed([BUILD / "bin/chemora", "bssn.par"], folder, processes, threads)
    return seconds, report_of(folder), printed
