// The grid hierarchy structure and the memory behind its pointers.
#include "grid_hierarchy.hpp"

#include <algorithm>

namespace pugh {

GridHierarchy::GridHierarchy() {
  int const dimension = std::max(1, CCTK_MaxGFDim());
  constexpr int numbers_per_direction = 15; // 13 pointers below, and bbox, which has two
  numbers_.assign(static_cast<std::size_t>(numbers_per_direction * dimension), 0);
  spacing_.assign(static_cast<std::size_t>(dimension), 1.0);
  origin_.assign(static_cast<std::size_t>(dimension), 0.0);
  groups_.assign(static_cast<std::size_t>(CCTK_NumGroups()), cGHGroupData{});
  for (int variable = 0; variable < CCTK_NumVars(); ++variable)
    levels_.emplace_back(static_cast<std::size_t>(CCTK_DeclaredTimeLevelsVI(variable)), nullptr);
  for (auto& levels : levels_) data_.push_back(levels.data());
  gh.cctk_dim = dimension;
  for (int** pointer :
       {&gh.cctk_gsh, &gh.cctk_lsh, &gh.cctk_lbnd, &gh.cctk_ubnd, &gh.cctk_tile_min, &gh.cctk_tile_max, &gh.cctk_ash,
        &gh.cctk_to, &gh.cctk_from, &gh.cctk_levfac, &gh.cctk_levoff, &gh.cctk_levoffdenom, &gh.cctk_nghostzones})
    *pointer = next_numbers(dimension);
  gh.cctk_bbox = next_numbers(2 * dimension);
  gh.cctk_delta_space = spacing_.data();
  gh.cctk_origin_space = origin_.data();
  gh.cctk_delta_time = 1;
  gh.data = data_.data();
  gh.GroupData = groups_.data();
}

int* GridHierarchy::next_numbers(int n) {
  int* const first = numbers_.data() + n_used_;
  n_used_ += static_cast<std::size_t>(n);
  return first;
}

} // namespace pugh
