"""Reads the values in the output files of a run, to compare runs on different numbers of processes."""

import h5py
from all_output import all_output

SUFFIXES = (".h5", ".xg", ".tl", ".asc")


def values(folder):
    """Returns the data lines of ASCII files and the datasets of HDF5 files, by file name."""
    return {name: found for name, found in all_output(folder / "data").items() if name.endswith(SUFFIXES)}


def by_iteration(folder, name):
    """Returns {iteration: values} of a variable. Its HDF5 file must have one dataset for each iteration."""
    found = {}
    with h5py.File(folder / "data" / f"{name}.h5") as file:
        file.visititems(lambda _, item: found.update({int(item.attrs["timestep"]): item[()]})
                        if isinstance(item, h5py.Dataset) and "timestep" in item.attrs else None)
    return found
