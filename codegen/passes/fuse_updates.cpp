/// Fuses the kernel of a substep with the updates of the time integrator, for fused launches of the run-time.
#include "codegen/passes/fusion.hpp"

#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace chemora::passes {

namespace {

using ir::Graph;
using ir::Region;
using ir::ValueId;

[[noreturn]] void reject(std::string const& reason) { throw base::UserError(reason); }

std::set<std::string> outputs_of(Graph const& graph) { return {graph.outputs.begin(), graph.outputs.end()}; }

/// Returns the arrays that the graph reads at displaced points.
std::set<std::string> displaced_inputs(Graph const& graph) {
  std::set<std::string> names;
  for (auto const& [name, reach] : ir::stencils(graph))
    if (reach != ir::Reach{}) names.insert(name);
  return names;
}

/// Maps each target of an update to the array that receives its new values.
using Destinations = std::map<std::string, std::string>;

/// Chooses the destination of each target. The destination is the target itself unless the old value of the target must
/// be preserved. In that case, the destination is a free array, preferably a source of the update.
Destinations find_destinations(Substep const& substep, std::set<std::string> const& preserved) {
  std::set<std::string> targets, taken;
  for (auto const& update : substep.updates) targets.insert(update.target);
  Destinations destinations;
  auto const is_free = [&](std::string const& destination, std::string const& target) {
    return !preserved.contains(destination) && !targets.contains(destination) && !taken.contains(destination) &&
           substep.may_swap(target, destination);
  };
  auto const find = [&](Update const& update) {
    std::set<std::string> const sources(update.sources.begin(), update.sources.end());
    auto best = substep.unneeded.end();
    for (auto destination = substep.unneeded.begin(); destination != substep.unneeded.end(); ++destination)
      if (is_free(*destination, update.target) && (best == substep.unneeded.end() || sources.contains(*destination)))
        if (best = destination; sources.contains(*destination)) break;
    return best;
  };
  for (auto const& update : substep.updates) {
    if (destinations.contains(update.target)) continue;
    if (!preserved.contains(update.target)) {
      destinations[update.target] = update.target;
      continue;
    }
    auto const destination = find(update);
    if (destination == substep.unneeded.end())
      reject(
          fmt::format("The new value of {} must not overwrite the old one, which neighbouring points still read, and "
                      "no array is free for it.",
                      update.target));
    destinations[update.target] = *destination;
    taken.insert(*destination);
  }
  return destinations;
}

/// Returns the updates as a graph that stores `region`. Arrays that are set to zero and not computed in this region are
/// read as 0.
Graph make_updates(Substep const& substep, Destinations const& destinations, std::set<std::string> const& computed,
                   Region region) {
  ir::GraphBuilder builder(substep.name, substep.kernel.dimension, substep.kernel.real);
  std::map<std::string, ValueId> values;
  auto const value = [&](std::string const& array) {
    if (auto const updated = values.find(array); updated != values.end()) return updated->second;
    auto const copy = substep.copies.find(array);
    bool const is_zero = substep.zeros.contains(array) && !computed.contains(array);
    return is_zero ? immediate(builder, substep.kernel.real, 0)
                   : builder.load(copy == substep.copies.end() ? array : copy->second);
  };
  for (std::size_t n = 0; n < substep.updates.size(); ++n) {
    Update const& update = substep.updates[n];
    ValueId sum = -1;
    auto const add = [&](std::string const& parameter, std::string const& array) {
      ValueId const factor = builder.parameter(parameter, substep.kernel.real);
      ValueId const term = builder.apply(ir::Op::multiply, {factor, value(array)});
      sum = sum < 0 ? term : builder.apply(ir::Op::add, {sum, term});
    };
    if (update.keeps_target) add(scale_name(n), update.target);
    for (std::size_t k = 0; k < update.sources.size(); ++k) add(factor_name(n, k), update.sources[k]);
    values[update.target] = sum < 0 ? immediate(builder, substep.kernel.real, 0) : sum;
  }
  for (auto const& [target, destination] : destinations) builder.store(destination, values.at(target), region);
  return builder.finish();
}

/// Returns the arrays in `stored` that are needed afterwards and that no update assigns.
std::set<std::string> needed_arrays(Substep const& substep, std::set<std::string> const& stored) {
  std::set<std::string> needed = stored;
  for (auto const& array : substep.unneeded) needed.erase(array);
  for (auto const& update : substep.updates) needed.erase(update.target);
  return needed;
}

/// Replaces the results outside the bounds along x by 0.
Graph zero_outside(Graph const& graph) {
  ir::GraphBuilder builder(graph);
  std::vector<ValueId> const new_ids = copy_values(builder, graph);
  ValueId const index = builder.leaf(ir::Op::index, 0);
  auto const bound = [&](char const* name) { return builder.parameter(name, ir::Type::int32); };
  ValueId const is_inside =
      builder.apply(ir::Op::logical_and, {builder.apply(ir::Op::less_equal, {bound(inside_lower), index}),
                                          builder.apply(ir::Op::less, {index, bound(inside_upper)})});
  ValueId const zero = immediate(builder, graph.real, 0);
  for (ir::Store const& store : graph.stores)
    builder.store(store.variable, builder.apply(ir::Op::select, {is_inside, new_ids[store.value], zero}), store.region);
  return builder.finish();
}

Graph fuse_region(Substep const& substep, Graph const& kernel, Destinations const& destinations, Region region) {
  Graph const extracted = extract_region(kernel, region);
  Graph const rhs = can_cover_whole_rows(substep, kernel) ? zero_outside(extracted) : extracted;
  auto const stored = outputs_of(rhs), needed = needed_arrays(substep, stored);
  std::set<std::string> dropped;
  std::set_difference(stored.begin(), stored.end(), needed.begin(), needed.end(),
                      std::inserter(dropped, dropped.end()));
  Graph fused = fuse_graphs(substep.name, rhs, make_updates(substep, destinations, stored, region), dropped);
  // These arrays are set to zero, and the kernel stores them in another region only.
  ir::GraphBuilder zeros(substep.name, kernel.dimension, kernel.real);
  bool has_zeros = false;
  for (auto const& array : needed_arrays(substep, substep.zeros))
    if (!stored.contains(array)) zeros.store(array, immediate(zeros, substep.kernel.real, 0), region), has_zeros = true;
  return has_zeros ? fuse_graphs(substep.name, fused, zeros.finish()) : fused;
}

/// Returns the updates at the points where the kernel stores nothing.
Graph make_remainder(Substep const& substep, Destinations const& destinations) {
  Graph const updates = make_updates(substep, destinations, {}, Region::everywhere);
  auto const needed = needed_arrays(substep, substep.zeros);
  if (needed.empty()) return updates;
  ir::GraphBuilder zeros(substep.name, updates.dimension, updates.real);
  for (auto const& array : needed) zeros.store(array, immediate(zeros, substep.kernel.real, 0), Region::everywhere);
  return fuse_graphs(substep.name, updates, zeros.finish());
}

void check_kernel(Substep const& substep) {
  if (!substep.kernel.element_types.empty())
    reject("Some arrays of the kernel have another precision than its arithmetic.");
  auto const regions = stored_regions(substep.kernel);
  if (regions.size() > 1 && base::contains(regions, Region::everywhere))
    reject("The kernel stores the region `everywhere` and another region; it must store only one of these.");
  for (auto const& parameter : substep.kernel.parameters) {
    if (parameter.name == inside_lower || parameter.name == inside_upper)
      reject(fmt::format("Parameter {} of the kernel has the name of a bound of the fused kernel.", parameter.name));
    for (std::size_t n = 0; n < substep.updates.size(); ++n)
      for (std::size_t k = 0; k <= substep.updates[n].sources.size(); ++k)
        if (parameter.name == scale_name(n) || parameter.name == factor_name(n, k))
          reject(fmt::format("Parameter {} of the kernel has the name of a coefficient of an update.", parameter.name));
  }
}

/// Reports an array that one graph reads at displaced points and any graph stores. The result would depend on the order
/// of the graphs or of the points.
void check_order(FusedSubstep const& fused) {
  std::set<std::string> stored(fused.remainder.outputs.begin(), fused.remainder.outputs.end());
  for (auto const& graph : fused.regions) stored.insert(graph.outputs.begin(), graph.outputs.end());
  for (auto const& graph : fused.regions)
    for (auto const& name : displaced_inputs(graph))
      if (stored.contains(name))
        reject(fmt::format("The kernel reads {} at displaced points and also stores it.", name));
}

} // namespace

