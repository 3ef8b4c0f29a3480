// Storage of groups: time levels come, go and change places.
#include "accelerator.hpp"
#include "driver.hpp"
#include "memory_limit.hpp"

#include <algorithm>
#include <utility>

namespace pugh {

void Driver::increase_storage(int index, int n_levels) {
  Group& group = groups_[index];
  int const wanted = std::min(n_levels, group.declared.numtimelevels);
  if (wanted <= group.n_levels()) return; // also who asks how many there are
  bool const is_scalar = group.declared.grouptype == CCTK_SCALAR;
  if (!why_too_large_.empty() && !is_scalar) return;
  require_memory(group, wanted - group.n_levels());
  bool const is_used = is_scalar || !only_checks_parameters();
  end_exchanges();
  std::size_t const block = group.variable_bytes() * group.variables_per_block();
  std::size_t const before = group.distribution->points_before() * group.point_size;
  InitialValue const value = is_used ? initial_value() : InitialValue::unspecified;
  int const n_before = group.n_levels();
  while (group.n_levels() < wanted) {
    auto& blocks = group.levels.emplace_back();
    for (int v = 0; v < group.declared.numvars; v += group.variables_per_block()) {
      blocks.push_back(allocate(block, before, CCTK_FullVarName(group.first_variable + v), is_used));
      initialise(blocks.back().get(), block, group.declared.vartype, value);
    }
  }
  group.most_levels = std::max(group.most_levels, group.n_levels());
  publish(group);
  accelerator::arrays_changed(grid_hierarchy_);
  for (int level = n_before; level < group.n_levels(); ++level)
    accelerator::filled_on_host(grid_hierarchy_, group.first_variable, group.declared.numvars, level);
}

// Of what the schedule does not announce, as the scratch space of an integrator. Processes of the node are assumed to
// have equal shares of this as of the scheduled storage: the caller may be one process alone, so no sum is possible.
void Driver::require_memory(Group const& wanted, int n_levels) const {
  double bytes = n_levels * wanted.bytes_of_level();
  for (Group const& group : groups_) bytes += static_cast<double>(group.bytes());
  auto const reason = share_of_node_ > 0 ? pugh::why_too_large(bytes / share_of_node_, node_) : std::string();
  if (!reason.empty())
    CCTK_VERROR("There is not enough memory for group '%s'. %s", wanted.name.c_str(), reason.c_str());
}

void Driver::decrease_storage(int index, int n_levels) {
  Group& group = groups_[index];
  if (n_levels >= group.n_levels()) return;
  accelerator::run_what_waits(grid_hierarchy_);
  end_exchanges();
  group.levels.resize(static_cast<std::size_t>(std::max(0, n_levels)));
  publish(group);
  accelerator::arrays_changed(grid_hierarchy_);
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

Memory* Driver::block(int variable, int time_level) {
  int const index = CCTK_GroupIndexFromVarI(variable);
  if (!group(index)) return nullptr;
  Group& owner = groups_[index];
  if (time_level < 0 || time_level >= owner.n_levels() || owner.variables_per_block() != 1) return nullptr;
  return &owner.levels[time_level][variable - owner.first_variable];
}

bool Driver::swap_storage(int variable_1, int time_level_1, int variable_2, int time_level_2) {
  Memory* const first = block(variable_1, time_level_1);
  Memory* const second = block(variable_2, time_level_2);
  if (!first || !second) return false;
  Group const& one = groups_[CCTK_GroupIndexFromVarI(variable_1)];
  Group const& other = groups_[CCTK_GroupIndexFromVarI(variable_2)];
  if (one.declared.grouptype != CCTK_GF || one.distribution != other.distribution ||
      one.declared.vartype != other.declared.vartype)
    return false;
  CCTK_INT const variables[] = {variable_1, variable_2};
  end_exchanges_of(variables); // they know addresses
  // cppcheck-suppress nullPointer ; asked above
  std::swap(*first, *second);
  publish(one);
  publish(other);
  return true;
}

void Driver::publish(Group const& group) const {
  for (int v = 0; v < group.declared.numvars; ++v)
    for (int level = 0; level < group.most_levels; ++level) { // beyond, there never was anything
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
