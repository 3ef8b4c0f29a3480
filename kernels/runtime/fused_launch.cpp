#include "kernels/runtime/fused_launch.hpp"

#include "codegen/passes/fusion.hpp"
#include "codegen/passes/passes.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace chemora::runtime {

namespace {

int max_operations(Settings const& settings, std::string const& device) {
  if (settings.fission.max_operations > 0) return settings.fission.max_operations;
  return device == "host" ? tiling::max_operations_on_host : tiling::max_operations_in_blocks;
}

} // namespace

std::string FusionTables::fused_name(FusionGroup const& group) {
  return fmt::format("{}_update{}", group.name, ++n_fused_[group.thorn + "::" + group.name]);
}

KernelName FusionTables::updates_name(ir::Graph const& rows) {
  std::string const text = ir::to_text(rows);
  auto form = std::find(forms_.begin(), forms_.end(), text);
  if (form == forms_.end()) form = forms_.insert(forms_.end(), text);
  return {own_kernels, fmt::format("Updates{}", form - forms_.begin() + 1)};
}

ir::Graph const& FusionTables::specialised(LaunchRequest const& request) {
  auto graph = std::find_if(graphs_.begin(), graphs_.end(),
                            [&](auto const& entry) { return entry.first.has_same_kernel(request); });
  if (graph == graphs_.end())
    graph = graphs_.insert(graph, {request, passes::specialise(request.graph(), request.known())});
  return graph->second;
}

FusedLaunch::FusedLaunch(Launcher& launcher, FusionTables& tables, GridFunctions const& functions,
                         SubstepRequest const& request)
    : launcher_(launcher) {
  auto [groups, has_initial, has_update] = divide(functions, tables, request);
  KernelCache& cache = launcher.cache();
  FusionRules rules{
      .unneeded = {},
      .may_swap = [&](auto const& a, auto const& b) { return functions.may_swap(arrays_.at(a), arrays_.at(b)); },
      .name = [&](FusionGroup const& group) { return tables.fused_name(group); },
      .max_operations = max_operations(cache.settings(), cache.device().properties().kind),
      .has_pin = [&](KernelName const& kernel) { return cache.pinned_plans().are_for(kernel); }};
  for (auto const& array : request.unneeded) rules.unneeded.push_back(register_name(functions, array));
  fuse(groups, rules);
  has_initial_ = std::move(has_initial);
  has_update_ = std::move(has_update);
  for (auto& group : groups) add_sweeps(groups_.emplace_back(Group{std::move(group), {}}), tables);
}

std::string FusedLaunch::register_name(GridFunctions const& functions, GridArray const& array) {
  std::string const name = functions.name(array);
  arrays_[name] = array;
  return name;
}

FusionGroups FusedLaunch::divide(GridFunctions const& functions, FusionTables& tables, SubstepRequest const& request) {
  auto const name = [&](GridArray const& array) { return register_name(functions, array); };
  std::vector<DeferredKernel> kernels;
  for (auto const& launch : request.launches)
    kernels.push_back({*launch.kernel, passes::rename_arrays(tables.specialised(launch), [&](std::string const& array) {
                         return name(launch.array(functions, array));
                       })});
  std::vector<InitialUpdate> initial;
  for (auto const& update : request.initial)
    initial.push_back({name(update.target), update.is_zero() ? std::string() : name(update.terms.front().source)});
  std::vector<passes::Update> updates;
  for (auto const& update : request.updates) {
    updates.push_back({name(update.target), update.scale != 0, {}});
    for (auto const& term : update.terms) updates.back().sources.push_back(name(term.source));
  }
  return runtime::divide(kernels, initial, updates);
}

void FusedLaunch::add_sweeps(Group& group, FusionTables& tables) {
  for (auto& sweep : group.fusion.sweeps) {
    auto arrays = arrays_;
    if (sweep.kernel.name.empty()) {
      sweep.kernel = tables.updates_name(sweep.regions.front());
      arrays.clear();
      for (std::size_t n = 0; n < sweep.arrays.size(); ++n)
        arrays[passes::name_in_group(n)] = arrays_.at(sweep.arrays[n]);
    }
    group.sweeps.emplace_back(sweep, std::move(arrays));
  }
}

