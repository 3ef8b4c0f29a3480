"""All that a run has written, for comparisons by equality."""

import h5py

HEADER = ("#", '"Parameter file', '"Created')  # names the run and its date
ABOUT_THE_RUN = ("Parameters and Global", "Cactus Parameters", "Global Attributes")  # not about the grid, in HDF5 files
UNLIKE = ("kernel_report.json", "kernel_plans.txt")  # measurements, and plans that may differ without changing bits


def datasets(path):
    """Name -> type, shape and bytes of every dataset of an HDF5 file, and its attributes."""
    found = {}

    def visit(name, item):
        if isinstance(item, h5py.Dataset):
            found[name] = (str(item.dtype), item.shape, item[()].tobytes() if item.shape else str(item[()]))

    with h5py.File(path) as file:
        file.visititems(visit)
    return found


def all_output(folder):
    """File name -> what must be equal between runs that differ only in how they computed."""
    found = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name not in UNLIKE):
        name = str(path.relative_to(folder))
        if path.suffix == ".h5":
            found[name] = {key: value for key, value in datasets(path).items() if not key.startswith(ABOUT_THE_RUN)}
        elif path.suffix != ".par":
            found[name] = [line for line in path.read_text().splitlines() if not line.startswith(HEADER)]
    return found


def differences(reference, found):
    """Sentences that say where two results of all_output differ; empty if they are equal."""
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
