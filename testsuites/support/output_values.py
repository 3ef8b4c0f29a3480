"""What the output files of a run say about the grid, for runs on other numbers of processes."""

from all_output import all_output

SUFFIXES = (".h5", ".xg", ".tl", ".asc")


def values(folder):
    """File name -> data lines of ASCII files, all datasets of HDF5 files."""
    return {name: found for name, found in all_output(folder / "data").items() if name.endswith(SUFFIXES)}
