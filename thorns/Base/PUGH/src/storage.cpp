// Storage of groups: time levels come, go and change places.
#include "accelerator.hpp"
#include "driver.hpp"

#include <algorithm>

namespace pugh {

void Driver::increase_storage(int index, int n_levels) {
  Group& group = groups_[index];
  int const wanted = std::min(n_levels, group.declared.numtimelevels);
  if (wanted > group.n_levels()) end_exchanges();
  std::size_t const block = group.variable_bytes() * group.variables_per_block();
  std::size_t const before = group.distribution->points_before() * group.point_size;
  InitialValue const value = initial_value();
  int const n_before = group.n_levels();
  while (group.n_levels() < wanted) {
    auto& blocks = group.levels.emplace_back();
    for (int v = 0; v < group.declared.numvars; v += group.variables_per_block()) {
      blocks.push_back(allocate(block, before, CCTK_FullVarName(group.first_variable + v)));
      initialise(blocks.back().get(), block, group.declared.vartype, value);
    }
  }
  group.most_levels = std::max(group.most_levels, group.n_levels());
  publish(group);
  for (int level = n_before; level < group.n_levels(); ++level)
    accelerator::filled_on_host(grid_hierarchy_, group.first_variable, group.declared.numvars, level);
}

void Driver::decrease_storage(int index, int n_levels) {
  Group& group = groups_[index];
  if (n_levels < group.n_levels()) {
    end_exchanges();
    group.levels.resize(static_cast<std::size_t>(std::max(0, n_levels)));
  }
  publish(group);
}

void Driver::rotate_time_levels() {
  end_exchanges();
  accelerator::time_levels_rotate(grid_hierarchy_);
  InitialValue const value = initial_value();
  for (Group& group : groups_) {
    if (group.n_levels() < 2) continue;
    std::rotate(group.levels.begin(), group.levels.end() - 1, group.levels.end());
    for (Memory& memory : group.levels.front())
      initialise(memory.get(), group.variable_bytes() * group.variables_per_block(), group.declared.vartype, value);
    publish(group);
    if (value != InitialValue::unspecified)
      accelerator::filled_on_host(grid_hierarchy_, group.first_variable, group.declared.numvars, 0);
  }
}

void Driver::publish(Group const& group) const {
  for (int v = 0; v < group.declared.numvars; ++v)
    for (int level = 0; level < group.declared.numtimelevels; ++level) {
      void*& pointer = grid_hierarchy_->data[group.first_variable + v][level];
      int const block = v / group.variables_per_block(), element = v % group.variables_per_block();
      pointer =
          level < group.n_levels() ? group.levels[level][block].get() + element * group.variable_bytes() : nullptr;
    }
  if (listener_) listener_(group);
  if (!grid_hierarchy_->GroupData) return;
  grid_hierarchy_->GroupData[group.index].storage = !group.levels.empty();
  grid_hierarchy_->GroupData[group.index].comm = !group.levels.empty();
}

} // namespace pugh
