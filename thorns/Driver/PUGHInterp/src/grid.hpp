// The grid that an interpolation takes values from.
#pragma once

#include "request.hpp"

#include <cstddef>
#include <mpi.h>
#include <vector>

namespace pughinterp {

struct Grid {
  std::array<CCTK_REAL, max_dimension> origin{}, spacing{};
  std::array<int, 2 * max_dimension> is_outer{}; // the faces of this process' part
  std::array<CCTK_INT, max_dimension> shape{};   // of this process' part, ghost zones included
  std::array<int, max_dimension> lower{};        // global index of its first point
  Owned owned;                                   // the points this process owns
  bool has_points = false;

  // A position in units of the spacing from the first point of the grid, the same number on all processes.
  double index(int direction, CCTK_REAL coordinate) const {
    return (coordinate - origin[direction]) / spacing[direction];
  }
};

// The arrays to take values from, on this process; NULL for no variable.
struct Inputs {
  std::vector<CCTK_INT> types;
  std::vector<void const*> data;
  std::vector<std::vector<std::byte>> copies{}; // of arrays with gaps behind their rows: operators know no gaps
};

// 0, or an error code after a warning: the variables must be of one size, which is that of the coordinate system.
int find_grid(Request const& request, Grid& grid);
int find_inputs(Request const& request, std::vector<CCTK_INT> const& time_levels, Inputs& inputs);

} // namespace pughinterp
