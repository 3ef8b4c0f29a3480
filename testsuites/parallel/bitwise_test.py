"""Every output value has the same bits for any number of ranks, threads, vector lanes, any tile and partition into kernels,
cold and warm kernel cache."""

import re
import sys

from folders import new_folder
from output_values import values
from parameter_text import wave
from simulation import run

# Odd sizes, so that ranks get unequal boxes and tiles are cut; boundaries, output and integrator all take part.
CHANGES = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22",
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "6", "Wave::boundary": '"radiative"',
    "IOBasic::outInfo_every": "2", "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2",
    "IOHDF5::out_every": "3", "IOHDF5::out_vars": '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps"',
    "IO::out_dir": '"data"',
}
TILES = ["25 19 22", "3 2 1", "8 8 8"]
KERNELS = ["Wave_RHS", "Wave_Energy"]


def partition(output):
    """A plan of several kernels for Wave_RHS from the graph that a run printed: some values on the grid, each output in
    a kernel of its own."""
    graph = output[output.index("specialised of Wave::Wave_RHS"):]
    graph = graph[:graph.index("}")]
    values = re.findall(r"%(\d+) = (?:add|subtract|multiply|divide|fma|shift) ", graph)[::3]
    outputs = re.findall(r"store (\S+) %", graph)
    assert len(values) >= 3 and len(outputs) >= 3, graph
    kernels = [f"stores %{values[0]} %{values[1]}"] + [f"stores {name}" for name in outputs]
    lines = [f"kernel {n}: {stores}; tile {n + 4} 5 6" for n, stores in enumerate(kernels, 1)]
    grid = " ".join(f"%{value}" for value in values)
    return f'"Wave_RHS: grid {grid}; {"; ".join(lines)}"'


def main():
    work = new_folder()

    def data(name, ranks=1, threads=1, **extra):
        folder, _ = run(wave("gaussian", CHANGES, extra), ranks, threads, work / name)
        return values(folder)

    own_cache = {"CaKernel::cache_dir": f'"{work / "cache"}"'}
    reference = data("cold", **own_cache)
    assert any(name.endswith(".h5") for name in reference) and any(name.endswith(".asc") for name in reference), reference
    assert any(len(set(lines)) > 3 for name, lines in reference.items() if "_x_[" in name), "1-D output is constant"
    variants = {"warm": data("warm", **own_cache)}
    for ranks in (1, 2, 3, 4, 8):
        for threads in (1, 2):
            variants[f"ranks={ranks}.threads={threads}"] = data(f"r{ranks}t{threads}", ranks, threads)
    variants["ranks=1.threads=4"] = data("r1t4", 1, 4)
    # Three processes along each axis; kernels that are built in, as those of 27 boxes take minutes to compile.
    variants["ranks=27"] = data("r27", 27, **{"CaKernel::compiler": '"none"'})
    for lanes in (1, 2):
        pinned = {f"CaKernel::plan[{i}]": f'"{kernel}: vector x {lanes}"' for i, kernel in enumerate(KERNELS)}
        variants[f"lanes={lanes}"] = data(f"lanes{lanes}", **pinned)
        plans = (work / f"lanes{lanes}/data/kernel_plans.txt").read_text()
        found = re.findall(r"(?m)^plan Wave::(?:Wave_RHS|Wave_Energy) on host\n  tile .*\n  vector x (\d+)$", plans)
        assert found == [str(lanes)] * 2, plans
    for ranks in (1, 3):
        variants[f"padded rows.ranks={ranks}"] = data(f"padded{ranks}", ranks, **{"PUGH::padding": "yes"})
    for ranks in (1, 4):
        variants[f"strides told.ranks={ranks}"] = data(f"told{ranks}", ranks, **{"CaKernel::strides": '"told"'})
    variants["overlap.ranks=4"] = data("overlap4", 4, **{"PUGH::overlap": "yes"})
    for number, tile in enumerate(TILES):
        pinned = {f"CaKernel::plan[{i}]": f'"{kernel}: tile {tile}"' for i, kernel in enumerate(KERNELS)}
        variants[f"tile={tile}"] = data(f"tile{number}", 2, 2, **pinned)

    for ranks in (1, 2):
        for fission in ("outputs", "derivatives"):
            variants[f"fission={fission}.ranks={ranks}"] = data(
                f"{fission}{ranks}", ranks, **{"CaKernel::fission": f'"{fission}"', "CaKernel::fission_operations": 12})
    plans = work / "outputs1/data/kernel_plans.txt"
    assert "kernel 2: stores" in plans.read_text(), plans.read_text()
    variants["plans of a file"] = data("again", 2, **{"CaKernel::plan[0]": f'"{plans}"'})
    _, dumped = run(wave("gaussian", CHANGES, {"CaKernel::dump": '"specialised"', "CaKernel::join_updates": "no"}), folder=work / "dump")
    pinned = {"CaKernel::plan[0]": partition(dumped.stdout)}
    variants["values on the grid"] = data("grid", 2, **pinned)

    differences = []
    for name, found in variants.items():
        if set(found) != set(reference):
            differences.append(f"{name}: other files: {sorted(set(found) ^ set(reference))}")
        differences += [f"{name}: {file} differs" for file in reference if found.get(file) != reference[file]]
    print("\n".join(differences) or f"{len(variants)} variants agree with the reference in {len(reference)} files")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
