// Finds a place for every new value, then joins the kernel with the sums, region by region.
#include "codegen/passes/join_updates.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/passes/eliminate_common_subexpressions.hpp"
#include "codegen/passes/join.hpp"
#include "codegen/passes/keep_region.hpp"
#include "codegen/passes/rewrite.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace chemora::passes {

namespace {

using ir::Graph;
using ir::Region;
using ir::ValueId;

[[noreturn]] void refuse(std::string const& reason) { throw base::UserError(reason); }

std::set<std::string> outputs_of(Graph const& graph) { return {graph.outputs.begin(), graph.outputs.end()}; }

/// Arrays read at other points than the one at hand.
std::set<std::string> displaced(Graph const& graph) {
  std::set<std::string> names;
  for (auto const& [name, reach] : ir::stencils(graph))
    if (reach != ir::Reach{}) names.insert(name);
  return names;
}

/// Where the new values of an array are stored.
using Rooms = std::map<std::string, std::string>;

Rooms find_rooms(Step const& step, std::set<std::string> const& is_read) {
  std::set<std::string> targets, taken;
  for (auto const& update : step.updates) targets.insert(update.target);
  Rooms rooms;
  auto const is_free = [&](std::string const& room, std::string const& target) {
    return !is_read.contains(room) && !targets.contains(room) && !taken.contains(room) && step.may_swap(target, room);
  };
  auto const find = [&](Update const& update) {
    std::set<std::string> const sources(update.sources.begin(), update.sources.end());
    auto best = step.unneeded.end();
    for (auto room = step.unneeded.begin(); room != step.unneeded.end(); ++room)
      if (is_free(*room, update.target) && (best == step.unneeded.end() || sources.contains(*room)))
        if (best = room; sources.contains(*room)) break;
    return best;
  };
  for (auto const& update : step.updates) {
    if (rooms.contains(update.target)) continue;
    if (!is_read.contains(update.target)) {
      rooms[update.target] = update.target;
      continue;
    }
    auto const room = find(update);
    if (room == step.unneeded.end())
      refuse(fmt::format("Neighbours still read {} when its new value is there, and no array is free for that.",
                         update.target));
    rooms[update.target] = *room;
    taken.insert(*room);
  }
  return rooms;
}

/// Those of all sums.
Rooms rooms_beside(Step const& step, Graph const& kernel) {
  auto is_read = displaced(kernel);
  is_read.insert(step.read_late.begin(), step.read_late.end());
  return find_rooms(step, is_read);
}

/// The sums as a graph that stores `region`. What is set to zero and not computed there enters as 0.
Graph sums(Step const& step, Rooms const& rooms, std::set<std::string> const& computed, Region region) {
  ir::GraphBuilder builder(step.name, step.kernel.dimension, step.kernel.real);
  std::map<std::string, ValueId> values;
  auto const value = [&](std::string const& array) {
    if (auto const known = values.find(array); known != values.end()) return known->second;
    auto const copy = step.copies.find(array);
    bool const is_zero = step.zeros.contains(array) && !computed.contains(array);
    return is_zero ? immediate(builder, step.kernel.real, 0)
                   : builder.load(copy == step.copies.end() ? array : copy->second);
  };
  for (std::size_t n = 0; n < step.updates.size(); ++n) {
    Update const& update = step.updates[n];
    ValueId sum = -1;
    auto const add = [&](std::string const& parameter, std::string const& array) {
      ValueId const factor = builder.parameter(parameter, step.kernel.real);
      ValueId const term = builder.apply(ir::Op::multiply, {factor, value(array)});
      sum = sum < 0 ? term : builder.apply(ir::Op::add, {sum, term});
    };
    if (update.keeps_target) add(scale_name(n), update.target);
    for (std::size_t k = 0; k < update.sources.size(); ++k) add(factor_name(n, k), update.sources[k]);
    values[update.target] = sum < 0 ? immediate(builder, step.kernel.real, 0) : sum;
  }
  for (auto const& [target, room] : rooms) builder.store(room, values.at(target), region);
  return builder.finish();
}

/// What the kernel stores or is set to zero, and somebody needs.
std::set<std::string> needed(Step const& step, std::set<std::string> const& stored) {
  std::set<std::string> kept = stored;
  for (auto const& array : step.unneeded) kept.erase(array);
  for (auto const& update : step.updates) kept.erase(update.target);
  return kept;
}

/// What is computed beyond the bounds along x becomes 0.
Graph zero_outside(Graph const& graph) {
  ir::GraphBuilder builder(graph);
  std::vector<ValueId> now(graph.values.size());
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value value = graph.values[id];
    for (ValueId& operand : value.operands) operand = now[static_cast<std::size_t>(operand)];
    now[id] = builder.add(std::move(value));
  }
  ValueId const at = builder.leaf(ir::Op::index, 0);
  auto const bound = [&](char const* name) { return builder.parameter(name, ir::Type::int32); };
  ValueId const is_inside =
      builder.apply(ir::Op::logical_and, {builder.apply(ir::Op::less_equal, {bound(inside_lower), at}),
                                          builder.apply(ir::Op::less, {at, bound(inside_upper)})});
  ValueId const zero = immediate(builder, graph.real, 0);
  for (ir::Store const& store : graph.stores)
    builder.store(store.variable,
                  builder.apply(ir::Op::select, {is_inside, now[static_cast<std::size_t>(store.value)], zero}),
                  store.region);
  return builder.finish();
}

