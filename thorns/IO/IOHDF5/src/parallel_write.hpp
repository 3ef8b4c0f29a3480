/// Writes an array by all processes, each its own points (parallel HDF5).
#pragma once

#include "hdf5_objects.hpp"

#include "IO/IOTools/src/grid_data.hpp"

#include <cctk.h>
#include <string>

namespace iohdf5 {

/// Whether the HDF5 library can write by several processes. A library without MPI cannot.
bool has_parallel_writes();

/// Whether all processes should write the slab. The parameter IOHDF5::writers decides. Process 0 alone writes lines and
/// planes, datasets that are compressed or have checksums, whose layout in the file would depend on the number of
/// processes, variables of which every process has a copy, and files in a folder that other processes do not see (with
/// a warning). Collective; the result is the same on all processes.
bool is_written_by_all(cGH const* cctkGH, int variable, iotools::Slab const& slab, Dataset const& dataset,
                       std::string const& folder);

/// Writes the points that each process owns into a dataset that exists and has the extent of the slab, which must be a
/// whole variable. HDF5 converts the values to the type of the dataset. No process needs additional memory. No process
/// writes before all have opened the file. Returns the reason of a failure on any process, or an empty text.
/// Collective.
std::string write_by_all(cGH const* cctkGH, int variable, iotools::Slab const& slab, std::string const& path,
                         Dataset const& dataset);

} // namespace iohdf5
