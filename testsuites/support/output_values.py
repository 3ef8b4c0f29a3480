"""What the output files of a run say, so that runs can be compared bit by bit."""

import h5py

HEADER = ("#", '"Parameter file', '"Created')  # names the run and its date


def values(folder):
    """File name -> what must be equal: data lines of ASCII files, all datasets of HDF5 files as bytes."""
    found = {}
    for path in sorted((folder / "data").iterdir()):
        if path.suffix == ".h5":
            with h5py.File(path) as file:
                sets = [name for name, item in file.items() if isinstance(item, h5py.Dataset)]
                found[path.name] = {name: (file[name].shape, file[name][...].tobytes()) for name in sets}
        elif path.suffix in (".xg", ".tl", ".asc"):
            found[path.name] = [line for line in path.read_text().splitlines() if not line.startswith(HEADER)]
    return found
