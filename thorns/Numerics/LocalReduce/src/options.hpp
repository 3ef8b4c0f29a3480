/// Options of a reduction, and the values that it returns to the caller of a global reduction in the same table.
#pragma once

#include "values/total.hpp"

#include "cctk.h"

#include <vector>

namespace localreduce {

struct Options {
  std::vector<CCTK_INT> begin, end, stride; ///< selected points, by direction; end is exclusive
  std::vector<CCTK_INT> offset;             ///< of the first element, by array
  CCTK_REAL const* weight = nullptr;        ///< of each point; may be null
  bool is_part_of_global = false;           ///< the caller combines the results of all processes
};

/// Reads the options in README.md. A handle without table selects the defaults. Returns false after a warning.
bool read_options(int table, int n_dims, CCTK_INT const* extents, int n_arrays, Options& options);

/// Stores what the caller of a global reduction needs to complete it: num_points, weight_sum, global_operation (1
/// maximum, 2 minimum, 3 sum), perform_division, perform_2_root, and so on. The value 0 requests the division or root.
void store_partial_state(int table, Operation operation, Total const& total);

} // namespace localreduce
