"""Reads all output files of a run, so that tests can compare the output of two runs for equality."""

import h5py

HEADER = ("#", '"Parameter file', '"Created')  # names the run and its date
ABOUT_THE_RUN = ("Parameters and Global", "Cactus Parameters", "Global Attributes")  # not about the grid, in HDF5 files
UNLIKE = ("kernel_report.txt", "kernel_report.json", "kernel_plans.txt")  # measurements, and plans that may differ without changing bits


def datasets(path):
    """Returns for every dataset of an HDF5 file its type, shape and bytes, by name."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            found[name] = (str(item.dtype), item.shape, item[()].tobytes() if item.shape else str(item[()]))

    with h5py.File(path) as file:
        file.visititems(visit)
    return found


def all_output(folder):
    """Returns the contents of all output files by file name, without parts that may differ between equivalent runs (dates,
    names)."""
    found = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name not in UNLIKE):
        name = str(path.relative_to(folder))
        if path.suffix == ".h5":
            found[name] = {key: value for key, value in datasets(path).items() if not key.startswith(ABOUT_THE_RUN)}
        elif path.suffix != ".par":
            found[name] = [line for line in path.read_text().splitlines() if not line.startswith(HEADER)]
    return found


def differences(reference, found):
    """Returns one sentence for each difference between two results of all_output; the list is empty if they are equal."""
    if set(reference) != set(found):
        return [f"other files: {sorted(set(reference) ^ set(found))}"]
    wrong = []
    for name, expected in reference.items():
        if found[name] == expected:
            continue
        parts = ""
        if isinstance(expected, dict):
            keys = sorted(key for key in set(expected) | set(found[name]) if expected.get(key) != found[name].get(key))
            parts = f" in {keys[:5]}"
        wrong.append(f"{name} differs{parts}")
    return wrong
