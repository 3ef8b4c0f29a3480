#include "kernels/runtime/fusion_groups.hpp"

#include "codegen/passes/fusion.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/tiling/choose_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace chemora::runtime {

using base::UserError;

namespace {

bool accesses(ir::Graph const& graph, std::string const& name) {
  return base::contains(graph.inputs, name) || base::contains(graph.outputs, name);
}

/// Returns whether graph `a` loads or stores an output of graph `b`, or graph `b` an output of graph `a`.
bool depend(ir::Graph const& a, ir::Graph const& b) {
  auto const stores_for = [](ir::Graph const& writer, ir::Graph const& other) {
    return std::any_of(writer.outputs.begin(), writer.outputs.end(),
                       [&](std::string const& name) { return accesses(other, name); });
  };
  return stores_for(a, b) || stores_for(b, a);
}

/// Returns the group that satisfies the condition, or null if no group does. The function throws UserError(reason) if
/// several groups satisfy the condition.
template <typename Condition>
FusionGroup* only_group(std::vector<FusionGroup>& groups, Condition const& holds, std::string const& reason) {
  auto const group = std::find_if(groups.begin(), groups.end(), holds);
  if (group == groups.end()) return nullptr;
  if (std::any_of(group + 1, groups.end(), holds)) throw UserError(reason);
  return &*group;
}

void add_kernel(std::vector<FusionGroup>& groups, DeferredKernel const& kernel, std::size_t number) {
  auto* const group = only_group(
      groups, [&](FusionGroup const& candidate) { return depend(candidate.substep.kernel, kernel.graph); },
      fmt::format("{} depends on several deferred kernels.", kernel.name.full_name()));
  if (!group) {
    groups.push_back({kernel.name.thorn, kernel.name.name, {kernel.name}, number, {}});
    groups.back().substep.kernel = kernel.graph;
    return;
  }
  group->substep.kernel = passes::fuse_graphs(group->name, group->substep.kernel, kernel.graph);
  group->name += "_" + kernel.name.name;
  group->kernels.push_back(kernel.name);
}

/// Assigns time-integrator updates to groups, in order. An update that belongs to no group runs after all groups.
/// Updates in groups therefore must not depend on an earlier update that belongs to no group.
class UpdateAssignment {
public:
  explicit UpdateAssignment(FusionGroups& result) : result_(result) {}

  void add(passes::Update const& update, std::size_t number) {
    auto* const group = only_group(
        result_.groups, [&](FusionGroup const& candidate) { return belongs(update, candidate); },
        fmt::format("`{}` cannot be fused: its update reads results of several independent kernels.", update.target));
    result_.has_update[number] = group != nullptr;
    if (!group) {
      targets_outside_.insert(update.target);
      accessed_outside_.insert(update.target);
      accessed_outside_.insert(update.sources.begin(), update.sources.end());
      return;
    }
    for (auto const& source : update.sources)
      if (targets_outside_.contains(source))
        throw UserError(fmt::format("`{0}` cannot be fused: its update reads `{1}`, and the update of `{1}` does not "
                                    "depend on a deferred kernel.",
                                    update.target, source));
    if (accessed_outside_.contains(update.target))
      throw UserError(fmt::format("`{0}` cannot be fused: an earlier update that does not depend on a deferred kernel "
                                  "reads or writes `{0}`.",
                                  update.target));
    group->updates.push_back(number);
    group->substep.updates.push_back(update);
  }

private:
  static bool belongs(passes::Update const& update, FusionGroup const& group) {
    auto const is_computed = [&](std::string const& array) {
      return base::contains(group.substep.kernel.outputs, array) ||
             std::any_of(group.substep.updates.begin(), group.substep.updates.end(),
                         [&](passes::Update const& other) { return other.target == array; });
    };
    return is_computed(update.target) || std::any_of(update.sources.begin(), update.sources.end(), is_computed);
  }

