/// Class Driver: storage of groups and rotation of time levels.
#include "accelerator.hpp"
#include "driver.hpp"

#include <algorithm>
#include <utility>

namespace pugh {

void Driver::increase_storage(int index, int n_levels) {
  Group& group = groups_[index];
  int const new_levels = std::min(n_levels, group.declared.numtimelevels);
  if (new_levels <= group.n_levels()) return; // this includes calls that only query the number
  bool const is_scalar = group.declared.grouptype == CCTK_SCALAR;
  if (!memory_error_.empty() && !is_scalar) return;
  require_memory(group, new_levels - group.n_levels());
  bool const is_used = is_scalar || !only_checks_parameters();
  end_exchanges();
  std::size_t const block = group.variable_bytes() * group.variables_per_block();
  std::size_t const before = group.distribution->points_before() * group.point_size;
  InitialValue const value = is_used ? initial_value() : InitialValue::unspecified;
  int const n_before = group.n_levels();
  while (group.n_levels() < new_levels) {
    auto& blocks = group.levels.emplace_back();
    for (int v = 0; v < group.declared.numvars; v += group.variables_per_block()) {
      blocks.push_back(allocate(block, before, CCTK_FullVarName(group.first_variable + v), is_used));
      initialise(blocks.back().get(), block, group.declared.vartype, value);
    }
  }
  group.max_levels = std::max(group.max_levels, group.n_levels());
  update_data_pointers(group);
  accelerator::arrays_changed(cctkGH_);
  for (int level = n_before; level < group.n_levels(); ++level)
    accelerator::filled_on_host(cctkGH_, group.first_variable, group.declared.numvars, level);
}

/// Checks that storage which the schedule does not contain, for example the scratch space of an integrator, fits into
/// memory. The call need not be collective, so the processes of the node cannot add their sizes. Instead, this process
/// is assumed to have the same share of this storage as of the scheduled storage.
void Driver::require_memory(Group const& new_group, int n_levels) const {
  double bytes = n_levels * new_group.bytes_of_level();
  for (Group const& group : groups_) bytes += static_cast<double>(group.bytes());
  auto const reason = share_of_node_ > 0 ? pugh::memory_error(bytes / share_of_node_, node_) : std::string();
  if (!reason.empty())
    CCTK_VERROR("There is not enough memory for group '%s'. %s", new_group.name.c_str(), reason.c_str());
}

void Driver::decrease_storage(int index, int n_levels) {
  Group& group = groups_[index];
  if (n_levels >= group.n_levels()) return;
  accelerator::finish_deferred_launches(cctkGH_);
  end_exchanges();
  group.levels.resize(static_cast<std::size_t>(std::max(0, n_levels)));
  update_data_pointers(group);
  accelerator::arrays_changed(cctkGH_);
}

void Driver::rotate_time_levels() {
  end_exchanges();
  accelerator::time_levels_rotate(cctkGH_);
  InitialValue const value = initial_value();
  for (Group& group : groups_) {
    if (group.n_levels() < 2) continue;
    std::rotate(group.levels.begin(), group.levels.end() - 1, group.levels.end());
    for (Memory& memory : group.levels.front())
      initialise(memory.get(), group.variable_bytes() * group.variables_per_block(), group.declared.vartype, value);
    update_data_pointers(group);
    if (value != InitialValue::unspecified)
      accelerator::filled_on_host(cctkGH_, group.first_variable, group.declared.numvars, 0);
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
  Group const& group_1 = groups_[CCTK_GroupIndexFromVarI(variable_1)];
  Group const& group_2 = groups_[CCTK_GroupIndexFromVarI(variable_2)];
  if (group_1.declared.grouptype != CCTK_GF || group_1.distribution != group_2.distribution ||
      group_1.declared.vartype != group_2.declared.vartype)
    return false;
  CCTK_INT const variables[] = {variable_1, variable_2};
  end_exchanges_of(variables); // exchanges in flight store addresses of the arrays
  // cppcheck-suppress nullPointer ; checked above
  std::swap(*first, *second);
  update_data_pointers(group_1);
  update_data_pointers(group_2);
  return true;
}

void Driver::update_data_pointers(Group const& group) const {
  for (int v = 0; v < group.declared.numvars; ++v)
    for (int level = 0; level < group.max_levels; ++level) { // older levels never had storage
      void*& pointer = cctkGH_->data[group.first_variable + v][level];
      int const block = v / group.variables_per_block(), element = v % group.variables_per_block();
      pointer =
          level < group.n_levels() ? group.levels[level][block].get() + element * group.variable_bytes() : nullptr;
    }
  if (listener_) listener_(group);
  if (!cctkGH_->GroupData) return;
  cctkGH_->GroupData[group.index].storage = !group.levels.empty();
  cctkGH_->GroupData[group.index].comm = !group.levels.empty();
}

} // namespace pugh
