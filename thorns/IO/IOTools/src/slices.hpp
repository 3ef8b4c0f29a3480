/// Lines, planes and boxes of a variable, at positions that parameters specify.
#pragma once

#include "IO/IOTools/src/grid_data.hpp"

#include <cctk.h>
#include <string>
#include <vector>

namespace iotools {

/// A part of a variable that is written to one file.
struct Slice {
  std::vector<int> directions; ///< 0 for x, ...; all directions for the diagonal
  bool is_diagonal = false;
  std::vector<int> fixed = {}; ///< index in each dimension; 0 in the dimensions that the slice spans
  Slab slab = {};
  std::vector<std::vector<double>> axes = {}; ///< coordinates of the points in each direction of the slab
  std::vector<double> first = {};             ///< coordinates of the first point in each dimension of the variable

  /// "x", "xy" or "xyz", and "d" for the diagonal.
  std::string letters() const;

  /// The position in the dimensions that the slice does not span: "(y = 0, z = 0)".
  std::string position_text() const;
};

/// Returns the slices of a variable with the given number of dimensions: lines along x, y, z and the diagonal, planes,
/// or the whole variable of three dimensions.
///
/// The parameters out1D_xline_y, out1D_xline_yi, ..., out2D_xyplane_zi of `thorn` specify the positions, and where
/// these have their default values, the parameters of IO without "1D" and "2D". The parameters out1D_x, ..., out1D_d
/// select the lines. Lines and planes of a grid function along a direction with a single point, and the diagonal, are
/// omitted if the grid has other directions for them. Warns once of each position that is outside the grid.
std::vector<Slice> slices_of(cGH const* cctkGH, std::string const& thorn, int variable, int dimensions);

/// The reason why slices of these dimensions cannot be written, such as "has fewer than 2 dimensions", or an empty
/// text.
std::string not_sliceable_reason(int variable, int dimensions);

} // namespace iotools
