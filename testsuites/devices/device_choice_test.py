"""A run on another kind of device, and nothing else changed, writes the same bits: OpenCL on one and several processes, and
hybrid with the host. What is wrong with a choice of device is said before the first step."""

import json
import re

import pytest
from devices import GRIDS, continued, copied_by_steps, initial_data, parameter_file, values
from folders import new_folder
from simulation import run, skip


def check_messages(work):
    """Choices that do not fit together: parameters -> words of the message."""
    wrong = {
        ("opencl", "CaKernel::plan[0]", '"Wave_RHS: plan Wave_RHS on cuda:sm_90; tile 8 4 6; block 4 4 1"'): [
            "is for cuda:sm_90, but this run computes on opencl:"],
        ("host", "CaKernel::plan[0]", '"Wave_RHS: tile 8 4 6; block 4 4 1"'): ["the host does not run blocks of threads"],
    }
    for (device, name, value), words in wrong.items():
        _, result = run(parameter_file(device, {name: value, "cactus::cctk_itlast": "0"}), folder=work / "wrong", expect=None)
        flat = " ".join(result.stdout.split())
        missing = [word for word in words if word not in flat]
        if result.returncode == 0 or missing:
            pytest.fail(f"{name} = {value} with {device}: exit code {result.returncode}, the message lacks {missing}\n{result.stdout}")
    print(f"{len(wrong)} wrong choices of a device are told of")
    unused = parameter_file("host", {"Devices::device": '"Portable"', "cactus::cctk_itlast": "0"})
    flat = " ".join(run(unused, folder=work / "unused")[1].stdout.split())
    if 'Devices::device = "Portable" has no effect: it applies only to Devices::kind = "opencl" or "cuda", and the kind' not in flat:
        pytest.fail(f"a parameter of another kind of device gives no warning\n{flat}")


def check_unused_pins(work, opencl):
    """A pin is used if it is on one kind of device; only what no process uses is told of."""
    pins = ["Wave_RHS: plan Wave_RHS on host; tile 8 4 6; vector x 2", f"Wave_RHS: plan Wave_RHS on {opencl}; tile 8 4 6; block 4 4 1",
            "Wave_RHS_update9: prefetch none"]
    pinned = {f"CaKernel::plan[{n}]": f'"{pin}"' for n, pin in enumerate(pins)}
    changes = {**pinned, "cactus::cctk_itlast": "1", "Devices::processes": '"1"'}
    output = run(parameter_file("opencl", changes), ranks=2, folder=work / "pin_host")[1].stdout
    missing = [plan for plan in ("tile 8 4 6, vector 2", "tile 8 4 6, block 4 4 1") if plan not in output]
    unused = re.findall(r"(\S+) pins a plan for kernel (\S+), which this run has not compiled", " ".join(output.split()))
    if missing or unused != [("CaKernel::plan[2]", "Wave_RHS_update9")]:
        pytest.fail(f"in a hybrid run the pinned plans {missing} were not used, and unused are said to be {unused}\n{output}")


def check_kept_values(work, reference, plans_of_device):
    """The bits of the host with values kept in tiles and registers. The plan is pinned by a file, which changes between the
    run that writes the checkpoint and the one that continues it, as the parameter must not."""
    plans = work / "plans.txt"
    pin = {"CaKernel::plan[0]": f'"{plans}"'}
    plans.write_text("plan Wave_RHS on host\n  tile 8 4 6\n")
    checkpoints = initial_data(work / "kept", **pin)
    device = re.search(r" on (opencl:\S+)", plans_of_device)[1]
    plans.write_text(f"plan Wave_RHS on {device}\n  tile 8 4 6; block 8 4 1; stream z\n  tile rho v1; register rho v3\n")
    folder, output = continued(work / "kept" / "opencl", checkpoints, device="opencl", **pin)
    if "2 in tile, 2 in registers" not in " ".join(output.split()):
        pytest.fail(f"the report does not tell of the pinned plan\n{output}")
    differing = [file for file in reference if values(folder).get(file) != reference[file]]
    if differing:
        pytest.fail(f"with values kept in tiles and registers, {differing} differ from the run on the host")
    print(f"opencl, values kept: the bits of the host in {len(reference)} files")


def check_report(name, folder, output, kinds):
    """The report has each kernel, its plan and its limits for each kind of device, and the copies of all processes."""
    report = json.loads((folder / "data" / "kernel_report.json").read_text())
    rows = {}
    for kernel in report["kernels"]:
        rows.setdefault(kernel["device"].split(":")[0], {})[kernel["kernel"]] = kernel["plan"]
    plans = {kind.split(":")[0] for kind in re.findall(r"^plan \S+ on (\S+)", (folder / "data" / "kernel_plans.txt").read_text(), re.MULTILINE)}
    limits = {kind.split(":")[0] for kind in report["limits"]}
    if set(rows) != kinds or plans != kinds or limits != kinds:
        pytest.fail(f"{name}: computes on {kinds}, the report has kernels on {set(rows)}, plans for {plans}, limits of {limits}\n{output}")
    for kind, of_kind in rows.items():
        wrong = [kernel for kernel, plan in of_kind.items() if ("block" in plan) != (kind == "opencl")]
        if wrong or set(of_kind) != set(rows["opencl"]):
            pytest.fail(f"{name}: on {kind} the report has {of_kind}\n{output}")
    table = [line for line in output.splitlines() if re.match(r"Wave::Wave_RHS\S* +opencl:", line)]
    copies = re.search(r"(\d+) copies to the device \((\d+) bytes\), (\d+) copies to the host", output)
    if not table or not all("block" in line for line in table) or not copies or "0" in copies.groups():
        pytest.fail(f"{name}: the report does not show what the device did\n{output}")


