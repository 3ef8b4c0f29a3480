"""Kernels with arrays of their own: the same bits in all files as on the host's arrays, and only the copies needed."""

import re

import pytest
from all_output import all_output, differences
from copy_routes import routes
from folders import new_folder
from mirrors import MIRRORS as MIRRORED
from parameter_text import wave
from simulation import run

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


def check(condition, message, output=""):
    if not condition:
        pytest.fail(f"{message}\n{output}")


def run_in(folder, text, ranks=1, expect=0):
    return folder, run(text, ranks, 1, folder, expect=expect)[1].stdout


def equal(work, title, example, *changes, ranks=1, own=OWN):
    """Both ways of running the example must agree; gives the output of the run on arrays of its own, which `own` asks for."""
    name = title.replace(" ", "-")
    host, _ = run_in(work / name, wave(example, *changes), ranks)
    own, output = run_in(work / f"{name}-own", wave(example, *changes, own), ranks)
    check(routes(output), f"{title}: nothing was copied", output)
    found = all_output(own / "data")
    check(found, f"{title}: there is no output", output)
    wrong = differences(all_output(host / "data"), found)
    check(not wrong, f"{title}: {wrong}", output)
    return output


# Mirrors at the lower faces, a method with six substeps whose step size follows the error, conditions by CoordBase.
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
    """Conditions at outer boundaries wait for ghost zones in flight."""
    output = equal(work, "overlap on 2", "gaussian", SMALL, ranks=2, own=OWN | {"PUGH::overlap": "yes", "PUGH::timer_output": "yes"})
    assert re.search(r"; [1-9]\d* of \d+ exchanges were in flight", " ".join(output.split())), output


def test_recovery(work):
    """A run on arrays of its own, continued from a checkpoint of such a run, ends as one on the host's."""
    whole, _ = run_in(work / "whole", wave("gaussian", SMALL, OUTPUT, CHECKPOINT))
    first = {**CHECKPOINT, "cactus::cctk_itlast": "3"}
    folder, _ = run_in(work / "pieces", wave("gaussian", SMALL, OUTPUT, first, OWN), ranks=2)
    _, output = run_in(folder, wave("gaussian", SMALL, OUTPUT, CHECKPOINT, OWN, {"IO::recover": '"auto"'}))
    wrong = differences(all_output(whole / "data"), all_output(folder / "data"))
    check(not wrong, f"recovery: {wrong}", output)
    newest = "checkpoints/checkpoint.chkpt.it_6.h5"
    wrong = differences({"": all_output(whole)[newest]}, {"": all_output(folder)[newest]})
    check(not wrong, f"checkpoints: {wrong}", output)


QUIET = {"IOBasic::outInfo_vars": '""', "IOScalar::outScalar_vars": '""', "IOASCII::out1D_vars": '""', "IOHDF5::out_vars": '""'}


def test_exchange_moves_slabs(work):
    """Of a periodic cube of n^3 points with g ghost zones, halved along z, an exchange moves what the other process has each
    way, once, and not what this one has itself; and nobody else moves any of it."""
    n, g, steps = 36, 2, 3
    halves = {f"PUGH::processor_topology_3d_{axis}": count for axis, count in zip("xyz", "112")}
    more = {"cactus::cctk_itlast": str(steps), "PUGH::processor_topology": '"manual"', **halves}
    _, output = run_in(work / "slabs", wave("plane", QUIET, more, OWN), ranks=2)
    found = routes(output)
    ghosts = 8 * 2 * g * n**2
    for variable in ("Wave::u", "Wave::rho", "Wave::v1", "Wave::v2", "Wave::v3"):
        for to in ("host", "device"):
            moved = {key: amount for key, amount in found.items() if key[:2] == (variable, to)}
            check([key[3] for key in moved] == ["exchange of ghost zones"], f"{variable} to the {to}: {moved}", output)
            (copies, size), = moved.values()
            check(copies >= 4 * steps and size == copies * ghosts, f"{variable} to the {to}: {moved}", output)


def test_steps_move_nothing(work):
    """With boundary conditions or a periodic grid, and without output, nothing is copied in a step: the copies of a long run are
    those of a short one."""
    cases = {condition: ("gaussian", SMALL, {"Wave::boundary": f'"{condition}"'}) for condition in ("radiative", "flat", "scalar")}
    cases |= {"periodic": ("plane",), "periodic-overlap": ("plane", {"PUGH::overlap": "yes"})}
    for condition, (example, *settings) in cases.items():
        found = []
        for steps in (2, 5):
            changes = {"cactus::cctk_itlast": str(steps)}
            _, output = run_in(work / f"quiet-{condition}-{steps}", wave(example, *settings, QUIET, changes, OWN))
            check("copies to the device" in output, "the report of copies is missing", output)
            found.append(routes(output))
        to_host = [key for key in found[1] if key[1] == "host"]
        check(found[0] == found[1] and not to_host, f"{condition}: steps move data: {found}", output)
        check(not found[1], f"{condition}: {found[1]}", output)


