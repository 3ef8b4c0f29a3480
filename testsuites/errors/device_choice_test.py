"""Wrong choices of a device, and devices, drivers and libraries that do not work, cause errors that name the parameter, the
reason, and a remedy."""

import os
import pathlib
import re
import subprocess

import pytest
from devices import parameter_file, skip_without_opencl
from folders import new_folder
from simulation import run, skip

START = {"cactus::cctk_itlast": "0"}


def output_of(work, device, settings, **environment):
    """Flattened output of a run that must fail before it computes, without an output folder."""
    folder = work / "run"
    _, result = run(parameter_file(device, {**START, **settings}), folder=folder, expect=None, **environment)
    flat = " ".join(result.stdout.split())
    assert result.returncode != 0, result.stdout
    return flat


def expect(flat, *words):
    assert not [word for word in words if word not in flat], flat


@pytest.fixture(scope="module")
def work():
    return new_folder()


@pytest.fixture(scope="module")
def opencl(work):
    """Returns the device kind `opencl`. Skips the test if there is no OpenCL device."""
    _, probe = run(parameter_file("opencl", START), folder=work / "probe", expect=None)
    skip_without_opencl(probe.stdout)
    return "opencl"


def library(folder, name, text):
    """Compiles a replacement of a library. Returns the environment in which the loader finds it first."""
    folder.mkdir(parents=True)
    source = folder / "library.c"
    source.write_text(text)
    compiler = os.environ.get("CHEMORA_CXX", "c++")
    subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", folder / name, f"-Wl,-soname,{name}", source], check=True)
    return {"LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}


LISTED = ["platform 0: ", "device 0: ", "Name one by number or by a part of its name."]


def test_unknown_platform(work, opencl):
    expect(output_of(work, opencl, {"Devices::platform": '"abacus"'}), "PARAMETER ERROR", 'Devices::platform = "abacus"', *LISTED,
           "No OpenCL device is platform `abacus`, device any.")


def test_mistyped_platform(work, opencl):
    word = re.search(r"platform 0: (\w+)", output_of(work, opencl, {"Devices::platform": '"abacus"'}))[1]
    mistyped = word[:2] + word[3:]
    expect(output_of(work, opencl, {"Devices::platform": f'"{mistyped}"'}), f"Did you mean `{word}`?", *LISTED)


@pytest.mark.parametrize("parameter, value, words", [
    ("device", "99", ['Devices::device = "99"', "No OpenCL device is platform any, device `99`.", *LISTED]),
    ("processes", "some", ["PARAMETER ERROR", "`some` names no processes; allowed are `all`, or numbers and ranges as `0, 2-3`."]),
    ("processes", "3-1", ["`3-1` names no processes"]),
    ("processes", "0-3", ['Devices::processes = "0-3"', "names process 3, but there are 1, counted from 0."]),
])
def test_wrong_value(work, opencl, parameter, value, words):
    expect(output_of(work, opencl, {f"Devices::{parameter}": f'"{value}"'}), *words)


def test_all_errors_at_once(work, opencl):
    expect(output_of(work, opencl, {"Devices::platform": '"abacus"', "CaKernel::plan[0]": '"Wave_RS: tile 8 4 6"'}),
           "No OpenCL device is platform `abacus`", "pins a plan for kernel Wave_RS, which no active thorn has. Did you mean `Wave_RHS`?")


def test_pinned_plan_without_a_device(work, opencl):
    """A pinned plan makes CaKernel request the device, too. The error is given once, after all parameters are checked."""
    found = output_of(work, opencl, {"Devices::platform": '"abacus"', "CaKernel::plan[0]": '"Wave_RHS: tile 8 4 6; block 4 4 1"'})
    expect(found, "PARAMETER ERROR", "No OpenCL device is platform `abacus`")
    assert "ERROR[P" not in found and found.count("No OpenCL device") == 1


def test_opencl_drivers(work, opencl):
    vendors = work / "vendors"
    vendors.mkdir()
    missing = work / "libnowhere.so"
    (vendors / "nowhere.icd").write_text(f"{missing}\n")
    other = library(work / "other", "libother.so", "int unrelated(void) { return 0; }")["LD_LIBRARY_PATH"].split(":")[0]
    (vendors / "other.icd").write_text(f"{other}/libother.so\n")
    expect(output_of(work, "opencl", {}, OCL_ICD_VENDORS=vendors),
           "(none)", f"nowhere.icd names {missing}, which cannot be opened: ", "other.icd names", "which is no OpenCL driver")
    empty = work / "empty"
    empty.mkdir()
    expect(output_of(work, "opencl", {}, OCL_ICD_VENDORS=empty), f"no driver is installed: {empty} has no file *.icd")
    old = library(work / "old-opencl", "libOpenCL.so.1", "int clGetPlatformIDs(void) { return -1001; }")
    expect(output_of(work, "opencl", {}, **old), "libOpenCL.so.1 has no function cl", "it is too old.")


def test_too_large_an_array(work, opencl):
    """PoCL with a limit of 1 GiB allocates no array of more than a quarter of that."""
    large = """
ActiveThorns = "PUGH CaKernel Accelerator Devices TestKernel"
Devices::kind = "opencl"
Devices::platform = "Portable Computing Language"
driver::global_nsize = 325
driver::ghost_size = 1
cactus::terminate = "iteration"
cactus::cctk_itlast = 0
"""
    _, result = run(large, folder=work / "large", expect=None, POCL_MEMORY_LIMIT=1)
    flat = " ".join(result.stdout.split())
    if "No OpenCL device is platform" in flat:
        skip("PoCL, whose memory can be limited, is not installed")
    expect(flat, "An array for testkernel::field, time level 0, of 274625000 bytes, beside arrays of ",
           "has no 274625000 bytes of memory left: clCreateBuffer returned CL_")
    assert result.returncode != 0


def test_old_cuda_driver(work):
    old = library(work / "old-cuda", "libcuda.so.1", "int cuInit(unsigned flags) { return 0; }")
    expect(output_of(work, "cuda", {}, **old), "PARAMETER ERROR", 'Devices::device = ""',
           "CUDA cannot be used: libcuda.so.1 has no function cuDriverGetVersion; it is too old.")


@pytest.mark.skipif(pathlib.Path("/proc/driver/nvidia").exists(), reason="there is a driver of CUDA")
def test_no_cuda_driver(work):
    expect(output_of(work, "cuda", {}), "PARAMETER ERROR", "CUDA cannot be used: libcuda.so.1: ",
           "Run on a machine with an NVIDIA device and its driver, or choose another kind of device.")