std::string FusedLaunch::compile(SubstepRequest const& request) {
  for (auto& group : groups_) {
    if (!group.fusion.why_separate.empty()) launcher_.compile(kernel_launch(group.fusion, request));
    for (auto& sweep : group.sweeps)
      if (auto const reason = sweep.compile(launcher_.cache(), request.launches[group.fusion.first_launch].grid);
          !reason.empty())
        return reason;
  }
  return {};
}

std::string FusedLaunch::describe_fused() const {
  std::vector<std::string> sentences;
  for (auto const& [group, sweeps] : groups_) {
    if (!group.why_separate.empty()) continue;
    std::set<std::string> targets;
    for (auto const& update : group.substep.updates) targets.insert(update.target);
    std::string swaps =
        base::join(group.changes.swaps, ", ", [](auto const& swap) { return swap.first + " and " + swap.second; });
    if (!swaps.empty()) swaps = "; afterwards the storage of these arrays is swapped: " + swaps;
    sentences.push_back(fmt::format("{}::{} computes {} and the new values of {}{}.", group.thorn, group.substep.name,
                                    group.name, base::join(targets), swaps));
  }
  return base::join(sentences, " ");
}

std::string FusedLaunch::describe_separate() const {
  std::vector<std::string> sentences;
  for (auto const& group : groups_)
    if (auto const& fusion = group.fusion; !fusion.why_separate.empty())
      sentences.push_back(fmt::format("{}::{}: {}", fusion.thorn, fusion.name, fusion.why_separate));
  return base::join(sentences, " ");
}

LaunchRequest FusedLaunch::kernel_launch(FusionGroup const& group, SubstepRequest const& request) const {
  LaunchRequest launch = request.launches[group.first_launch];
  for (auto const& [target, source] : group.substep.copies)
    launch.replacements[arrays_.at(target)] = arrays_.at(source);
  return launch;
}

// The function finishes exchanges of ghost zones into swapped arrays first, because exchanges use addresses. A swapped
// array that no kernel stores is reported as written and then marked as invalid, because its memory has changed.
void FusedLaunch::run(GridFunctions const& functions, SubstepRequest const& request) {
  if (launcher_.cache().settings().only_compiles) return;
  for (auto& [group, sweeps] : groups_) {
    if (!group.why_separate.empty()) launcher_.launch(functions, kernel_launch(group, request));
    for (std::size_t n = 0; n < sweeps.size(); ++n) {
      std::vector<ArrayUpdate const*> updates;
      for (std::size_t const update : group.sweeps[n].updates) updates.push_back(&request.updates[update]);
      sweeps[n].run(launcher_, functions, request.launches[group.first_launch].grid, updates);
    }
  }
  if (!changes_ || changes_->level != functions.level()) changes_ = changes(functions.level());
  functions.announce_writes(changes_->swapped);
  for (auto const& group : groups_)
    for (auto const& [a, b] : group.fusion.changes.swaps) functions.swap(arrays_.at(a), arrays_.at(b));
  functions.report_writes(changes_->written);
  functions.invalidate(changes_->not_stored);
}

FusedLaunch::Changes FusedLaunch::changes(int level) const {
  using ir::Region;
  Changes changes{level, {}, {}, {}};
  for (auto const& group : groups_) {
    auto const& [swaps, written, written_regions, not_stored] = group.fusion.changes;
    for (auto const& name : written) changes.written.add(arrays_.at(name), level, Region::everywhere);
    for (auto const& [target, destination] : swaps) {
      changes.written.add(arrays_.at(destination), level, Region::everywhere);
      for (auto const& name : {target, destination}) changes.swapped.add(arrays_.at(name), level, Region::everywhere);
    }
    for (auto const& [name, region] : written_regions) changes.written.add(arrays_.at(name), level, region);
    for (auto const& name : not_stored) changes.not_stored.push_back(arrays_.at(name));
  }
  return changes;
}

} // namespace chemora::runtime
