"""Parameters of a grid with mirror symmetries in x, y and z, to be applied to the parameter files of the wave equation."""

MIRRORS = {
    "ActiveThorns": '"ReflectionSymmetry"', "grid::type": '"coordbase"', "CoordBase::domainsize": '"minmax"',
    "CoordBase::spacing": '"numcells"', "driver::global_nx": "16", "driver::global_ny": "14", "driver::global_nz": "13",
}
for axis, n_cells in (("x", 13), ("y", 11), ("z", 10)):
    MIRRORS |= {
        f"CoordBase::{axis}min": "0", f"CoordBase::{axis}max": "1", f"CoordBase::ncells_{axis}": str(n_cells),
        f"CoordBase::boundary_size_{axis}_lower": "2", f"CoordBase::boundary_size_{axis}_upper": "2",
        f"CoordBase::boundary_shiftout_{axis}_upper": "1", f"CoordBase::boundary_staggered_{axis}_lower": "yes",
        f"ReflectionSymmetry::reflection_{axis}": "yes",
    }
