/// Fuses only the updates of a substep, for kernels that use too many arrays to be fused with the updates.
#include "codegen/passes/fusion.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::passes {

namespace {

bool is_target(Substep const& substep, std::string const& array) {
  return std::any_of(substep.updates.begin(), substep.updates.end(),
                     [&](Update const& update) { return update.target == array; });
}

bool reads(Update const& update, std::string const& array) { return base::contains(update.sources, array); }

void check(Substep const& substep, ir::Graph const& kernel) {
  if (!substep.kernel.element_types.empty())
    throw base::UserError("Some arrays of the kernel have another precision than its arithmetic.");
  if (!can_cover_whole_rows(substep, kernel))
    throw base::UserError("The kernel must store only the interior of arrays that are 0 at all other points.");
  for (auto const& output : kernel.outputs)
    if (is_target(substep, output) || std::none_of(substep.updates.begin(), substep.updates.end(),
                                                   [&](auto const& update) { return reads(update, output); }))
      throw base::UserError(fmt::format("{} must be a source of an update and not the target of one.", output));
}

/// Returns the arrays of an update that no other group of updates may use.
std::set<std::string> exclusive_arrays(Substep const& substep, Update const& update) {
  std::set<std::string> arrays{update.target};
  auto const add = [&](std::string const& array) {
    if (is_target(substep, array) || base::contains(substep.kernel.outputs, array) ||
        base::contains(substep.unneeded, array))
      arrays.insert(array);
    auto const copy = substep.copies.find(array);
    if (copy != substep.copies.end() &&
        (is_target(substep, copy->second) || base::contains(substep.unneeded, copy->second)))
      arrays.insert(copy->second);
  };
  add(update.target);
  for (auto const& source : update.sources) add(source);
  return arrays;
}

/// Returns the indices of the updates of each group, in ascending order.
std::vector<std::vector<std::size_t>> group_updates(Substep const& substep) {
  struct Group {
    std::set<std::string> arrays;
    std::vector<std::size_t> updates;
  };
  std::vector<Group> groups;
  for (std::size_t n = 0; n < substep.updates.size(); ++n) {
    Group merged{exclusive_arrays(substep, substep.updates[n]), {n}};
    auto const is_independent = [&](Group const& group) {
      return std::none_of(merged.arrays.begin(), merged.arrays.end(),
                          [&](std::string const& array) { return group.arrays.contains(array); });
    };
    auto const dependent = std::stable_partition(groups.begin(), groups.end(), is_independent);
    for (auto group = dependent; group != groups.end(); ++group) {
      merged.arrays.merge(group->arrays);
      merged.updates.insert(merged.updates.end(), group->updates.begin(), group->updates.end());
    }
    groups.erase(dependent, groups.end());
    std::sort(merged.updates.begin(), merged.updates.end());
    groups.push_back(std::move(merged));
  }
  std::vector<std::vector<std::size_t>> indices;
  for (Group& group : groups) indices.push_back(std::move(group.updates));
  std::sort(indices.begin(), indices.end());
  return indices;
}

/// Returns the arrays of a group in the order of their first use, so that groups of the same form have equal graphs.
std::vector<std::string> arrays_of(Substep const& substep, std::vector<std::size_t> const& updates) {
  std::vector<std::string> arrays;
  auto const add = [&](std::string const& array) {
    if (!base::contains(arrays, array)) arrays.push_back(array);
  };
  for (std::size_t const n : updates) {
    add(substep.updates[n].target);
    for (auto const& source : substep.updates[n].sources) add(source);
  }
  for (std::size_t n = 0; n < arrays.size(); ++n)
    if (auto const copy = substep.copies.find(arrays[n]); copy != substep.copies.end()) add(copy->second);
  return arrays;
}

/// Returns the name for the values that the kernel stored in an array. An array that is read under its own name counts
/// as 0 outside the interior.
std::string computed_name(std::string const& array) { return array + "_computed"; }

/// Returns a graph that replaces the kernel in the substep of a group. This graph stores again the values that the
/// kernel stored.
ir::Graph kernel_of_group(Substep const& substep, std::vector<std::string> const& outputs) {
  ir::GraphBuilder builder(substep.name, substep.kernel.dimension, substep.kernel.real);
  for (auto const& output : outputs) builder.store(output, builder.load(computed_name(output)), ir::Region::interior);
  return builder.finish();
}

/// Makes fuse_updates store new values in unneeded sources where possible, as if the old values of the targets were
/// read later. The cache holds the memory of a source already; the old value of the target would have to be loaded.
void prefer_sources_as_destinations(Substep& substep) {
  std::set<std::string> reserved;
  for (Update const& update : substep.updates) {
    if (substep.read_later.contains(update.target)) continue;
    auto const is_suitable = [&](std::string const& array) {
      return reads(update, array) && !reserved.contains(array) && !is_target(substep, array) &&
             substep.may_swap(update.target, array);
    };
    auto const destination = std::find_if(substep.unneeded.begin(), substep.unneeded.end(), is_suitable);
    if (destination == substep.unneeded.end()) continue;
    reserved.insert(*destination);
    substep.read_later.insert(update.target);
  }
}

/// Returns a substep with only these updates. The arrays of this substep have their names in the group.
Substep substep_of_group(Substep const& substep, std::vector<std::size_t> const& updates,
                         std::vector<std::string> const& arrays) {
  auto const group_name = [&](std::string const& array) {
    return name_in_group(static_cast<std::size_t>(std::find(arrays.begin(), arrays.end(), array) - arrays.begin()));
  };
  auto const array_name = [=](std::string const& name) {
    for (std::size_t n = 0; n < arrays.size(); ++n)
      if (name_in_group(n) == name) return arrays[n];
    return name;
  };
  Substep group;
  group.name = "Sums";
  for (auto const& [target, source] : substep.copies)
    if (base::contains(arrays, target)) group.copies[group_name(target)] = group_name(source);
  std::vector<std::string> outputs;
  for (auto const& array : arrays) {
    if (base::contains(substep.kernel.outputs, array)) outputs.push_back(group_name(array));
    if (substep.zeros.contains(array)) group.zeros.insert(group_name(array));
    if (base::contains(substep.unneeded, array)) group.unneeded.push_back(group_name(array));
    if (substep.read_later.contains(array)) group.read_later.insert(group_name(array));
  }
  for (std::size_t const n : updates) {
    auto const& update = substep.updates[n];
    group.updates.push_back({group_name(update.target), update.keeps_target, {}});
    for (auto const& source : update.sources) group.updates.back().sources.push_back(group_name(source));
  }
  group.may_swap = [=, may_swap = substep.may_swap](auto const& a, auto const& b) {
    return may_swap(array_name(a), array_name(b));
  };
  group.kernel.dimension = substep.kernel.dimension;
  group.kernel.real = substep.kernel.real;
  group.kernel = kernel_of_group(group, outputs);
  return group;
}

FusedSubstep fuse_group(Substep const& group, std::string const& target) {
  Substep preferred = group;
  prefer_sources_as_destinations(preferred);
  try {
    return fuse_updates(preferred);
  } catch (base::UserError const&) { // an update that must not overwrite its target needs a preferred destination
  }
  try {
    return fuse_updates(group);
  } catch (base::UserError const&) {
    throw base::UserError(
        fmt::format("No array is free for the new value of {} and the updates that depend on it.", target));
  }
}

/// Returns a graph that loads the kernel's results from the arrays in which the kernel stored them.
ir::Graph load_from_arrays(ir::Graph const& graph, std::size_t n_arrays) {
  return rename_arrays(graph, [&](std::string const& name) {
    for (std::size_t n = 0; n < n_arrays; ++n)
      if (name == computed_name(name_in_group(n))) return name_in_group(n);
    return name;
  });
}

} // namespace