def check_sharing(work, checkpoints, reference):
    """Processes of a node take its devices in turn, and the log says so. PoCL shows as many devices as it is told to."""
    folder, output = continued(work / "shared", checkpoints, device="opencl", ranks=3, environment={"POCL_DEVICES": "basic pthread"},
                               **{"CaKernel::machine_limits": '"measured"'})
    flat = " ".join(output.split())
    if "Portable Computing Language" not in flat:
        return
    if not re.search(r"Processes 0, 2 compute on [^;]*, device 0; process 1 computes on [^;]*, device 1\.", flat):
        pytest.fail(f"the log does not say who computes where\n{output}")
    of_each = [rf"Limits of {n} on [^,]*, device {device}, measured by this run" for n, device in (("2 processes", 0), ("1 process", 1))]
    if not all(re.search(limits, flat) for limits in of_each):
        pytest.fail(f"the limits are not those of the devices\n{output}")
    differing = [file for file in reference if values(folder).get(file) != reference[file]]
    if differing:
        pytest.fail(f"two devices: {differing} differ from the run on the host")
    print(f"two devices for three processes: the bits of the host in {len(reference)} files")


def check_periodic(work):
    """Ghost zones that a process has itself never leave the device; those of another one do. Kernels are told their strides."""
    for grid in GRIDS:
        is_good, found = copied_by_steps(work / "copies", grid, "opencl")
        if not is_good:
            pytest.fail(f"steps on the device copy too much: {found}")
        print(found)
    periodic = {**GRIDS["periodic"], "CaKernel::strides": '"run-time"'}
    checkpoints = initial_data(work / "periodic", **periodic)
    reference = values(continued(work / "periodic" / "host", checkpoints, **periodic)[0])
    for ranks in (1, 2):
        folder, _ = continued(work / "periodic" / f"opencl{ranks}", checkpoints, device="opencl", ranks=ranks, **periodic)
        differing = [file for file in reference if values(folder).get(file) != reference[file]]
        if differing:
            pytest.fail(f"periodic.ranks={ranks}: {differing} differ from the run on the host")
        print(f"opencl, periodic.ranks={ranks}: the bits of the host in {len(reference)} files")


def test_devices():
    work = new_folder()
    probe = run(parameter_file("opencl", {"cactus::cctk_itlast": "0"}), folder=work / "probe", expect=None)[1]
    if "OpenCL cannot be used" in probe.stdout or "No OpenCL device is platform any" in probe.stdout:
        skip("there is no OpenCL device; install Debian's pocl-opencl-icd")
    check_messages(work)

    pinned = {"CaKernel::plan[0]": '"Wave_RHS: tile 8 4 6; block 4 4 1; stream z"', "cactus::cctk_itlast": "1"}
    output = run(parameter_file("opencl", pinned), folder=work / "pinned")[1].stdout
    if "tile 8 4 6, block 4 4 1, stream z" not in output:
        pytest.fail(f"a pinned block was not used\n{output}")

    checkpoints = initial_data(work)
    hybrid = {"ranks": 3, "Devices::processes": '"1-2"'}
    wrong = {"CaKernel::plan[0]": '"Wave_RHS: plan Wave_RHS on cuda:sm_90; tile 8 4 6; block 4 4 1"', "cactus::cctk_itlast": "0"}
    output = run(parameter_file("opencl", {**wrong, "Devices::processes": '"0"'}), ranks=2, folder=work / "pin", expect=None)[1].stdout
    opencl = re.search(r"is for cuda:sm_90, but this run computes on host and (opencl:\S+)\.", " ".join(output.split()))
    if not opencl:
        pytest.fail(f"a plan for a device that no process has is not told of\n{output}")
    check_unused_pins(work, opencl[1])

    reference = values(continued(work / "host", checkpoints)[0])
    if len(reference) < 4 or not any(name.endswith(".h5") for name in reference):
        pytest.fail(f"the run on the host has too little output: {sorted(reference)}")
    variants = {
        "opencl.ranks=1": {"device": "opencl"},
        "opencl.ranks=2": {"device": "opencl", "ranks": 2},
        "opencl, overlap.ranks=2": {"device": "opencl", "ranks": 2, "PUGH::overlap": "yes"},
        "hybrid.ranks=3": {"device": "opencl", **hybrid},
        "hybrid, weights": {"device": "opencl", **hybrid, "PUGH::processor_weights": '"3 1 2"'},
        "hybrid, measured": {"device": "opencl", **hybrid, "PUGH::processor_weights": '"measured"'},
    }
    for name, options in variants.items():
        folder, output = continued(work / name.replace("=", "").replace(", ", "-").replace(" ", "-"), checkpoints, **options)
        if name == "hybrid, weights":
            slower = re.search(r"the slowest needs ([\d.]+)% more time than a perfect division", " ".join(output.split()))
            if not slower or float(slower[1]) >= 10:
                pytest.fail(f"{name}: not divided in proportion\n{output}")
        check_report(name, folder, output, {"opencl", "host"} if "hybrid" in name else {"opencl"})
        differing = [file for file in reference if values(folder).get(file) != reference[file]]
        if differing:
            pytest.fail(f"{name}: {differing} differ from the run on the host")
        print(f"{name}: the bits of the host in {len(reference)} files")
    check_kept_values(work, reference, (work / "opencl.ranks1" / "data" / "kernel_plans.txt").read_text())
    check_sharing(work, checkpoints, reference)
    check_periodic(work)
