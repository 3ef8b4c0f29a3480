"""Separate kernels for updates (CaKernel::Updates1, Updates2, ...) give bitwise the same results on OpenCL as on the host. The
test covers every kind of method, on one process and on two processes of which one computes on the host."""

import re

import pytest
from devices import continued, initial_data, parameter_file, skip_without_opencl, values
from folders import new_folder
from simulation import run


def method(name, substeps, scratch=0, **more):
    return {"MoL::ODE_Method": f'"{name}"', "MoL::MoL_Intermediate_Steps": str(substeps),
            "MoL::MoL_Num_Scratch_Levels": str(scratch), **more}


METHODS = {
    "RK2": method("RK2", 2),
    "RK3": method("RK3", 3),
    "RK45": method("RK45", 6, 6, **{"MoL::adaptive_stepsize": "yes"}),
    "ICN": method("ICN", 3),
}
WAYS = {"one process": {}, "hybrid": {"ranks": 2, "Devices::processes": '"1"'}}


def update_kernels(output):
    """Returns the names of the separate update kernels in the report."""
    return set(re.findall(r"CaKernel::(Updates\d+(?:_rest)?) ", output))


@pytest.fixture(scope="module")
def work():
    folder = new_folder()
    probe = run(parameter_file("opencl", {"cactus::cctk_itlast": "0"}), folder=folder / "probe", expect=None)[1]
    skip_without_opencl(probe.stdout)
    return folder


@pytest.mark.parametrize("name", METHODS)
def test_bits_and_kernels_of_the_host(work, name):
    parameters = METHODS[name]
    folder = work / name.replace(" ", "-")
    checkpoints = initial_data(folder, **parameters)
    host, host_output = continued(folder / "host", checkpoints, **parameters)
    reference, kernels = values(host), update_kernels(host_output)
    assert len(reference) > 3 and {"Updates1", "Updates1_rest"} <= kernels
    for way, options in WAYS.items() if name == "RK3" else [("one process", {})]:
        there, output = continued(folder / way.replace(" ", "-"), checkpoints, device="opencl", **parameters, **options)
        found = values(there)
        assert not [file for file in reference if found.get(file) != reference[file]], way
        assert update_kernels(output) == kernels, way
