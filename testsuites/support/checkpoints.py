"""Provides small runs that write checkpoints, and reads the complete state in a checkpoint as numpy arrays."""

import re

import h5py
import numpy

from parameter_text import with_settings
from simulation import SOURCE

SMALL = {  # odd sizes: ranks get unequal boxes
    "driver::global_nx": "15", "driver::global_ny": "13", "driver::global_nz": "14",
    "cactus::terminate": '"iteration"', "IO::out_fileinfo": '"none"', "IO::out_dir": '"data"', "IO::parfile_write": '"no"',
    "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"', "IO::checkpoint_keep": "-1",
}

EVERYTHING = """ActiveThorns = "PUGH PUGHSlab PUGHReduce IOUtil IOHDF5 TestCheckpoint"
driver::global_nx = 15
driver::ghost_size = 1
TestCheckpoint::note = "a \\\\ b # 'c'"
TestCheckpoint::factor[1] = 0.1
"""


def small_example(path):
    """Returns an example of params/wave with a small grid, IOHDF5 and short output intervals."""
    text = path.read_text()
    if "IOHDF5" not in text:
        text = text.replace("IOUtil IOBasic", "IOUtil IOBasic IOScalar IOASCII IOHDF5")
    field, other = ("LeapfrogWave::f", "LeapfrogWave::g") if "LeapfrogWave" in text else ("Wave::rho", "Wave::u")
    every = {"IOBasic::outInfo_every": "-1", "IOScalar::outScalar_every": "1",
             "IOScalar::outScalar_vars": f'"{field}{{reductions=\'norm2\'}} {other}"', "IOASCII::out1D_every": "2",
             "IOASCII::out1D_vars": f'"{field}"', "IOHDF5::out_every": "3", "IOHDF5::out_vars": f'"{other}"'}
    return with_settings(text, {**SMALL, **every})


def examples():
    """Returns the parameter files of all cases by name."""
    found = {path.stem: small_example(path) for path in sorted((SOURCE / "params/wave").glob("*.par"))}
    adaptive = {"MoL::ODE_Method": '"RK45"', "MoL::MoL_Intermediate_Steps": "6", "MoL::MoL_Num_Scratch_Levels": "6",
                "MoL::adaptive_stepsize": '"yes"'}  # the last substep has a time step of its own, and so has each step
    return {**found, "adaptive": with_settings(found["gaussian"], adaptive), "everything": with_settings(EVERYTHING, SMALL)}


def state(folder, iteration, base="checkpoint.chkpt"):
    """Returns the state in a checkpoint, which consists of the array of each variable and time level (assembled from all
    processes), the time and the iteration."""
    parts, result = {}, {}
    manifest = (folder / f"{base}.it_{iteration}.manifest").read_text()
    paths = [folder / name for name in re.findall(r"(?m) name (.*)$", manifest)]
    for path in paths:
        with h5py.File(path) as file:
            attributes = file["Global Attributes"].attrs
            result["clock"] = numpy.array([attributes["cctk_time"], attributes["cctk_delta_time"]])
            for name, item in file.items():
                if isinstance(item, h5py.Dataset):
                    result[name] = item[...]
                elif " timelevel " in name:
                    parts.setdefault(name, []).extend((chunk[...], dict(chunk.attrs)) for chunk in item.values())
                    parts[name][0][1]["global_size"] = item.attrs["global_size"]
    for name, chunks in parts.items():
        whole = numpy.zeros(tuple(int(n) for n in chunks[0][1]["global_size"])[::-1], chunks[0][0].dtype)
        for is_owned in (False, True):
            for values, attributes in chunks:
                origin = attributes["chunk_origin"]
                begin = attributes["owned_begin"] if is_owned else origin
                end = attributes["owned_end"] if is_owned else origin + numpy.array(values.shape[::-1])
                here = tuple(slice(b, e) for b, e in zip(begin[::-1], end[::-1]))
                there = tuple(slice(b - o, e - o) for b, e, o in zip(begin[::-1], end[::-1], origin[::-1]))
                whole[here] = values[there]
        result[name] = whole
    return result


def differences(found, expected):
    """Returns the names of the variables whose values are not bitwise equal."""
    return sorted(name for name in set(found) | set(expected)
                  if name not in found or name not in expected or found[name].tobytes() != expected[name].tobytes())


def output(folder):
    """Returns the bytes of text files and the values of HDF5 files, by file name."""
    result = {}
    for path in sorted(folder.iterdir()) if folder.exists() else []:
        if path.name.startswith("kernel_"):  # times, and plans for the boxes of this run
            continue
        if path.suffix == ".h5":
            with h5py.File(path) as file:
                result[path.name] = {name: item[...].tobytes() for name, item in file.items() if isinstance(item, h5py.Dataset)}
        else:
            result[path.name] = path.read_bytes()
    return result
