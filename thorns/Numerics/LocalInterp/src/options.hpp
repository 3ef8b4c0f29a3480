/// Options of the interpolation operator.
#pragma once

#include "lagrange/molecule.hpp"

#include "cctk.h"

#include <vector>

namespace localinterp {

inline constexpr int max_dimension = 4;

struct Options {
  int order = 1;
  std::array<Edges, max_dimension> edges; ///< options for the ends of the grid by direction
  /// The number of derivatives by output array and direction. An empty list selects values without derivatives.
  std::vector<std::array<int, max_dimension>> derivatives;
  CCTK_INT* point_status = nullptr; ///< receives 0 or an error code for each point; may be null
  bool warns = true;
};

/// Reads the options in README.md from a table; returns 0, or an error code after a warning. Unknown options cause a
/// warning. A negative handle selects the defaults.
int read_options(int table, int n_dims, int n_outputs, Options& options);

/// If the caller requested per_point_status, stores -n_bad as the option error_point_status.
void report_bad_points(int table, Options const& options, int n_bad);

} // namespace localinterp
