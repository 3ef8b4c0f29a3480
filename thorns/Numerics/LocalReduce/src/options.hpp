// The options of a reduction, from a parameter table, and what a global reduction is told through it.
#pragma once

#include "values/total.hpp"

#include "cctk.h"

#include <vector>

namespace localreduce {

struct Options {
  std::vector<CCTK_INT> begin, end, stride; // of the points that count, by direction; end is exclusive
  std::vector<CCTK_INT> offset;             // of the first element, by array
  CCTK_REAL const* weight = nullptr;        // of each point; may be NULL
  bool is_part_of_global = false;           // another thorn goes on with the results of all processes
};

// Keys: input_array_min_subscripts, input_array_max_subscripts, input_array_strides, input_array_offsets, weight_on
// with weight, global_calling. A handle that is no table means the defaults. False after a warning.
bool read_options(int table, int n_dims, CCTK_INT const* extents, int n_arrays, Options& options);

// The keys by which the caller of a global reduction learns how to go on: num_points, weight_sum, global_operation
// (1 maximum, 2 minimum, 3 sum), and 0 for perform_division, perform_2_root, .. where it is to divide or take roots.
void tell_caller(int table, Operation operation, Total const& total);

} // namespace localreduce