std::string name_in_group(std::size_t number) { return fmt::format("array{}", number); }

SeparateUpdates separate_updates(Substep const& substep) {
  check(substep, propagate_copies(substep));
  SeparateUpdates separate;
  for (auto const& updates : group_updates(substep)) {
    auto const arrays = arrays_of(substep, updates);
    if (std::none_of(arrays.begin(), arrays.end(),
                     [&](auto const& array) { return base::contains(substep.kernel.outputs, array); }))
      throw base::UserError(fmt::format("The new value of {} does not use a result of the kernel.", arrays.front()));
    auto fused = fuse_group(substep_of_group(substep, updates, arrays), arrays.front());
    for (std::size_t n = 0; n < arrays.size(); ++n) {
      std::string const name = name_in_group(n);
      if (fused.written.contains(name)) separate.written.insert(arrays[n]);
      if (fused.not_stored.contains(name)) separate.not_stored.insert(arrays[n]);
      for (auto const& [target, destination] : fused.swaps)
        if (target == name)
          for (std::size_t k = 0; k < arrays.size(); ++k)
            if (destination == name_in_group(k)) separate.swaps.push_back({arrays[n], arrays[k]});
    }
    separate.groups.push_back(
        {arrays, updates, load_from_arrays(fused.regions.front(), arrays.size()), std::move(fused.remainder)});
  }
  return separate;
}

} // namespace chemora::passes
