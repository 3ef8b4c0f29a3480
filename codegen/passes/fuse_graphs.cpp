/// Fuses two graphs on the same points: copies the values of both graphs, and replaces loads in the second graph by
/// values that the first graph stores.
#include "codegen/passes/fusion.hpp"

#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace chemora::passes {

namespace {

using ir::Graph;
using ir::Op;
using ir::ValueId;

/// Returns a graph without values that has the declarations of both graphs. Contradictory declarations are added to
/// `diagnostics`.
Graph fuse_declarations(std::string const& name, Graph const& first, Graph const& second,
                        base::Diagnostics& diagnostics) {
  auto const report = [&](std::string const& reason) {
    diagnostics.error({}, fmt::format("`{}` and `{}` cannot be fused: {}.", first.name, second.name, reason));
  };
  Graph fused;
  fused.name = name;
  fused.dimension = first.dimension;
  fused.real = first.real;
  if (first.dimension != second.dimension)
    report(fmt::format("the first has {} dimensions, the second has {}", first.dimension, second.dimension));
  if (first.real != second.real)
    report(fmt::format("the first has elements of type {}, the second of type {}", to_text(first.real),
                       to_text(second.real)));
  if (!first.element_types.empty() || !second.element_types.empty())
    report("a kernel with arrays of another precision than its arithmetic remains separate");
  if (stored_regions(first).size() != 1 || stored_regions(first) != stored_regions(second))
    report("they must store exactly one region, the same one");
  fused.guards = first.guards;
  for (ir::Guard const& guard : second.guards)
    if (!base::contains(fused.guards, guard)) fused.guards.push_back(guard);
  std::map<std::string, ir::Parameter> parameters;
  for (Graph const* graph : {&first, &second})
    for (ir::Parameter const& parameter : graph->parameters)
      if (parameters.emplace(parameter.name, parameter).first->second != parameter)
        report(fmt::format("parameter `{}` has two different declarations", parameter.name));
  for (auto const& [_, parameter] : parameters) fused.parameters.push_back(parameter);
  return fused;
}

void check_displacements(Graph const& first, Graph const& second, base::Diagnostics& diagnostics) {
  for (auto const& [variable, reach] : ir::stencils(second))
    if (base::contains(first.outputs, variable) && reach != ir::Reach{})
      diagnostics.error({}, fmt::format("`{}` and `{}` cannot be fused: the second reads `{}`, an output of the first, "
                                        "at displaced points.",
                                        first.name, second.name, variable));
}

} // namespace

Graph fuse_graphs(std::string const& name, Graph const& first, Graph const& second,
                  std::set<std::string> const& unneeded) {
  base::Diagnostics diagnostics;
  Graph const declarations = fuse_declarations(name, first, second, diagnostics);
  check_displacements(first, second, diagnostics);
  for (std::string const& variable : unneeded)
    if (!base::contains(first.outputs, variable))
      diagnostics.error({},
                        fmt::format("`{}` is listed as unneeded, but `{}` does not store it.", variable, first.name));
  diagnostics.throw_if_errors();

  ir::GraphBuilder builder(declarations);
  auto const first_ids = copy_values(builder, first);
  std::map<std::string, ValueId> computed;
  for (ir::Store const& store : first.stores) computed[store.variable] = first_ids[store.value];
  auto const second_ids = copy_values(builder, second, computed);
  for (ir::Store const& store : first.stores)
    if (!unneeded.contains(store.variable) && !base::contains(second.outputs, store.variable))
      builder.store(store.variable, computed.at(store.variable), store.region);
  for (ir::Store const& store : second.stores) builder.store(store.variable, second_ids[store.value], store.region);
  return eliminate_dead_values(builder.finish());
}

Graph rename_arrays(Graph const& graph, std::function<std::string(std::string const&)> const& name_of) {
  Graph renamed = graph;
  std::map<std::string, std::string> names;
  for (auto* arrays : {&renamed.inputs, &renamed.outputs})
    for (auto& array : *arrays) array = names[array] = name_of(array);
  for (auto& value : renamed.values)
    if (value.op == Op::load) value.name = names.at(value.name);
  for (auto& store : renamed.stores) store.variable = names.at(store.variable);
  renamed.element_types.clear();
  for (auto const& [array, type] : graph.element_types) renamed.element_types[names.at(array)] = type;
  std::sort(renamed.inputs.begin(), renamed.inputs.end());
  bool const has_equal_names = std::adjacent_find(renamed.inputs.begin(), renamed.inputs.end()) != renamed.inputs.end();
  return has_equal_names ? eliminate_common_subexpressions(renamed) : renamed;
}

} // namespace chemora::passes
