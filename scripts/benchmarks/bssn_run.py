"""A run of BSSN for benchmarks, and the kernels of its right-hand side: noise in a periodic cube, 1+log slicing, Gamma driver,
advection, dissipation in the right-hand side, RK4."""

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
    """Parameters of the grid, which are the same in McLachlan's runs."""
    ghosts = order // 2 + 1
    points = {f"driver::global_n{axis}": size + 2 * ghosts for axis in "xyz"}
    return points | {"driver::ghost_size": ghosts, "grid::dxyz": 1 / size, "cactus::cctk_itlast": steps}


def bssn_parameters(order, size, steps, changes):
    text = (ROOT / "params/relativity/robust_stability.par").read_text()
    return with_parameters(text, OURS | cube(order, size, steps) | {"BSSN::fd_order": order} | changes)


def report_of(folder):
    return json.loads((folder / "out/kernel_report.json").read_text())


def right_hand_side(report):
    """The records of the kernels of the right-hand side. The report numbers them if there are several."""
    return [kernel for kernel in report["kernels"] if re.fullmatch(r"BSSN::BSSN_RHS(\.\d+)?", kernel["kernel"])]


def as_one_kernel(kernels):
    """One record for kernels that run one after the other over the same points. Seconds and operations are added, and the limit
    of the sequence is the sum of the times at the limit of each kernel."""
    seconds = sum(kernel["seconds"] for kernel in kernels)
    limits = [kernel["share_of_limit"] for kernel in kernels]
    of_limits = None if None in limits else sum(share * kernel["seconds"] for share, kernel in zip(limits, kernels))
    return {"kernels": len(kernels), "points_per_second": kernels[0]["points"] / seconds,
            "flops_per_point": sum(one["flops_per_point"] for one in kernels),
            "share_of_limit": None if of_limits is None else of_limits / seconds,
            "bound_by": ", ".join(dict.fromkeys(one["bound_by"] for one in kernels)),
            "plan": " | ".join(one["plan"] for one in kernels)}


def bssn_run(parameters, processes, threads, folder):
    """Seconds of a whole run, its report of kernels, and its output."""
    (folder / "bssn.par").write_text(parameters)
    seconds, printed = timed([BUILD / "bin/chemora", "bssn.par"], folder, processes, threads)
    return seconds, report_of(folder), printed
