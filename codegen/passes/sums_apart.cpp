// Groups sums by the arrays that they change; each group is joined with a kernel that only reads what the real one
// left.
#include "codegen/passes/sums_apart.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::passes {

namespace {

bool has(std::vector<std::string> const& names, std::string const& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_target(Step const& step, std::string const& array) {
  return std::any_of(step.updates.begin(), step.updates.end(),
                     [&](Update const& update) { return update.target == array; });
}

bool reads(Update const& update, std::string const& array) { return has(update.sources, array); }

void check(Step const& step, ir::Graph const& kernel) {
  if (!can_take_whole_rows(step, kernel))
    throw base::UserError("The kernel stores something else than the interior of arrays that are zero beyond it.");
  for (auto const& output : kernel.outputs)
    if (is_target(step, output) || std::none_of(step.updates.begin(), step.updates.end(),
                                                [&](auto const& update) { return reads(update, output); }))
      throw base::UserError(fmt::format("{} is computed, but is not only a right-hand side.", output));
}

/// Those arrays of a sum that no other group may touch.
std::set<std::string> owned(Step const& step, Update const& update) {
  std::set<std::string> arrays{update.target};
  auto const add = [&](std::string const& array) {
    if (is_target(step, array) || has(step.kernel.outputs, array) || has(step.unneeded, array)) arrays.insert(array);
    auto const copy = step.copies.find(array);
    if (copy != step.copies.end() && (is_target(step, copy->second) || has(step.unneeded, copy->second)))
      arrays.insert(copy->second);
  };
  add(update.target);
  for (auto const& source : update.sources) add(source);
  return arrays;
}

/// Numbers of updates, each group in order.
std::vector<std::vector<std::size_t>> group(Step const& step) {
  struct Group {
    std::set<std::string> arrays;
    std::vector<std::size_t> updates;
  };
  std::vector<Group> groups;
  for (std::size_t n = 0; n < step.updates.size(); ++n) {
    Group one{owned(step, step.updates[n]), {n}};
    auto const is_apart = [&](Group const& other) {
      return std::none_of(one.arrays.begin(), one.arrays.end(),
                          [&](std::string const& array) { return other.arrays.contains(array); });
    };
    auto const together = std::stable_partition(groups.begin(), groups.end(), is_apart);
    for (auto other = together; other != groups.end(); ++other) {
      one.arrays.merge(other->arrays);
      one.updates.insert(one.updates.end(), other->updates.begin(), other->updates.end());
    }
    groups.erase(together, groups.end());
    std::sort(one.updates.begin(), one.updates.end());
    groups.push_back(std::move(one));
  }
  std::vector<std::vector<std::size_t>> numbers;
  for (Group& one : groups) numbers.push_back(std::move(one.updates));
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Numbered as they come, so that groups of one form have one graph.
std::vector<std::string> arrays_of(Step const& step, std::vector<std::size_t> const& updates) {
  std::vector<std::string> arrays;
  auto const add = [&](std::string const& array) {
    if (!has(arrays, array)) arrays.push_back(array);
  };
  for (std::size_t const n : updates) {
    add(step.updates[n].target);
    for (auto const& source : step.updates[n].sources) add(source);
  }
  for (std::size_t n = 0; n < arrays.size(); ++n)
    if (auto const copy = step.copies.find(arrays[n]); copy != step.copies.end()) add(copy->second);
  return arrays;
}

/// What the kernel has left in an array, whatever the array counts as beyond the interior.
std::string left_in(std::string const& array) { return array + "_left"; }

/// The results of the kernel as a graph that leaves them as they are.
ir::Graph left_by_kernel(Step const& step, std::vector<std::string> const& outputs) {
  ir::GraphBuilder builder(step.name, step.kernel.dimension, step.kernel.real);
  for (auto const& output : outputs) builder.store(output, builder.load(left_in(output)), ir::Region::interior);
  return builder.finish();
}

/// New values go to memory that is read anyway, where that is to be had: as if somebody read the old ones later.
void prefer_places_that_are_read(Step& step) {
  std::set<std::string> promised;
  for (Update const& update : step.updates) {
    if (step.read_late.contains(update.target)) continue;
    auto const is_place = [&](std::string const& array) {
      return reads(update, array) && !promised.contains(array) && !is_target(step, array) &&
             step.may_swap(update.target, array);
    };
    auto const place = std::find_if(step.unneeded.begin(), step.unneeded.end(), is_place);
    if (place == step.unneeded.end()) continue;
    promised.insert(*place);
    step.read_late.insert(update.target);
  }
}

/// A step of these updates alone, with numbered arrays.
Step part_of(Step const& step, std::vector<std::size_t> const& updates, std::vector<std::string> const& arrays) {
  auto const numbered = [&](std::string const& array) {
    return name_in_group(static_cast<std::size_t>(std::find(arrays.begin(), arrays.end(), array) - arrays.begin()));
  };
  auto const real = [&](std::string const& name) {
    for (std::size_t n = 0; n < arrays.size(); ++n)
      if (name_in_group(n) == name) return arrays[n];
    return name;
  };
  Step part;
  part.name = "Sums";
  for (auto const& [target, source] : step.copies)
    if (has(arrays, target)) part.copies[numbered(target)] = numbered(source);
  std::vector<std::string> outputs;
  for (auto const& array : arrays) {
    if (has(step.kernel.outputs, array)) outputs.push_back(numbered(array));
    if (step.zeros.contains(array)) part.zeros.insert(numbered(array));
    if (has(step.unneeded, array)) part.unneeded.push_back(numbered(array));
    if (step.read_late.contains(array)) part.read_late.insert(numbered(array));
  }
  for (std::size_t const n : updates) {
    auto const& update = step.updates[n];
    part.updates.push_back({numbered(update.target), update.keeps_target, {}});
    for (auto const& source : update.sources) part.updates.back().sources.push_back(numbered(source));
  }
  part.may_swap = [=, may_swap = step.may_swap](auto const& a, auto const& b) { return may_swap(real(a), real(b)); };
  part.kernel.dimension = step.kernel.dimension;
  part.kernel.real = step.kernel.real;
  part.kernel = left_by_kernel(part, outputs);
  return part;
}

JoinedStep join_part(Step const& part, std::string const& target) {
  Step preferred = part;
  prefer_places_that_are_read(preferred);
  try {
    return join_updates(preferred);
  } catch (base::UserError const&) { // wishes took the place of what has to move
  }
  try {
    return join_updates(part);
  } catch (base::UserError const&) {
    throw base::UserError(fmt::format("No array is free for the new value of {} and what depends on it.", target));
  }
}

/// Reads what is left in arrays from the arrays.
ir::Graph from_arrays(ir::Graph const& graph, std::size_t n_arrays) {
  return rename_arrays(graph, [&](std::string const& name) {
    for (std::size_t n = 0; n < n_arrays; ++n)
      if (name == left_in(name_in_group(n))) return name_in_group(n);
    return name;
  });
}

} // namespace

std::string name_in_group(std::size_t number) { return fmt::format("array{}", number); }

SumsApart sums_apart(Step const& step) {
  check(step, without_copies(step));
  SumsApart sums;
  for (auto const& updates : group(step)) {
    auto const arrays = arrays_of(step, updates);
    if (std::none_of(arrays.begin(), arrays.end(), [&](auto const& array) { return has(step.kernel.outputs, array); }))
      throw base::UserError(fmt::format("The new value of {} takes nothing that the kernel computes.", arrays.front()));
    auto joined = join_part(part_of(step, updates, arrays), arrays.front());
    for (std::size_t n = 0; n < arrays.size(); ++n) {
      std::string const name = name_in_group(n);
      if (joined.written.contains(name)) sums.written.insert(arrays[n]);
      if (joined.unstored.contains(name)) sums.unstored.insert(arrays[n]);
      for (auto const& [target, place] : joined.swaps)
        if (target == name)
          for (std::size_t k = 0; k < arrays.size(); ++k)
            if (place == name_in_group(k)) sums.swaps.push_back({arrays[n], arrays[k]});
    }
    sums.groups.push_back(
        {arrays, updates, from_arrays(joined.regions.front(), arrays.size()), std::move(joined.rest)});
  }
  return sums;
}

} // namespace chemora::passes
