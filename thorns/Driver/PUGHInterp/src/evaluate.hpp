// Interpolates at the points that lie in this process' part of the grid.
#pragma once

#include "options.hpp"

#include <cstddef>

namespace pughinterp {

// Points by their positions in units of the spacing, counted from the first point of the whole grid.
struct Points {
  int n = 0;
  std::vector<double> index; // [n][n_dims]
};

struct Results {
  int status = 0;                              // what the operator returned
  std::vector<CCTK_INT> point_status;          // of each point; the operator's code where it does not say
  std::vector<std::vector<std::byte>> outputs; // by output array; not-a-number where nothing was computed
};

// The operator sees a grid with a spacing of 1, so that it computes with the same numbers whichever process it runs on.
// Derivatives (option operation_codes) are scaled to the grid's own spacing afterwards.
Results evaluate(Request const& request, Grid const& grid, Options const& options, Inputs const& inputs,
                 Points const& points);

// Whether the ghost zones are as wide as the operator needs next to other processes: 0, or an error code.
int check_ghost_zones(Request const& request, Grid const& grid, Inputs const& inputs);

} // namespace pughinterp
