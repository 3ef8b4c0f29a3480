// Reductions of arrays that each process has its own of.
#pragma once

#include "variables.hpp"

namespace pughreduce {

struct LocalArrays {
  std::span<void const* const> data;
  std::span<int const> types; // one per array
  std::size_t n_points = 0;   // of each
};

// Each array over its points and all processes: one partial per array.
std::vector<Partial> reduce_to_numbers(cGH const* grid_hierarchy, LocalArrays const& arrays, Operation operation);
// Point by point over all processes: n_points partials per array, the first array's first.
std::vector<Partial> reduce_by_point(cGH const* grid_hierarchy, LocalArrays const& arrays, Operation operation);
// Each array over its points on this process alone.
std::vector<Partial> reduce_here(LocalArrays const& arrays, Operation operation);

} // namespace pughreduce
