"""Runs on OpenCL, on one or several processes or together with the host, write files that are bitwise equal to those of a run
on the host. The program reports an invalid choice of a device before the first step."""

import json
import re

import pytest
from devices import GRIDS, continued, copied_by_steps, initial_data, parameter_file, skip_without_opencl, values
from folders import new_folder
from simulation import require, run

NO_STEPS = {"cactus::cctk_itlast": "0"}
CUDA_PIN = {"CaKernel::plan[0]": '"Wave_RHS: plan Wave_RHS on cuda:sm_90; tile 8 4 6; block 4 4 1"', **NO_STEPS}


@pytest.fixture(scope="module")
def work():
    folder = new_folder()
    skip_without_opencl(run(parameter_file("opencl", NO_STEPS), folder=folder / "probe", expect=None)[1].stdout)
    return folder


@pytest.fixture(scope="module")
def checkpoints(work):
    return initial_data(work)


@pytest.fixture(scope="module")
def reference(work, checkpoints):
    """The output values of the reference run on the host."""
    found = values(continued(work / "host", checkpoints)[0])
    require(len(found) >= 4 and any(name.endswith(".h5") for name in found), f"the host wrote too little output: {sorted(found)}")
    return found


@pytest.fixture(scope="module")
def opencl_device(work):
    """Returns the name by which plans identify the OpenCL device. The name comes from the error message for a plan that pins
    an unavailable device."""
    text = parameter_file("opencl", {**CUDA_PIN, "Devices::processes": '"0"'})
    output = run(text, ranks=2, folder=work / "pin", expect=None)[1].stdout
    found = re.search(r"is for cuda:sm_90, but this run computes on host and (opencl:\S+)\.", " ".join(output.split()))
    require(found, "there is no message about a plan for a device that no process has", output)
    return found[1]


def require_values(reference, folder, name):
    found = values(folder)
    differing = [file for file in reference if found.get(file) != reference[file]]
    require(not differing, f"{name}: {differing} differ from the run on the host")
    print(f"{name}: the bits of the host in {len(reference)} files")


@pytest.mark.parametrize("device, changes, words", [
    ("opencl", CUDA_PIN, "is for cuda:sm_90, but this run computes on opencl:"),
    ("host", {**NO_STEPS, "CaKernel::plan[0]": '"Wave_RHS: tile 8 4 6; block 4 4 1"'}, "the host does not run blocks of threads"),
])
def test_plans_for_another_device(work, device, changes, words):
    _, result = run(parameter_file(device, changes), folder=work / "wrong", expect=None)
    require(result.returncode != 0, "the run has succeeded", result.stdout)
    require(words in " ".join(result.stdout.split()), f"the message lacks `{words}`", result.stdout)


def test_unused_parameter_of_another_device(work):
    unused = parameter_file("host", {"Devices::device": '"Portable"', **NO_STEPS})
    output = run(unused, folder=work / "unused")[1].stdout
    words = 'Devices::device = "Portable" has no effect: it applies only to Devices::kind = "opencl" or "cuda", and the kind'
    require(words in " ".join(output.split()), "a parameter of another kind of device causes no warning", output)


def test_pinned_block(work):
    pinned = {"CaKernel::plan[0]": '"Wave_RHS: tile 8 4 6; block 4 4 1; stream z"', "cactus::cctk_itlast": "1"}
    output = run(parameter_file("opencl", pinned), folder=work / "pinned")[1].stdout
    require("tile 8 4 6, block 4 4 1, stream z" in output, "the pinned block was not used", output)


def test_pins_of_a_hybrid_run(work, opencl_device):
    """Each pinned plan applies to one kind of device. The run reports only pinned plans that no process uses."""
    pins = ["Wave_RHS: plan Wave_RHS on host; tile 8 4 6; vector x 2", f"Wave_RHS: plan Wave_RHS on {opencl_device}; tile 8 4 6; block 4 4 1",
            "Wave_RHS_update9: prefetch none"]
    pinned = {f"CaKernel::plan[{n}]": f'"{pin}"' for n, pin in enumerate(pins)}
    changes = {**pinned, "cactus::cctk_itlast": "1", "Devices::processes": '"1"'}
    output = run(parameter_file("opencl", changes), ranks=2, folder=work / "pin_host")[1].stdout
    missing = [plan for plan in ("tile 8 4 6, vector 2", "tile 8 4 6, block 4 4 1") if plan not in output]
    unused = re.findall(r"(\S+) pins a plan for kernel (\S+), which this run has not compiled", " ".join(output.split()))
    require(not missing, f"the pinned plans {missing} were not used", output)
    require(unused == [("CaKernel::plan[2]", "Wave_RHS_update9")], f"reported as unused: {unused}", output)


