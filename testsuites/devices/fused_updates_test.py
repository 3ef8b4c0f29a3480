"""Fusing right-hand sides with the updates of the time integrator does not change a bit of any output file. Neither do
separate kernels for these updates. The tests cover every kind of method and boundary, several ranks and threads, overlapped
exchanges, host and device memory, padded rows and recovery. The report lists the fused kernels and the reason why other
kernels were not fused."""

import functools
import re

import pytest
from all_output import all_output, differences
from copy_routes import routes
from folders import new_folder
from mirrors import MIRRORS
from parameter_text import wave
from simulation import run

VARIABLES = '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps Wave::urhs Wave::rhorhs Wave::v2rhs"'
# Odd sizes. The output includes right-hand sides, which at the end of a step must be equal to those of a run without fusion.
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22", "IO::out_dir": '"data"',
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "4", "IOBasic::outInfo_every": "2",
    "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2", "IOASCII::out1D_vars": VARIABLES,
    "Wave::fd_order": "2", "IOHDF5::out_every": "2", "IOHDF5::out_vars": VARIABLES, "CaKernel::machine_limits": '"none"',
    "PUGH::overlap": "yes",
}
SAVED = {"IOHDF5::checkpoint": '"yes"', "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"'}
FIRST_HALF = {**SAVED, "cactus::cctk_itlast": "2", "IO::checkpoint_on_terminate": '"yes"'}
SECOND_HALF = {**SAVED, "IO::recover": '"auto"'}
SEPARATE, FUSED = {"CaKernel::join_updates": "no"}, {"CaKernel::join_updates": "yes"}
OWN = {"Devices::own_memory": "yes"}
PADDED = {"PUGH::padding": "yes"}
FREE = {"grid::type": '"byspacing"', "grid::dxyz": "0.1"}
THIN = {"driver::global_nz": "6", "PUGH::processor_topology": '"manual"'} | {
    f"PUGH::processor_topology_3d_{axis}": n for axis, n in (("x", "1"), ("y", "1"), ("z", "3"))}


def method(name, substeps, scratch=0, **more):
    return {"MoL::ODE_Method": f'"{name}"', "MoL::MoL_Intermediate_Steps": substeps,
            "MoL::MoL_Num_Scratch_Levels": scratch, **more}


# Each case has the parameters, the number of fused kernels `Wave_RHS_update...`, and the expected report about kernels that
# are not fused.
FOLLOWED, NOT_FUSED = "Followed by separate kernels for updates", "Not fused with updates"
NO_DESTINATION = (FOLLOWED, "no array is free for it")
CASES = {
    "rk4 periodic": ({**method("RK4", 4, 1), **FREE, "driver::periodic": "yes"}, 3, None),
    "rk4 radiative": ({**method("RK4", 4, 1), "Wave::boundary": '"radiative"'}, 3, None),
    "rk4 mirrors": ({**method("RK4", 4, 1), **MIRRORS}, 3, None),
    "rk4 stores right-hand sides": ({**method("RK4", 4, 1), "MoL::init_RHS_zero": "no"}, 2, (NOT_FUSED, "Nor can its updates run separately.")),
    "rk3": (method("RK3", 3), 2, NO_DESTINATION),
    "icn averaged": (method("ICN-avg", 3), 1, NO_DESTINATION),
    "rk45 adaptive": (method("RK45", 6, 6, **{"MoL::adaptive_stepsize": "yes"}), 5, NO_DESTINATION),
    "nan check": (method("RK4", 4, 1, **{"MoL::MoL_NaN_Check": "yes", "ActiveThorns": '"NaNChecker"'}), 0, (NOT_FUSED, "MoL::MoL_NaNCheck is called between the kernel and the updates")),
}


@functools.cache
def work():
    return new_folder()


def data(name, *changes, ranks=1, threads=1):
    """Returns all output files of a run in the folder `name`, and the log of the run."""
    folder, result = run(wave("gaussian", SMALL, *changes), ranks, threads, work() / name.replace(" ", "-"))
    return all_output(folder / "data"), result.stdout


@functools.cache
def without_fusion(name):
    return data(name + " separate", CASES[name][0], SEPARATE)


def require_equal(reference, found):
    wrong = differences(reference, found)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", CASES)
def test_methods_and_boundaries(name):
    changes, n_fused, reason = CASES[name]
    reference, log = without_fusion(name)
    assert "Wave_RHS_update" not in log, log
    found, output = data(name, changes, FUSED)
    require_equal(reference, found)
    assert len(set(re.findall(r"Wave_RHS_update\d+(?= )", output))) == n_fused, output
    heading, why = reason or (None, "")
    assert [text for text in (FOLLOWED, NOT_FUSED) if text in output] == ([heading] if heading else []), output
    assert why in output and ("CaKernel::Updates1 " in output) == (heading == FOLLOWED), output


def overlapped_exchanges(output):
    """Returns the number of ghost-zone exchanges that overlapped with kernels."""
    found = re.search(r"; (\d+) of \d+ exchanges were in flight", " ".join(output.split()))
    assert found, output
    return int(found[1])


# On the periodic grid, ghost-zone exchanges are in flight while the fused kernels run. With 8 ranks, this includes exchanges
# along x.
@pytest.mark.parametrize("name, more, ranks, threads", [
    ("rk4 radiative", PADDED, 2, 1), ("rk4 periodic", {}, 8, 1),
    ("rk4 periodic", {"PUGH::overlap": "no", **PADDED}, 3, 1), ("rk4 periodic", OWN, 8, 1)])
def test_ranks_and_memory(name, more, ranks, threads):
    title = f"{name} {ranks} ranks {'own' if more == OWN else ''}"
    found, output = data(title, CASES[name][0], FUSED, more, {"PUGH::timer_output": "yes"}, ranks=ranks, threads=threads)
    assert "Wave_RHS_update1" in output, output
    assert "which this run has not compiled" not in output, output
    if "periodic" in name:
        assert (overlapped_exchanges(output) == 0) == ("PUGH::overlap" in more), output
    require_equal(without_fusion(name)[0], found)


def test_pins_of_fused_kernels():
    """Pinned plans apply to fused kernels. The run reports pinned plans for kernels that it has not compiled."""
    kernels = ("Wave_RHS_update2", "wave_rhs_update9", "CaKernel::Boundary_Flat_x_lower")
    pins = {f"CaKernel::plan[{n}]": f'"{kernel}: prefetch none"' for n, kernel in enumerate(kernels)}
    found, output = data("rk3 pinned", CASES["rk3"][0], FUSED, pins, {"PUGH::timer_output": "yes"}, ranks=2, threads=2)
    assert "Wave_RHS_update1" in output, output
    unused = re.findall(r"CaKernel::plan\[(\d)\] pins a plan for kernel (\S+), which this run has not compiled", output)
    assert unused == [("1", kernels[1]), ("2", kernels[2])], output
    require_equal(without_fusion("rk3")[0], found)


def test_wrong_pin_of_a_fused_kernel():
    pinned = {**CASES["rk3"][0], "CaKernel::plan[0]": '"Wave_RHS_update1: nontemporal nothing"'}
    output = run(wave("gaussian", SMALL, pinned), folder=work() / "pinned", expect=1)[1].stdout
    assert "`nothing`" in output, output


def test_ranks_without_interior_points():
    """Two of three ranks own no interior points."""
    changes = {**CASES["rk4 radiative"][0], **THIN}
    expected, _ = data("thin separate", changes, SEPARATE, ranks=3)
    found, output = data("thin", changes, FUSED, ranks=3)
    assert "Wave_RHS_update1" in output, output
    require_equal(expected, found)


@pytest.mark.parametrize("title, first, second", [("fused before", FUSED, SEPARATE), ("fused after", SEPARATE, FUSED)])
def test_recovery(title, first, second):
    changes = CASES["rk4 periodic"][0]
    data(title, changes, first, FIRST_HALF, ranks=2)
    require_equal(without_fusion("rk4 periodic")[0], data(title, changes, second, SECOND_HALF, ranks=1)[0])


def test_deferred_updates_name_the_requesting_function():
    """A deferred update runs when a function requests its result. The report of copies names this function as the reader, also
    after recovery from a checkpoint."""
    changes = {**CASES["rk4 periodic"][0], **CASES["nan check"][0], **OWN}
    data("checked", changes, FUSED, FIRST_HALF)
    saved = {"IO::recover_dir": f'"{work()}/checked/saved"'}
    separate, deferred = (routes(data(f"checked {title}", changes, how, SECOND_HALF, saved)[1])
                          for title, how in (("separate", SEPARATE), ("deferred", FUSED)))
    assert separate == deferred
    assert any(route[3] == "MoL::MoL_InitialCopy" for route in deferred), deferred
