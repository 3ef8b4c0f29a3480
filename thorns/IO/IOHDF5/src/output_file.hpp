/// Appends variables to HDF5 files.
#pragma once

#include "hdf5_objects.hpp"
#include "xdmf/xdmf_text.hpp"

#include "IO/IOTools/src/grid_data.hpp"

#include <cctk.h>
#include <optional>
#include <string>
#include <vector>

namespace iohdf5 {

/// A dataset to append to a file.
struct Output {
  int variable = -1;
  std::optional<iotools::Slab> slab = {}; ///< the points to write; empty for a grid scalar
  std::string folder, file;               ///< the file's folder, and its name in this folder
  std::vector<std::string> variables;     ///< full names of all variables of the file
  Dataset dataset = {};                   ///< without values
  std::string slice = {};                 ///< "" for a whole variable, or "xy", "x", ...
  std::optional<UniformGrid> grid = {};   ///< for XDMF files, which contain only arrays with a grid
};

/// Appends the dataset: rank 0 collects the values in parts of a few MiB and writes them, or all ranks write their own
/// values. The file is open only meanwhile, so that it remains readable if the run is killed. The dataset has its name
/// only when it is complete, and is removed if it cannot be completed. Returns whether the
/// dataset is complete; after a failure, reports lost output. Collective.
bool append(cGH const* cctkGH, Output const& output);

} // namespace iohdf5