def require_report(name, folder, output, kinds):
    """The report lists each kernel with its plan and performance limits for each kind of device, and the copies of all
    processes."""
    report = json.loads((folder / "data" / "kernel_report.json").read_text())
    rows = {}
    for kernel in report["kernels"]:
        rows.setdefault(kernel["device"].split(":")[0], {})[kernel["kernel"]] = kernel["plan"]
    plans = {kind.split(":")[0] for kind in re.findall(r"^plan \S+ on (\S+)", (folder / "data" / "kernel_plans.txt").read_text(), re.MULTILINE)}
    limits = {kind.split(":")[0] for kind in report["limits"]}
    require(set(rows) == plans == limits == kinds,
            f"{name}: computes on {kinds}, the report has kernels on {set(rows)}, plans for {plans}, limits of {limits}", output)
    for kind, of_kind in rows.items():
        wrong = [kernel for kernel, plan in of_kind.items() if ("block" in plan) != (kind == "opencl")]
        require(not wrong and set(of_kind) == set(rows["opencl"]), f"{name}: on {kind} the report has {of_kind}", output)
    table = [line for line in output.splitlines() if re.match(r"Wave::Wave_RHS\S* +opencl:", line)]
    copies = re.search(r"(\d+) copies to the device \((\d+) bytes\), (\d+) copies to the host", output)
    require(table and all("block" in line for line in table), f"{name}: the table lacks kernels of the device", output)
    require(copies and "0" not in copies.groups(), f"{name}: the report lacks the copies", output)


HYBRID = {"ranks": 3, "Devices::processes": '"1-2"'}
VARIANTS = {
    "opencl.ranks=1": {},
    "opencl.ranks=2": {"ranks": 2},
    "opencl, overlap.ranks=2": {"ranks": 2, "PUGH::overlap": "yes"},
    "hybrid.ranks=3": HYBRID,
    "hybrid, weights": {**HYBRID, "PUGH::processor_weights": '"3 1 2"'},
    "hybrid, measured": {**HYBRID, "PUGH::processor_weights": '"measured"'},
}


@pytest.mark.parametrize("name", VARIANTS)
def test_bits_of_the_host(work, checkpoints, reference, name):
    folder = work / name.replace("=", "").replace(", ", "-").replace(" ", "-")
    _, output = continued(folder, checkpoints, device="opencl", **VARIANTS[name])
    if name == "hybrid, weights":
        slower = re.search(r"the slowest needs ([\d.]+)% more time than a perfect division", " ".join(output.split()))
        require(slower and float(slower[1]) < 10, "the division does not follow the weights", output)
    require_report(name, folder, output, {"opencl", "host"} if "hybrid" in name else {"opencl"})
    require_values(reference, folder, name)


def test_values_in_tiles_and_registers(work, reference, opencl_device):
    """A file contains the pinned plan. The file changes between the run that writes the checkpoint and the run that recovers;
    the parameter that names the file does not change."""
    plans = work / "plans.txt"
    pin = {"CaKernel::plan[0]": f'"{plans}"'}
    plans.write_text("plan Wave_RHS on host\n  tile 8 4 6\n")
    checkpoints = initial_data(work / "buffered", **pin)
    plans.write_text(f"plan Wave_RHS on {opencl_device}\n  tile 8 4 6; block 8 4 1; stream z\n  tile rho v1; register rho v3\n")
    folder, output = continued(work / "buffered" / "opencl", checkpoints, device="opencl", **pin)
    require("2 in tile, 2 in registers" in " ".join(output.split()), "the report lacks the pinned plan", output)
    require_values(reference, folder, "opencl, values in tiles and registers")


def test_processes_share_the_devices_of_a_node(work, checkpoints, reference):
    """Processes of a node take its devices in turn, and the log lists them. The environment variable POCL_DEVICES sets the
    devices of the OpenCL implementation PoCL."""
    folder, output = continued(work / "shared", checkpoints, device="opencl", ranks=3, environment={"POCL_DEVICES": "basic pthread"},
                               **{"CaKernel::machine_limits": '"measured"'})
    flat = " ".join(output.split())
    if "Portable Computing Language" not in flat:
        pytest.skip("the OpenCL platform is not PoCL")
    require(re.search(r"Processes 0, 2 compute on [^;]*, device 0; process 1 computes on [^;]*, device 1\.", flat),
            "the log does not list the devices of the processes", output)
    for n, device in (("2 processes", 0), ("1 process", 1)):
        require(re.search(rf"Limits of {n} on [^,]*, device {device}, measured by this run", flat),
                f"the limits of device {device} are missing", output)
    require_values(reference, folder, "two devices for three processes")


@pytest.mark.parametrize("grid", GRIDS)
def test_steps_copy_only_output(work, grid):
    is_good, found = copied_by_steps(work / "copies", grid, "opencl")
    require(is_good, f"steps on the device copy too much: {found}")
    print(found)


PERIODIC = {**GRIDS["periodic"], "CaKernel::strides": '"run-time"'}


@pytest.fixture(scope="module")
def periodic(work):
    """Returns the checkpoints of a periodic grid and the output values of the reference run on the host."""
    checkpoints = initial_data(work / "periodic", **PERIODIC)
    return checkpoints, values(continued(work / "periodic" / "host", checkpoints, **PERIODIC)[0])


@pytest.mark.parametrize("ranks", [1, 2])
def test_periodic_grid(work, periodic, ranks):
    """On a periodic grid, a single process fills its ghost zones by copies on the device."""
    checkpoints, reference = periodic
    folder, _ = continued(work / "periodic" / f"opencl{ranks}", checkpoints, device="opencl", ranks=ranks, **PERIODIC)
    require_values(reference, folder, f"opencl, periodic.ranks={ranks}")
