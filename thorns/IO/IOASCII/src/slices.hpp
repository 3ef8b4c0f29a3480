// Which lines, planes or boxes of a variable are written, from the parameters.
#pragma once

#include "IO/IOTools/src/grid_slab.hpp"

#include <cctk.h>

#include <string>
#include <vector>

namespace ioascii {

/// A part of a variable to write to one file.
struct Slice {
  std::vector<int> directions; ///< 0 for x, ...; the diagonal has all of them
  bool is_diagonal = false;
  std::vector<int> fixed = {}; ///< index in each dimension; 0 in those the slice spans
  iotools::Slab slab = {};
  std::vector<std::vector<double>> axes = {}; ///< coordinates of the points in each direction of the slab
  std::string where = {};                     ///< position of the other dimensions for people: "(y = 0, z = 0)"
};

std::vector<Slice> lines_of(cGH const* cctkGH, int variable);
std::vector<Slice> planes_of(cGH const* cctkGH, int variable);
std::vector<Slice> boxes_of(cGH const* cctkGH, int variable);

} // namespace ioascii
