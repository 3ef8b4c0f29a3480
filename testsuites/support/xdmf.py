"""Reads XDMF files without a library for XDMF, and checks them against the HDF5 files that they refer to."""

import dataclasses
import xml.etree.ElementTree

import h5py
import numpy


@dataclasses.dataclass
class Grid:
    """The variables of one iteration. Points and coordinates start with x."""

    iteration: int
    time: float
    points: tuple
    origin: list
    delta: list
    arrays: dict  # {variable: (file name, path in the file, type of numpy, dimensions from z to x)}


def numbers(element, kind=float):
    return [kind(word) for word in element.text.split()]


def array_of(attribute):
    assert attribute.get("Center") == "Node" and attribute.get("AttributeType") == "Scalar"
    (item,) = attribute.findall("DataItem")
    assert item.get("Format") == "HDF"
    kind = {"Float": "f", "Int": "i", "Short": "i", "Char": "i", "UChar": "u"}[item.get("NumberType")]
    file, path = item.text.split(":")  # exactly one colon: readers split the text there
    assert " " not in path
    shape = tuple(int(n) for n in item.get("Dimensions").split())
    return file, path, numpy.dtype(f"{kind}{item.get('Precision')}"), shape


def read(path):
    """Returns [[Grid, ...], ...]: the temporal collections of an XDMF file."""
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == "Xdmf" and [child.tag for child in root] == ["Domain"]
    collections = []
    for collection in root[0]:
        assert (collection.get("GridType"), collection.get("CollectionType")) == ("Collection", "Temporal")
        collections.append([])
        for grid in collection:
            origin, delta = grid.findall("Geometry[@GeometryType='ORIGIN_DXDYDZ']/DataItem")
            dimensions = grid.find("Topology[@TopologyType='3DCoRectMesh']").get("Dimensions")
            collections[-1].append(Grid(
                int(grid.get("Name").removeprefix("it=")), float(grid.find("Time").get("Value")),
                tuple(int(n) for n in dimensions.split())[::-1], numbers(origin)[::-1], numbers(delta)[::-1],
                {attribute.get("Name"): array_of(attribute) for attribute in grid.findall("Attribute")}))
    return collections


def check(path, first=0):
    """Checks that every reference of an XDMF file, to iterations from `first`, is a complete dataset with the same type, shape, time
    and coordinates. Returns {variable: {iteration: (Grid, values)}}."""
    found = {}
    for collection in read(path):
        iterations = [grid.iteration for grid in collection]
        assert iterations == sorted(set(iterations)), iterations
        for grid in (grid for grid in collection if grid.iteration >= first):
            for variable, (file_name, dataset, dtype, shape) in grid.arrays.items():
                with h5py.File(path.parent / file_name) as file:
                    data = file[dataset]
                    attributes = data.attrs
                    assert data.dtype == dtype and shape == grid.points[::-1], (variable, data.dtype, dtype, shape)
                    assert attributes["name"].decode().split("::")[1] == variable
                    assert (attributes["timestep"], attributes["time"]) == (grid.iteration, grid.time)
                    directions = attributes.get("slice_directions", range(data.ndim))
                    assert [grid.points[d] for d in directions] == list(data.shape[::-1])
                    assert [grid.origin[d] for d in directions] == list(attributes["origin"])
                    assert [grid.delta[d] for d in directions] == list(attributes["delta"])
                    for d in set(range(3)) - set(directions):
                        position = attributes["slice_position"][d] if "slice_position" in attributes else 0
                        assert (grid.points[d], grid.origin[d]) == (1, position)
                    assert grid.iteration not in found.setdefault(variable, {})
                    found[variable][grid.iteration] = (grid, data[()])
    return found
