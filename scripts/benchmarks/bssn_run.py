"""A run of BSSN for benchmarks: a periodic cube of noise, 1+log slicing, Gamma driver, advection, dissipation in the right-hand
side; RK4."""

import json

from benchmarks.common import BUILD, ROOT, timed
from parameter_file import with_parameters

EQUATIONS = ROOT / "thorns/Relativity/BSSN/equations/bssn.edl"
OURS = {
    "BSSN::slicing": '"1+log"', "BSSN::shift_condition": '"Gamma driver"', "BSSN::dissipation_strength": 0.1,
    "cactus::terminate": '"iteration"', "IO::out_dir": '"out"', "IOBasic::outInfo_every": -1, "IOScalar::outScalar_every": -1,
    "IOASCII::out1D_every": -1, "PUGH::padding": "yes",
}


def cube(order, size, steps):
    """Parameters of ours and of a peer."""
    ghosts = order // 2 + 1
    points = {f"driver::global_n{axis}": size + 2 * ghosts for axis in "xyz"}
    return points | {"driver::ghost_size": ghosts, "grid::dxyz": 1 / size, "cactus::cctk_itlast": steps}


def bssn_parameters(order, size, steps, changes):
    text = (ROOT / "params/relativity/robust_stability.par").read_text()
    return with_parameters(text, OURS | cube(order, size, steps) | {"BSSN::fd_order": order} | changes)


def report_of(folder):
    return json.loads((folder / "out/kernel_report.json").read_text())


def bssn_run(parameters, processes, threads, folder):
    """Seconds of a whole run, its report of kernels, and what it printed."""
    (folder / "bssn.par").write_text(parameters)
    seconds, printed = timed([BUILD / "bin/chemora", "bssn.par"], folder, processes, threads)
    return seconds, report_of(folder), printed