  FusionGroups& result_;
  /// written arrays, and all accessed arrays, of updates that belong to no group
  std::set<std::string> targets_outside_, accessed_outside_;
};

/// Adds an initial update to the groups whose fused kernel makes it unnecessary. Such an update copies an array to the
/// target of a later update, or sets an output of a kernel to 0. Returns whether such a group exists.
bool add_initial(std::vector<FusionGroup>& groups, InitialUpdate const& initial) {
  bool is_added = false;
  auto const is_target = [&](passes::Update const& update) { return update.target == initial.target; };
  for (auto& group : groups) {
    auto const& updates = group.substep.updates;
    if (initial.source.empty() && base::contains(group.substep.kernel.outputs, initial.target)) {
      group.substep.zeros.insert(initial.target);
      is_added = true;
    } else if (!initial.source.empty() && std::any_of(updates.begin(), updates.end(), is_target)) {
      for (auto& reader : groups) reader.substep.copies[initial.target] = initial.source;
      is_added = true;
    }
  }
  return is_added;
}

std::set<std::string> arrays_read_by(passes::Substep const& substep) {
  std::set<std::string> read(substep.kernel.inputs.begin(), substep.kernel.inputs.end());
  for (auto const& update : substep.updates) {
    read.insert(update.sources.begin(), update.sources.end());
    if (update.keeps_target) read.insert(update.target);
  }
  for (auto const& [target, source] : substep.copies) read.insert(source);
  return read;
}

void check_operations(ir::Graph const& graph, int max_operations) {
  if (int const n = ir::count(graph).flops; n > max_operations)
    throw UserError(
        fmt::format("The fused kernel would have {} operations; at most {} are allowed.", n, max_operations));
}

void check_pins(FusionGroup const& group, FusionRules const& rules) {
  for (auto const& kernel : group.kernels)
    if (rules.has_pin(kernel) && !rules.has_pin({group.thorn, group.substep.name}))
      throw UserError("A plan is pinned for " + kernel.name + ", and none for " + group.substep.name + ".");
}

/// Fuses the kernel with its updates to one sweep. If fusion is impossible, returns the reason, which is equal on all
/// processes and does not depend on devices.
std::string fuse_to_one_sweep(FusionGroup& group) {
  std::string reason;
  try {
    auto fused = passes::fuse_updates(group.substep);
    for (ir::Graph const& graph : fused.regions)
      if (tiling::has_many_arrays(graph.inputs.size() + graph.outputs.size(), reason))
        return "The fused kernel would have too many arrays: " + reason + ".";
    group.changes = fused;
    group.sweeps = {{.kernel = {group.thorn, group.substep.name},
                     .regions = std::move(fused.regions),
                     .covers_whole_rows = fused.covers_whole_rows,
                     .remainder = std::move(fused.remainder),
                     .updates = group.updates}};
  } catch (UserError const& error) {
    return error.diagnostics().front().message;
  }
  return {};
}

void separate_updates(FusionGroup& group) {
  if (group.kernels.size() > 1) throw UserError(group.why_separate);
  try {
    auto separate = passes::separate_updates(group.substep);
    group.changes = separate;
    for (auto& part : separate.groups) {
      Sweep& sweep = group.sweeps.emplace_back();
      sweep.regions = {std::move(part.rows)};
      sweep.covers_whole_rows = true;
      sweep.remainder = std::move(part.remainder);
      sweep.arrays = std::move(part.arrays);
      for (std::size_t const update : part.updates) sweep.updates.push_back(group.updates[update]);
    }
  } catch (UserError const& error) {
    throw UserError(group.why_separate + " Nor can its updates run separately. " + error.diagnostics().front().message);
  }
}

} // namespace

FusionGroups divide(std::vector<DeferredKernel> const& kernels, std::vector<InitialUpdate> const& initial,
                    std::vector<passes::Update> const& updates) {
  FusionGroups result{{}, std::vector<bool>(initial.size()), std::vector<bool>(updates.size())};
  for (std::size_t n = 0; n < kernels.size(); ++n) add_kernel(result.groups, kernels[n], n);
  UpdateAssignment assignment(result);
  for (std::size_t n = 0; n < updates.size(); ++n) assignment.add(updates[n], n);
  for (auto const& group : result.groups)
    if (group.updates.empty())
      throw UserError(group.thorn + "::" + group.name + " computes nothing that an update reads.");
  for (std::size_t n = 0; n < initial.size(); ++n) result.has_initial[n] = add_initial(result.groups, initial[n]);
  return result;
}

void fuse(std::vector<FusionGroup>& groups, FusionRules const& rules) {
  auto unneeded = rules.unneeded;
  for (auto group = groups.begin(); group != groups.end(); ++group) {
    auto& substep = group->substep;
    substep.name = rules.name(*group);
    for (auto const& array : unneeded)
      if (base::contains(substep.kernel.outputs, array) ||
          std::none_of(groups.begin(), groups.end(),
                       [&](FusionGroup const& other) { return accesses(other.substep.kernel, array); }))
        substep.unneeded.push_back(array);
    for (auto later = group + 1; later != groups.end(); ++later)
      substep.read_later.merge(arrays_read_by(later->substep));
    substep.may_swap = rules.may_swap;
    group->why_separate = fuse_to_one_sweep(*group);
    if (group->why_separate.empty()) {
      for (auto const& graph : group->sweeps.front().regions) check_operations(graph, rules.max_operations);
      check_pins(*group, rules);
    } else {
      separate_updates(*group);
    }
    substep.may_swap = nullptr; // The function `rules.may_swap` is valid only during this call.
    for (auto const& [target, destination] : group->changes.swaps) std::erase(unneeded, destination);
  }
}

} // namespace chemora::runtime