Graph join_region(Step const& step, Graph const& kernel, Rooms const& rooms, Region region) {
  Graph const only = keep_region(kernel, region);
  Graph const part = can_take_whole_rows(step, kernel) ? zero_outside(only) : only;
  auto const stored = outputs_of(part), kept = needed(step, stored);
  std::set<std::string> dropped;
  std::set_difference(stored.begin(), stored.end(), kept.begin(), kept.end(), std::inserter(dropped, dropped.end()));
  Graph joined = join(step.name, part, sums(step, rooms, stored, region), dropped);
  // Set to zero, stored by the kernel in another region only.
  ir::GraphBuilder zeros(step.name, kernel.dimension, kernel.real);
  bool has_zeros = false;
  for (auto const& array : needed(step, step.zeros))
    if (!stored.contains(array)) zeros.store(array, immediate(zeros, step.kernel.real, 0), region), has_zeros = true;
  return has_zeros ? join(step.name, joined, zeros.finish()) : joined;
}

/// Of values that those stores need for which `is_kept` holds.
std::set<std::string> loaded_for(Graph const& graph, std::function<bool(ir::Store const&)> const& is_kept) {
  std::vector<bool> is_live(graph.values.size());
  for (ir::Store const& store : graph.stores)
    if (is_kept(store)) is_live[static_cast<std::size_t>(store.value)] = true;
  std::set<std::string> loaded;
  for (std::size_t id = graph.values.size(); id-- > 0;) {
    if (!is_live[id]) continue;
    for (ValueId operand : graph.values[id].operands) is_live[static_cast<std::size_t>(operand)] = true;
    if (graph.values[id].op == ir::Op::load) loaded.insert(graph.values[id].name);
  }
  return loaded;
}

TouchedArrays touched_in_region(Step const& step, Graph const& kernel, Rooms const& rooms, Region region) {
  std::set<std::string> stored;
  for (ir::Store const& store : kernel.stores)
    if (store.region == region) stored.insert(store.variable);
  auto const kept = needed(step, stored);
  auto const taken = loaded_for(sums(step, rooms, stored, region), [](auto const&) { return true; });
  auto inputs = loaded_for(kernel, [&](ir::Store const& store) {
    return store.region == region && (kept.contains(store.variable) || taken.contains(store.variable));
  });
  std::set_difference(taken.begin(), taken.end(), stored.begin(), stored.end(), std::inserter(inputs, inputs.end()));
  auto outputs = needed(step, step.zeros);
  outputs.insert(kept.begin(), kept.end());
  for (auto const& [target, room] : rooms) outputs.insert(room);
  return {inputs, outputs};
}

Graph rest_of(Step const& step, Rooms const& rooms) {
  Graph const rest = sums(step, rooms, {}, Region::everywhere);
  ir::GraphBuilder zeros(step.name, rest.dimension, rest.real);
  auto const kept = needed(step, step.zeros);
  if (kept.empty()) return rest;
  for (auto const& array : kept) zeros.store(array, immediate(zeros, step.kernel.real, 0), Region::everywhere);
  return join(step.name, rest, zeros.finish());
}

void check_kernel(Step const& step) {
  auto const all = regions(step.kernel);
  if (all.size() > 1 && std::find(all.begin(), all.end(), Region::everywhere) != all.end())
    refuse("The kernel stores everywhere and other regions, too.");
  for (auto const& parameter : step.kernel.parameters) {
    if (parameter.name == inside_lower || parameter.name == inside_upper)
      refuse(fmt::format("Parameter {} of the kernel has the name of a bound.", parameter.name));
    for (std::size_t n = 0; n < step.updates.size(); ++n)
      for (std::size_t k = 0; k <= step.updates[n].sources.size(); ++k)
        if (parameter.name == scale_name(n) || parameter.name == factor_name(n, k))
          refuse(fmt::format("Parameter {} of the kernel has the name of a factor.", parameter.name));
  }
}

