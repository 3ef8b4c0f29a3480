"""A run with kernels on device memory writes files that are bitwise equal to those of a run on host memory, and makes only
necessary copies. In this test, the device memory is a separate allocation on the host."""

import re

import pytest
from all_output import all_output, differences
from copy_routes import routes
from folders import new_folder
from mirrors import MIRRORS as MIRRORED
from parameter_text import wave
from simulation import require, run

OWN = {"Devices::own_memory": "yes"}
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "6", "IO::out_dir": '"data"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
}
OUTPUT = {"IOHDF5::out_every": "3", "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"'}
CHECKPOINT = {
    "IOHDF5::checkpoint": "yes", "IO::checkpoint_every": "3", "IO::checkpoint_keep": "-1",
    "IO::checkpoint_dir": '"checkpoints"', "IO::recover_dir": '"checkpoints"',
}


def run_in(folder, text, ranks=1, expect=0):
    return folder, run(text, ranks, 1, folder, expect=expect)[1].stdout


def equal(work, title, example, *changes, ranks=1, own=OWN):
    """The example must give equal files without and with separate device memory (parameters `own`). Returns the printed output
    of the run with device memory."""
    name = title.replace(" ", "-")
    host, _ = run_in(work / name, wave(example, *changes), ranks)
    own, output = run_in(work / f"{name}-own", wave(example, *changes, own), ranks)
    require(routes(output), f"{title}: nothing was copied", output)
    found = all_output(own / "data")
    require(found, f"{title}: there is no output", output)
    wrong = differences(all_output(host / "data"), found)
    require(not wrong, f"{title}: {wrong}", output)
    return output


# The settings have mirror symmetries at the lower faces, an adaptive method with six substeps, and boundary conditions at the
# faces that CoordBase defines.
MIRRORS = MIRRORED | {
    "ActiveThorns": '"ReflectionSymmetry NaNChecker"', "cactus::cctk_itlast": "4",
    "NaNChecker::check_every": "1", "NaNChecker::check_vars": '"Wave::rho"',
    "MoL::ODE_Method": '"RK45"', "MoL::MoL_Intermediate_Steps": "6", "MoL::MoL_Num_Scratch_Levels": "6",
    "MoL::adaptive_stepsize": "yes",
}


@pytest.fixture(scope="module")
def work():
    return new_folder("own-memory")


@pytest.mark.parametrize("title, example, changes, ranks", [
    ("gaussian", "gaussian", [SMALL, OUTPUT], 1), ("gaussian on 2", "gaussian", [SMALL, OUTPUT], 2),
    ("plane", "plane", [{"cactus::cctk_itlast": "8", "IO::out_dir": '"data"'}], 1),
    ("plane on 2", "plane", [{"cactus::cctk_itlast": "8", "IO::out_dir": '"data"'}], 2),
    ("incoming waves on 2", "gaussian", [SMALL, {"boundary::radpower": "2"}], 2),
    ("mirrors on 2", "gaussian", [SMALL, MIRRORS], 2),
])
def test_bits_of_the_host(work, title, example, changes, ranks):
    equal(work, title, example, *changes, ranks=ranks)


def test_bits_of_the_host_with_overlap(work):
    """Outer boundary conditions run after the exchange of ghost zones has finished."""
    output = equal(work, "overlap on 2", "gaussian", SMALL, ranks=2, own=OWN | {"PUGH::overlap": "yes", "PUGH::timer_output": "yes"})
    assert re.search(r"; [1-9]\d* of \d+ exchanges were in flight", " ".join(output.split())), output


def test_recovery(work):
    """A run with device memory is interrupted and continued from its checkpoint. Its results equal those of an uninterrupted
    run on the host."""
    whole, _ = run_in(work / "whole", wave("gaussian", SMALL, OUTPUT, CHECKPOINT))
    first = {**CHECKPOINT, "cactus::cctk_itlast": "3"}
    folder, _ = run_in(work / "pieces", wave("gaussian", SMALL, OUTPUT, first, OWN), ranks=2)
    _, output = run_in(folder, wave("gaussian", SMALL, OUTPUT, CHECKPOINT, OWN, {"IO::recover": '"auto"'}))
    wrong = differences(all_output(whole / "data"), all_output(folder / "data"))
    require(not wrong, f"recovery: {wrong}", output)
    newest = "checkpoints/checkpoint.chkpt.it_6.h5"
    wrong = differences({"": all_output(whole)[newest]}, {"": all_output(folder)[newest]})
    require(not wrong, f"checkpoints: {wrong}", output)


QUIET = {"IOBasic::outInfo_vars": '""', "IOScalar::outScalar_vars": '""', "IOASCII::out1D_vars": '""', "IOHDF5::out_vars": '""'}


def test_exchange_moves_slabs(work):
    """A periodic cube of n^3 points with g ghost zones is divided along z. Each exchange copies only the ghost zones of the
    neighbouring process, once in each direction. No other part of the program copies these variables."""
    n, g, steps = 36, 2, 3
    halves = {f"PUGH::processor_topology_3d_{axis}": count for axis, count in zip("xyz", "112")}
    more = {"cactus::cctk_itlast": str(steps), "PUGH::processor_topology": '"manual"', **halves}
    _, output = run_in(work / "slabs", wave("plane", QUIET, more, OWN), ranks=2)
    found = routes(output)
    ghosts = 8 * 2 * g * n**2
    for variable in ("Wave::u", "Wave::rho", "Wave::v1", "Wave::v2", "Wave::v3"):
        for to in ("host", "device"):
            moved = {key: amount for key, amount in found.items() if key[:2] == (variable, to)}
            require([key[3] for key in moved] == ["exchange of ghost zones"], f"{variable} to the {to}: {moved}", output)
            (copies, size), = moved.values()
            require(copies >= 4 * steps and size == copies * ghosts, f"{variable} to the {to}: {moved}", output)


def test_steps_move_nothing(work):
    """Without output, time steps copy nothing between host and device. The number of copies is therefore the same for a long
    and a short run, with boundary conditions and on a periodic grid."""
    cases = {condition: ("gaussian", SMALL, {"Wave::boundary": f'"{condition}"'}) for condition in ("radiative", "flat", "scalar")}
    cases |= {"periodic": ("plane",), "periodic-overlap": ("plane", {"PUGH::overlap": "yes"})}
    for condition, (example, *settings) in cases.items():
        found = []
        for steps in (2, 5):
            changes = {"cactus::cctk_itlast": str(steps)}
            _, output = run_in(work / f"quiet-{condition}-{steps}", wave(example, *settings, QUIET, changes, OWN))
            require("copies to the device" in output, "the report of copies is missing", output)
            found.append(routes(output))
        to_host = [key for key in found[1] if key[1] == "host"]
        require(found[0] == found[1] and not to_host, f"{condition}: steps move data: {found}", output)
        require(not found[1], f"{condition}: {found[1]}", output)


def test_readers_are_named(work):
    """Each output method reads one variable, and the report names the method as the reader."""
    readers = {
        "Wave::u": ("IOBasic::Info", "IOBasic::outInfo_vars"), "Wave::v1": ("IOBasic::Scalar", "IOBasic::outScalar_vars"),
        "Wave::rho": ("IOScalar::IOScalar", "IOScalar::outScalar_vars"), "Wave::v2": ("IOASCII::IOASCII_1D", "IOASCII::out1D_vars"),
        "Wave::v3": ("IOHDF5::IOHDF5", "IOHDF5::out_vars"),
    }
    outputs = {name: f'"{variable}"' for variable, (_, name) in readers.items()}
    changes = {**outputs, "IOBasic::outScalar_every": "2", "IOHDF5::out_every": "2"}
    for ranks in (1, 2):
        _, output = run_in(work / f"readers-{ranks}", wave("gaussian", SMALL, changes, OWN), ranks=ranks)
        found = {(variable, reader) for variable, to, part, reader in routes(output) if to == "host"}
        expected = {(variable, reader) for variable, (reader, _) in readers.items()}
        require(found - expected <= {(variable, "exchange of ghost zones") for variable in readers}, f"{ranks} ranks: {found}", output)
        require(expected <= found, f"{ranks} ranks: no {expected - found}", output)
        require("sum of 2 processes" in output or ranks == 1, "the report does not add the copies of both processes", output)


PARAMETERS = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
driver::global_nx = 17
driver::global_ny = 13
driver::global_nz = 11
driver::ghost_size = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 2
Devices::own_memory = yes
{more}
"""


def run_thorn(work, name, more="", ranks=1, expect=0):
    return run_in(work / name, PARAMETERS.format(more=more), ranks, expect)[1]


def test_plain_loops(work):
    for ranks in (1, 2):
        output = run_thorn(work, f"kernel-{ranks}", ranks=ranks)
        require("points agree at iteration 2" in output, "TestKernel's values are wrong", output)
    output = run_thorn(work, "undeclared", "TestKernel::undeclared = yes\nTestKernel::factor = 0.3")
    require("points agree at iteration 2" in output, "functions without declarations read or wrote wrong values", output)
    require("TestKernel::TestKernel_Halve, which has neither READS nor WRITES" in output, "the report does not name these functions", output)
    output = run_thorn(work, "trusted", "TestKernel::undeclared = yes\nAccelerator::undeclared = nothing")
    require("which has neither READS nor WRITES" not in output, "functions were considered although Accelerator::undeclared is nothing", output)


def test_nested_calls(work):
    """Host functions traverse a schedule group that contains kernels. The host reads values that kernels have written, and
    kernels read values that the host has written."""
    for nested in ("declared", "silent_after", "silent_around"):
        for ranks in (1, 2):
            more = f"TestKernel::nested = {nested}\nAccelerator::check = yes\nTestKernel::factor = 0.3"
            output = run_thorn(work, f"nested-{nested}-{ranks}", more, ranks=ranks)
            require("points agree at iteration 2" in output, f"{nested}: TestKernel's values are wrong", output)
    require("TestKernel_DoubleAndHalve after TestKernel::TestKernel_Smooth" in output, "the report does not name the function", output)


def test_requests_of_the_host(work):
    """Tests device memory together with host functions that access data outside of READS and WRITES. These are boundary
    conditions applied by Driver_RequireValidData, and values that NaNChecker writes."""
    requires = ("ActiveThorns = \"CoordBase SymBase CartGrid3D Boundary\"\nCactus::presync_mode = \"mixed-warn\"\n"
            "grid::type = \"box\"\nTestKernel::requires_valid_data = yes")
    sets_nan = ("ActiveThorns = \"NaNChecker PUGHReduce LocalReduce CoordBase SymBase CartGrid3D\"\ngrid::type = \"box\"\n"
              "TestKernel::sets_nan = yes")
    for name, more in (("requires", requires), ("requires-checked", f"{requires}\nAccelerator::check = yes"), ("nan", sets_nan)):
        for ranks in (1, 2, 4):
            output = run_thorn(work, f"{name}-{ranks}", more, ranks=ranks)
            require("points agree at iteration 2" in output, f"{name}, {ranks} ranks: TestKernel's values are wrong", output)


def test_analysis_is_copied_on_request(work):
    """A group with a kernel is scheduled at ANALYSIS and at EVOL. If the parameter
    `copy_back_all_written_variables_in_analysis` is set, results that kernels compute at ANALYSIS are copied to the host."""
    for is_requested in ("no", "yes"):
        more = f"TestKernel::in_group = yes\nAccelerator::copy_back_all_written_variables_in_analysis = {is_requested}"
        found = routes(run_thorn(work, f"analysis-{is_requested}", more))
        copies = {part: n for (variable, to, part, reader), (n, _) in found.items()
                  if (variable, to, reader) == ("testkernel::smoothed", "host", "output")}
        require(copies == ({"everywhere": 3} if is_requested == "yes" else {}), f"{is_requested}: {copies}", found)


def test_errors(work):
    cases = {
        "TestKernel::updates_array = array1": [
            "The graph one names the array array1, but CaKernel_UpdateBoxes is given 1 array, the first of which is array0."],
        "TestKernel::updates_array = array0\nTestKernel::updates_parameter = parameter1": [
            "The graph one names the parameter parameter1, but CaKernel_UpdateBoxes is given 1 parameter, the first of which is",
            "parameter0"],
        "TestKernel::updates_array = array0\nTestKernel::updates_numbers[0] = 4": [
            "CaKernel_BoxKernel is given the axis 3 along which boxes are thin; allowed are 0, 1, 2 and, for none, -1."],
        "TestKernel::updates_array = array0\nTestKernel::updates_numbers[1] = 100": [
            "CaKernel_UpdateBoxes is given the kernel number 10", "; there are ", "the first of which is number 0."],
        "TestKernel::updates_array = array0\nTestKernel::updates_numbers[2] = -1": [
            "CaKernel_UpdateBoxes is given the update number -1; there are 1, the first of which is number 0."],
        "TestKernel::updates_array = smoothed": ["The graph one names the array smoothed, but CaKernel_UpdateBoxes is given"],
        "TestKernel::read_unwritten = yes": ["testkernel::rotating is read by TestKernel::TestKernel_ReadUnwritten",
                                             "everywhere it is valid neither", "rotated at iteration 1"],
        "TestKernel::wrong_declaration = yes\nAccelerator::check = yes": [
            "TestKernel::TestKernel_WriteUndeclared at iteration 1 wrote variables that it does not declare",
            "testkernel::smoothed, interior", "Add WRITES"],
        "TestKernel::writes_what_it_reads = yes\nAccelerator::check = yes": [
            "TestKernel::TestKernel_WriteUndeclared at iteration 1 wrote variables that it does not declare", "testkernel::smoothed, interior"],
        "TestKernel::reads_undeclared = array\nAccelerator::check = yes": [
            "TestKernel::TestKernel_ReadUndeclared at iteration 1 used values on the host that are valid only on the device: ",
            "testkernel::smoothed (everywhere), whose value reached testkernel::rotating. Add READS"],
        "TestKernel::reads_undeclared = boundary\nAccelerator::check = yes": ["testkernel::smoothed (boundary", "whose value reached testkernel::rotating"],
        "TestKernel::reads_undeclared = scalar\nAccelerator::check = yes": ["testkernel::smoothed", "whose value reached testkernel::total"],
        "TestKernel::reads_undeclared = partly\nAccelerator::check = yes": [
            "TestKernel::TestKernel_WritePartly at iteration 1", "testkernel::smoothed (everywhere), whose value reached testkernel::smoothed"],
        "TestKernel::reads_undeclared = caller\nAccelerator::check = yes": [
            "TestKernel::TestKernel_SumAndCall at iteration 1 used values on the host", "testkernel::smoothed", "whose value reached testkernel::total"],
        "TestKernel::reads_undeclared = output\nAccelerator::check = yes": [
            "Code that ran between TestKernel::TestKernel_Check and ", " at iteration 2 used values on the host", "testkernel::smoothed",
            "whose value reached testkernel::total"],
        "TestKernel::notify_at_startup = yes": ["the driver does not call", "Accelerator_PreCallFunction"],
    }
    for more, words in cases.items():
        flat = " ".join(run_thorn(work, "error", more, expect=1).split())
        missing = [word for word in words if word not in flat]
        require(not missing, f"{more}: the message lacks {missing}", flat)
    for written, writer, own in (("changes", "WriteAndCall", "no"), ("changes", "WriteAndCall", "yes"), ("new", "WriteNewAndCall", "yes")):
        text = PARAMETERS.format(more=f"TestKernel::unreported_before_nested = {written}\nAccelerator::check = yes")
        flat = " ".join(run_in(work / "unreported", text.replace("own_memory = yes", f"own_memory = {own}"))[1].split())
        warning = f"TestKernel::TestKernel_{writer} at iteration 1 wrote testkernel::smoothed"
        require(warning in flat, f"no warning about an unreported write: {written}, own_memory = {own}", flat)
        require("points agree at iteration 2" in flat, f"{written}, own_memory = {own}: the written values are lost", flat)
    alone = PARAMETERS.format(more="").replace("Accelerator", "")
    flat = " ".join(run_in(work / "alone", alone, expect=1)[1].split())
    require("host with a memory of its own, but no active thorn copies" in flat, "a device without Accelerator", flat)
    run_thorn(work, "updated", "TestKernel::updates_array = array0")
    run_thorn(work, "checked", "Accelerator::check = yes")
    equal(work, "checked run", "gaussian", SMALL, {"Accelerator::check": "yes"})
