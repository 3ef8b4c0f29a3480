"""Wrong choices of a device, and devices, drivers and libraries that do not work, are told of: which parameter, what was
found, what would help."""

import os
import pathlib
import re
import subprocess
import sys

from devices import parameter_file
from folders import new_folder
from simulation import run, skip

START = {"cactus::cctk_itlast": "0"}


def output_of(work, device, settings, **environment):
    """Flattened output of a run that must fail before it computes, without an output folder."""
    folder = work / "run"
    _, result = run(parameter_file(device, {**START, **settings}), folder=folder, expect=None, **environment)
    flat = " ".join(result.stdout.split())
    if result.returncode == 0:
        sys.exit(f"{device} with {settings} went on\n{result.stdout}")
    return flat


def expect(title, flat, *words):
    missing = [word for word in words if word not in flat]
    if missing:
        sys.exit(f"{title}: the message lacks {missing}\n{flat}")
    print(f"{title}: told of")


def library(folder, name, text):
    """Compiles a stand-in for a library; gives the environment that lets the loader find it first."""
    folder.mkdir(parents=True)
    source = folder / "library.c"
    source.write_text(text)
    compiler = os.environ.get("CHEMORA_CXX", "c++")
    subprocess.run([compiler, "-x", "c", "-shared", "-fPIC", "-o", folder / name, f"-Wl,-soname,{name}", source], check=True)
    return {"LD_LIBRARY_PATH": f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}


def check_opencl_choices(work):
    listed = ["platform 0: ", "device 0: ", "Name one by number or by a part of its name."]
    probe = output_of(work, "opencl", {"Devices::platform": '"abacus"'})
    expect("an unknown platform", probe, "PARAMETER ERROR", 'Devices::platform = "abacus"', *listed,
           "No OpenCL device is platform `abacus`, device any.")
    word = re.search(r"platform 0: (\w+)", probe)[1]
    mistyped = word[:2] + word[3:]
    expect("a mistyped platform", output_of(work, "opencl", {"Devices::platform": f'"{mistyped}"'}),
           f"Did you mean `{word}`?", *listed)
    expect("a number out of range", output_of(work, "opencl", {"Devices::device": '"99"'}),
           'Devices::device = "99"', "No OpenCL device is platform any, device `99`.", *listed)
    expect("processes in words", output_of(work, "opencl", {"Devices::processes": '"some"'}),
           "PARAMETER ERROR", "`some` names no processes; allowed are `all`, or numbers and ranges as `0, 2-3`.")
    expect("a range backwards", output_of(work, "opencl", {"Devices::processes": '"3-1"'}), "`3-1` names no processes")
    expect("a process that there is not", output_of(work, "opencl", {"Devices::processes": '"0-3"'}),
           'Devices::processes = "0-3"', "names process 3, but there are 1, counted from 0.")
    expect("all that is wrong, at once",
           output_of(work, "opencl", {"Devices::platform": '"abacus"', "CaKernel::plan[0]": '"Wave_RS: tile 8 4 6"'}),
           "No OpenCL device is platform `abacus`", "pins a plan for kernel Wave_RS, which no active thorn has. Did you mean `Wave_RHS`?")
    # A pinned plan makes CaKernel ask for the device, too.
    several = output_of(work, "opencl", {"Devices::platform": '"abacus"',
                                               "CaKernel::plan[0]": '"Wave_RHS: tile 8 4 6; block 4 4 1"'})
    expect("a pinned plan for no device", several, "PARAMETER ERROR", "No OpenCL device is platform `abacus`")
    if "ERROR[P" in several or several.count("No OpenCL device") != 1:
        sys.exit(f"the missing device is told of twice, or ends the run before all parameters are checked\n{several}")


def check_opencl_drivers(work):
    vendors = work / "vendors"
    vendors.mkdir()
    missing = work / "libnowhere.so"
    (vendors / "nowhere.icd").write_text(f"{missing}\n")
    other = library(work / "other", "libother.so", "int unrelated(void) { return 0; }")["LD_LIBRARY_PATH"].split(":")[0]
    (vendors / "other.icd").write_text(f"{other}/libother.so\n")
    expect("drivers that are none", output_of(work, "opencl", {}, OCL_ICD_VENDORS=vendors),
           "(none)", f"nowhere.icd names {missing}, which cannot be opened: ", "other.icd names", "which is no OpenCL driver")
    empty = work / "empty"
    empty.mkdir()
    expect("no driver", output_of(work, "opencl", {}, OCL_ICD_VENDORS=empty), f"no driver is installed: {empty} has no file *.icd")
    old = library(work / "old-opencl", "libOpenCL.so.1", "int clGetPlatformIDs(void) { return -1001; }")
    expect("an old OpenCL", output_of(work, "opencl", {}, **old), "libOpenCL.so.1 has no function cl", "it is too old.")


def check_memory(work):
    """PoCL with a limit of 1 GiB gives no array of more than a quarter of that."""
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
        return print("[SKIP] PoCL, whose memory can be limited, is not there")
    expect("too large an array", flat, "An array for testkernel::field, time level 0, of 274625000 bytes, beside arrays of ",
           "has no 274625000 bytes of memory left: clCreateBuffer returned CL_")
    if result.returncode == 0:
        sys.exit(f"a run without memory went on\n{result.stdout}")


def check_cuda(work):
    old = library(work / "old-cuda", "libcuda.so.1", "int cuInit(unsigned flags) { return 0; }")
    expect("an old driver of CUDA", output_of(work, "cuda", {}, **old), "PARAMETER ERROR", 'Devices::device = ""',
           "CUDA cannot be used: libcuda.so.1 has no function cuDriverGetVersion; it is too old.")
    if not pathlib.Path("/proc/driver/nvidia").exists():
        expect("no driver of CUDA", output_of(work, "cuda", {}), "PARAMETER ERROR", "CUDA cannot be used: libcuda.so.1: ",
               "Run on a machine with an NVIDIA device and its driver, or choose another kind of device.")


def main():
    work = new_folder()
    check_cuda(work)
    probe = run(parameter_file("opencl", START), folder=work / "probe", expect=None)[1]
    if "OpenCL cannot be used" in probe.stdout or "No OpenCL device is platform any" in probe.stdout:
        skip("there is no OpenCL device; install Debian's pocl-opencl-icd")
    check_opencl_choices(work)
    check_opencl_drivers(work)
    check_memory(work)


if __name__ == "__main__":
    main()
