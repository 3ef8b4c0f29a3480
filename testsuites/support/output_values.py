"""Reads the values in the output files of a run, to compare runs on different numbers of processes."""

from all_output import all_output

SUFFIXES = (".h5", ".xg", ".tl", ".asc")


def values(folder):
    """Returns the data lines of ASCII files and the datasets of HDF5 files, by file name."""
    return {name: found for name, found in all_output(folder / "data").items() if name.endswith(SUFFIXES)}
