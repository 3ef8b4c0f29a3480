/// The lines, planes and boxes of a variable that the parameters select.
#pragma once

#include "IO/IOTools/src/grid_slab.hpp"

#include <cctk.h>

#include <string>
#include <vector>

namespace ioascii {

/// A part of a variable that is written to one file.
struct Slice {
  std::vector<int> directions; ///< 0 for x, ...; all of them for the diagonal
  bool is_diagonal = false;
  std::vector<int> fixed = {}; ///< index in each dimension; 0 in the dimensions that the slice spans
  iotools::Slab slab = {};
  std::vector<std::vector<double>> axes = {}; ///< coordinates of the points in each direction of the slab
  std::string position = {};                  ///< text of the position in the other dimensions: "(y = 0, z = 0)"
};

std::vector<Slice> lines_of(cGH const* cctkGH, int variable);
std::vector<Slice> planes_of(cGH const* cctkGH, int variable);
std::vector<Slice> boxes_of(cGH const* cctkGH, int variable);

} // namespace ioascii
