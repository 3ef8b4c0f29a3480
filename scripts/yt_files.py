"""Makes files of yt's Grid Data Format from the XDMF and HDF5 files of a run, one for each iteration of output. They contain links to
the data, which are not copied."""

import argparse
import os
import pathlib
import re
import sys
import xml.etree.ElementTree

import h5py
import numpy

SLICE = re.compile(r".+\.(?:x|y|z|d|xy|xz|yz)\.xmf")


def numbers(text, kind):
    """The numbers of a text of XDMF, whose order is z, y, x, in the order x, y, z."""
    return tuple(kind(word) for word in text.split())[::-1]


def read_grids(path):
    """Returns {(iteration, time, points, origin, delta): {variable: (HDF5 file, path of the dataset)}} of an XDMF file."""
    grids = {}
    for element in xml.etree.ElementTree.parse(path).iterfind("Domain/Grid/Grid"):
        origin, delta = (numbers(item.text, float) for item in element.iterfind("Geometry/DataItem"))
        key = (int(element.get("Name").removeprefix("it=")), float(element.find("Time").get("Value")),
               numbers(element.find("Topology").get("Dimensions"), int), origin, delta)
        arrays = grids.setdefault(key, {})
        for attribute in element.iterfind("Attribute"):
            file, dataset = attribute.find("DataItem").text.split(":")
            arrays[attribute.get("Name")] = (path.parent / file, dataset)
    return grids


def write_gdf(path, grid, arrays):
    """Writes one file. Points become the centres of cells, and the domain ends half a cell beyond the outermost points."""
    _, time, points, origin, delta = grid
    points, origin, delta = (numpy.array(values) for values in (points, origin, delta))
    lower = origin - delta / 2
    with h5py.File(path, "w") as file:
        file.create_group("gridded_data_format").attrs.update(data_software="Chemora", format_version="1.0.0")
        file.create_group("simulation_parameters").attrs.update(
            refine_by=2, dimensionality=max(1, int((points > 1).sum())), domain_dimensions=points, current_time=time,
            domain_left_edge=lower, domain_right_edge=lower + points * delta, unique_identifier=path.stem,
            cosmological_simulation=0, num_ghost_zones=0, field_ordering=1, boundary_conditions=numpy.ones(6, dtype=int), geometry=0)
        for name, values in [("grid_dimensions", [points]), ("grid_left_index", [[0, 0, 0]]), ("grid_level", [0]),
                             ("grid_parent_id", [-1]), ("grid_particle_count", [[0]])]:
            file[name] = numpy.array(values, dtype=numpy.int64)
        for name, (source, dataset) in arrays.items():
            file.create_group(f"field_types/{name}").attrs.update(field_name=name, staggering=0)
            file[f"data/grid_{0:010}/{name}"] = h5py.ExternalLink(os.path.relpath(source, path.parent), dataset)


def make_files(folder, out):
    """Returns the paths of the files. Variables on other grids than that with the most points are in files of their own."""
    written = []
    for path in sorted(folder.glob("*.xmf")):
        if SLICE.fullmatch(path.name):
            continue
        grids = read_grids(path)
        shapes = sorted({grid[2:] for grid in grids}, key=lambda shape: -numpy.prod(shape[0]))
        for grid, arrays in sorted(grids.items()):
            number = shapes.index(grid[2:])
            out.mkdir(parents=True, exist_ok=True)
            written.append(out / f"{path.stem}{f'_grid{number}' if number else ''}_{grid[0]:08}.gdf")
            write_gdf(written[-1], grid, arrays)
    return written


def main():
    parser = argparse.ArgumentParser(prog="scripts/yt-files", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="the output of a run")
    parser.add_argument("--out", type=pathlib.Path, help="the folder of the files; default: FOLDER/yt")
    arguments = parser.parse_args()
    out = arguments.out or arguments.folder / "yt"
    written = make_files(arguments.folder, out)
    if not written:
        sys.exit(f"error: {arguments.folder} contains no XDMF file of whole variables, such as gaussian.xmf. Thorn IOHDF5 writes "
                 "it beside the files of IOHDF5::out_vars.")
    print(f'{len(written)} files in {out}. In Python: yt.load("{written[-1]}"), or all times: yt.load("{out}/*.gdf")')


if __name__ == "__main__":
    main()