std::string scale_name(std::size_t n) { return fmt::format("update{}_scale", n); }
std::string factor_name(std::size_t n, std::size_t source) { return fmt::format("update{}_factor{}", n, source); }

Graph propagate_copies(Substep const& substep) {
  for (auto const& [target, source] : substep.copies)
    for (auto const& output : substep.kernel.outputs)
      if (output == target || output == source)
        reject(fmt::format("The kernel stores {}, which is the {} of a copy before it.", output,
                           output == target ? "target" : "source"));
  Graph kernel = rename_arrays(substep.kernel, [&](std::string const& name) {
    auto const copy = substep.copies.find(name);
    return copy == substep.copies.end() ? name : copy->second;
  });
  for (auto const& input : kernel.inputs)
    if (substep.zeros.contains(input)) reject(fmt::format("The kernel reads {}, which is set to 0 before it.", input));
  return kernel;
}

bool can_cover_whole_rows(Substep const& substep, Graph const& kernel) {
  auto const outputs = outputs_of(kernel);
  return stored_regions(kernel) == std::vector{Region::interior} &&
         std::includes(substep.zeros.begin(), substep.zeros.end(), outputs.begin(), outputs.end());
}

FusedSubstep fuse_updates(Substep const& substep) {
  check_kernel(substep);
  Graph const kernel = propagate_copies(substep);
  auto preserved = displaced_inputs(kernel);
  preserved.insert(substep.read_later.begin(), substep.read_later.end());
  Destinations const destinations = find_destinations(substep, preserved);

  FusedSubstep fused;
  for (Region const region : stored_regions(kernel))
    fused.regions.push_back(fuse_region(substep, kernel, destinations, region));
  fused.covers_whole_rows = can_cover_whole_rows(substep, kernel);
  fused.remainder = make_remainder(substep, destinations);
  check_order(fused);
  for (auto const& [target, destination] : destinations) {
    fused.written.insert(target);
    if (destination != target) fused.swaps.push_back({target, destination});
  }
  auto const needed_zeros = needed_arrays(substep, substep.zeros), needed = needed_arrays(substep, outputs_of(kernel));
  fused.written.insert(needed_zeros.begin(), needed_zeros.end());
  for (auto const& store : kernel.stores)
    if (needed.contains(store.variable) && !fused.written.contains(store.variable))
      fused.written_regions.push_back({store.variable, store.region});
  for (auto const& names : {outputs_of(kernel), substep.zeros})
    for (auto const& name : names)
      if (!needed.contains(name) && !fused.written.contains(name)) fused.not_stored.insert(name);
  return fused;
}

} // namespace chemora::passes
