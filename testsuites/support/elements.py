"""Runs of the thorn SpectralEuler, and its VTK files."""

import re
import struct

import numpy
from parameter_text import with_settings
from simulation import SOURCE, run

FIELDS = ("rho", "m1", "m2", "m3", "energy")
TYPES = {"Float64": "<f8", "Int64": "<i8", "UInt8": "u1"}


def text(example, *settings):
    """The text of params/elements/EXAMPLE.par with changed settings. The keys of settings without `::` are parameters of
    SpectralEuler."""
    named = [{name if "::" in name or name == "ActiveThorns" else f"SpectralEuler::{name}": value
              for name, value in change.items()} for change in settings]
    output = {"IO::out_dir": '"data"', "IOBasic::outInfo_every": 0, "IOScalar::outScalar_every": 1, "out_vars": '""',
              "IOScalar::outScalar_vars": '"SpectralEuler::totals SpectralEuler::errors"'}
    output = {name if "::" in name else f"SpectralEuler::{name}": value for name, value in output.items()}
    return with_settings((SOURCE / f"params/elements/{example}.par").read_text(), output, *named)


def mesh(elements, degree):
    """Settings of a mesh with these numbers of elements along x, y and z."""
    return {"degree": degree} | {f"elements_{axis}": n for axis, n in zip("xyz", elements)}


def until(time, courant=0.5, method="RK3"):
    return {"cactus::cctk_final_time": repr(time), "time::courant_fac": courant, "MoL::ODE_Method": f'"{method}"'}


def steps(n):
    """Settings of a run with this number of time steps."""
    return {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": n}


def series(folder, name):
    """Returns the values of a scalar at all output times."""
    return numpy.loadtxt(folder / "data" / f"{name}..asc", usecols=2, ndmin=1)


def final_error(*arguments, norm="l2", field="rho"):
    """Runs an example until its end and returns the last error. The arguments are those of text()."""
    folder, _ = run(text(*arguments))
    return series(folder, f"{field}_error_{norm}")[-1]


def read_vtu(path):
    """Returns the arrays of a VTK file by name."""
    content = path.read_bytes()
    header, data = content[:content.index(b"<AppendedData")].decode(), content[content.index(b"\n_") + 2:]
    arrays = {}
    for kind, name, components, offset in re.findall(
            r'<DataArray type="(\w+)" Name="([^"]+)" NumberOfComponents="(\d+)" format="appended" offset="(\d+)"', header):
        begin, (size,) = int(offset) + 8, struct.unpack_from("<Q", data, int(offset))
        values = numpy.frombuffer(data[begin:begin + size], TYPES[kind])
        arrays[name] = values.reshape(-1, int(components)) if int(components) > 1 else values
    return arrays