def test_readers_are_named(work):
    """Each output method reads one variable: the report names the methods, whether kernels wait or not."""
    readers = {
        "Wave::u": ("IOBasic::Info", "IOBasic::outInfo_vars"), "Wave::v1": ("IOBasic::Scalar", "IOBasic::outScalar_vars"),
        "Wave::rho": ("IOScalar::IOScalar", "IOScalar::outScalar_vars"), "Wave::v2": ("IOASCII::IOASCII_1D", "IOASCII::out1D_vars"),
        "Wave::v3": ("IOHDF5::IOHDF5", "IOHDF5::out_vars"),
    }
    asked = {name: f'"{variable}"' for variable, (_, name) in readers.items()}
    changes = {**asked, "IOBasic::outScalar_every": "2", "IOHDF5::out_every": "2"}
    for ranks in (1, 2):
        _, output = run_in(work / f"readers-{ranks}", wave("gaussian", SMALL, changes, OWN), ranks=ranks)
        found = {(variable, reader) for variable, to, part, reader in routes(output) if to == "host"}
        expected = {(variable, reader) for variable, (reader, _) in readers.items()}
        check(found - expected <= {(variable, "exchange of ghost zones") for variable in readers}, f"{ranks} ranks: {found}", output)
        check(expected <= found, f"{ranks} ranks: no {expected - found}", output)
        check("sum of 2 processes" in output or ranks == 1, "whose copies?", output)


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
        check("points agree at iteration 2" in output, "TestKernel's values are wrong", output)
    output = run_thorn(work, "undeclared", "TestKernel::undeclared = yes\nTestKernel::factor = 0.3")
    check("points agree at iteration 2" in output, "functions that declare nothing saw or left wrong values", output)
    check("TestKernel::TestKernel_Halve, which has neither READS nor WRITES" in output, "the report does not name them", output)
    output = run_thorn(work, "trusted", "TestKernel::undeclared = yes\nAccelerator::undeclared = nothing")
    check("which has neither READS nor WRITES" not in output, "there were copies for functions said to access nothing", output)


def test_nested_calls(work):
    """Functions on the host that have the scheduler call kernels: neither side misses what the other has written."""
    for nested in ("declared", "silent_after", "silent_around"):
        for ranks in (1, 2):
            more = f"TestKernel::nested = {nested}\nAccelerator::check = yes\nTestKernel::factor = 0.3"
            output = run_thorn(work, f"nested-{nested}-{ranks}", more, ranks=ranks)
            check("points agree at iteration 2" in output, f"{nested}: TestKernel's values are wrong", output)
    check("TestKernel_DoubleAndHalve after TestKernel::TestKernel_Smooth" in output, "the report does not name it", output)


def test_requests_of_the_host(work):
    """Boundary conditions that the driver applies in the middle of a function, and what NaNChecker writes, on a device."""
    asks = ("ActiveThorns = \"CoordBase SymBase CartGrid3D Boundary\"\nCactus::presync_mode = \"mixed-warn\"\n"
            "grid::type = \"box\"\nTestKernel::asks = yes")
    spoils = ("ActiveThorns = \"NaNChecker PUGHReduce LocalReduce CoordBase SymBase CartGrid3D\"\ngrid::type = \"box\"\n"
              "TestKernel::spoils = yes")
    for name, more in (("asks", asks), ("asks-checked", f"{asks}\nAccelerator::check = yes"), ("spoils", spoils)):
        for ranks in (1, 2, 4):
            output = run_thorn(work, f"{name}-{ranks}", more, ranks=ranks)
            check("points agree at iteration 2" in output, f"{name}, {ranks} ranks: TestKernel's values are wrong", output)


def test_analysis_is_copied_on_request(work):
    """What a kernel writes in a group that runs at ANALYSIS and at EVOL comes back from the former, if that is asked for."""
    for asked in ("no", "yes"):
        more = f"TestKernel::in_group = yes\nAccelerator::copy_back_all_written_variables_in_analysis = {asked}"
        found = routes(run_thorn(work, f"analysis-{asked}", more))
        copies = {part: n for (variable, to, part, reader), (n, _) in found.items()
                  if (variable, to, reader) == ("testkernel::smoothed", "host", "output")}
        check(copies == ({"everywhere": 3} if asked == "yes" else {}), f"{asked}: {copies}", found)


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
        "TestKernel::tell_at_startup = yes": ["the driver does not call", "Accelerator_PreCallFunction"],
    }
    for more, words in cases.items():
        flat = " ".join(run_thorn(work, "error", more, expect=1).split())
        missing = [word for word in words if word not in flat]
        check(not missing, f"{more}: the message lacks {missing}", flat)
    for untold, writer, own in (("changes", "WriteAndCall", "no"), ("changes", "WriteAndCall", "yes"), ("new", "WriteNewAndCall", "yes")):
        text = PARAMETERS.format(more=f"TestKernel::untold_before_nested = {untold}\nAccelerator::check = yes")
        flat = " ".join(run_in(work / "untold", text.replace("own_memory = yes", f"own_memory = {own}"))[1].split())
        told_of = f"TestKernel::TestKernel_{writer} at iteration 1 wrote testkernel::smoothed"
        check(told_of in flat, f"an untold write: {untold}, own_memory = {own}", flat)
        check("points agree at iteration 2" in flat, f"{untold}, own_memory = {own}: what it wrote is lost", flat)
    alone = PARAMETERS.format(more="").replace("Accelerator", "")
    flat = " ".join(run_in(work / "alone", alone, expect=1)[1].split())
    check("host with a memory of its own, but no active thorn knows" in flat, "a device without Accelerator", flat)
    run_thorn(work, "updated", "TestKernel::updates_array = array0")
    run_thorn(work, "checked", "Accelerator::check = yes")
    equal(work, "checked run", "gaussian", SMALL, {"Accelerator::check": "yes"})