/// No graph may read at other points what any of them stores: their order, and that of points, must not matter.
void check_order(JoinedStep const& joined) {
  std::set<std::string> stored(joined.rest.outputs.begin(), joined.rest.outputs.end());
  for (auto const& graph : joined.regions) stored.insert(graph.outputs.begin(), graph.outputs.end());
  for (auto const& graph : joined.regions)
    for (auto const& name : displaced(graph))
      if (stored.contains(name)) refuse(fmt::format("The kernel reads {} at points where it is stored anew.", name));
}

} // namespace

std::string scale_name(std::size_t n) { return fmt::format("update{}_scale", n); }
std::string factor_name(std::size_t n, std::size_t source) { return fmt::format("update{}_factor{}", n, source); }

// Nothing is built anew unless two arrays become one: then values may become equal, too.
Graph rename_arrays(Graph const& graph, std::function<std::string(std::string const&)> const& name_of) {
  Graph renamed = graph;
  std::map<std::string, std::string> names;
  for (auto* arrays : {&renamed.inputs, &renamed.outputs})
    for (auto& array : *arrays) array = names[array] = name_of(array);
  for (auto& value : renamed.values)
    if (value.op == ir::Op::load) value.name = names.at(value.name);
  for (auto& store : renamed.stores) store.variable = names.at(store.variable);
  std::sort(renamed.inputs.begin(), renamed.inputs.end());
  bool const are_fewer = std::adjacent_find(renamed.inputs.begin(), renamed.inputs.end()) != renamed.inputs.end();
  return are_fewer ? eliminate_common_subexpressions(renamed) : renamed;
}

Graph without_copies(Step const& step) {
  for (auto const& [target, source] : step.copies)
    for (auto const& output : step.kernel.outputs)
      if (output == target || output == source)
        refuse(fmt::format("The kernel stores {}, which is {} before.", output, output == target ? "copied" : "read"));
  Graph kernel = rename_arrays(step.kernel, [&](std::string const& name) {
    auto const copy = step.copies.find(name);
    return copy == step.copies.end() ? name : copy->second;
  });
  for (auto const& input : kernel.inputs)
    if (step.zeros.contains(input)) refuse(fmt::format("The kernel reads {}, which is set to zero before.", input));
  return kernel;
}

bool can_take_whole_rows(Step const& step, Graph const& kernel) {
  auto const outputs = outputs_of(kernel);
  return regions(kernel) == std::vector{Region::interior} &&
         std::includes(step.zeros.begin(), step.zeros.end(), outputs.begin(), outputs.end());
}

std::vector<TouchedArrays> touched_by_joined(Step const& step) {
  check_kernel(step);
  Graph const kernel = without_copies(step);
  Rooms const rooms = rooms_beside(step, kernel);
  std::vector<TouchedArrays> touched;
  for (Region const region : regions(kernel)) touched.push_back(touched_in_region(step, kernel, rooms, region));
  return touched;
}

JoinedStep join_updates(Step const& step) {
  check_kernel(step);
  Graph const kernel = without_copies(step);
  Rooms const rooms = rooms_beside(step, kernel);

  JoinedStep joined;
  for (Region const region : regions(kernel)) joined.regions.push_back(join_region(step, kernel, rooms, region));
  joined.takes_whole_rows = can_take_whole_rows(step, kernel);
  joined.rest = rest_of(step, rooms);
  check_order(joined);
  for (auto const& [target, room] : rooms) {
    joined.written.insert(target);
    if (room != target) joined.swaps.push_back({target, room});
  }
  auto const kept_zeros = needed(step, step.zeros), kept = needed(step, outputs_of(kernel));
  joined.written.insert(kept_zeros.begin(), kept_zeros.end());
  for (auto const& store : kernel.stores)
    if (kept.contains(store.variable) && !joined.written.contains(store.variable))
      joined.written_in_part.push_back({store.variable, store.region});
  for (auto const& names : {outputs_of(kernel), step.zeros})
    for (auto const& name : names)
      if (!kept.contains(name) && !joined.written.contains(name)) joined.unstored.insert(name);
  return joined;
}

} // namespace chemora::passes
