// Copies the values of both graphs; loads of what the first one stores become its values.
#include "codegen/passes/join.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "codegen/passes/eliminate_dead_values.hpp"
#include "codegen/passes/keep_region.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace chemora::passes {

namespace {

using ir::Graph;
using ir::Op;
using ir::ValueId;

bool stores(Graph const& graph, std::string const& variable) {
  return std::any_of(graph.stores.begin(), graph.stores.end(),
                     [&](ir::Store const& store) { return store.variable == variable; });
}

/// An empty graph with what both declare. Findings of what contradicts are added to `diagnostics`.
Graph declarations(std::string const& name, Graph const& first, Graph const& second, base::Diagnostics& diagnostics) {
  auto const find = [&](std::string const& what) {
    diagnostics.error({}, fmt::format("`{}` and `{}` cannot be joined: {}.", first.name, second.name, what));
  };
  Graph both;
  both.name = name;
  both.dimension = first.dimension;
  both.real = first.real;
  if (first.dimension != second.dimension)
    find(fmt::format("one has {} dimensions, the other {}", first.dimension, second.dimension));
  if (first.real != second.real)
    find(fmt::format("one is of {}, the other of {}", to_text(first.real), to_text(second.real)));
  if (regions(first).size() != 1 || regions(first) != regions(second))
    find("they do not both store one and the same region");
  both.guards = first.guards;
  for (ir::Guard const& guard : second.guards)
    if (std::find(both.guards.begin(), both.guards.end(), guard) == both.guards.end()) both.guards.push_back(guard);
  std::map<std::string, ir::Parameter> parameters;
  for (Graph const* graph : {&first, &second})
    for (ir::Parameter const& parameter : graph->parameters)
      if (parameters.emplace(parameter.name, parameter).first->second != parameter)
        find(fmt::format("parameter `{}` is declared in two ways", parameter.name));
  for (auto const& [_, parameter] : parameters) both.parameters.push_back(parameter);
  return both;
}

void check_points(Graph const& first, Graph const& second, base::Diagnostics& diagnostics) {
  for (auto const& [variable, reach] : ir::stencils(second))
    if (stores(first, variable) && reach != ir::Reach{})
      diagnostics.error({}, fmt::format("`{}` and `{}` cannot be joined: the second reads `{}`, which the first one "
                                        "computes, at other points than its own.",
                                        first.name, second.name, variable));
}

/// The numbers that the values of `graph` have in `builder`. Loads of `known` variables are the values given.
std::vector<ValueId> copy(ir::GraphBuilder& builder, Graph const& graph, std::map<std::string, ValueId> const& known) {
  std::vector<ValueId> now(graph.values.size());
  for (std::size_t id = 0; id < now.size(); ++id) {
    ir::Value value = graph.values[id];
    for (ValueId& operand : value.operands) operand = now[static_cast<std::size_t>(operand)];
    auto const replacement = value.op == Op::load ? known.find(value.name) : known.end();
    now[id] = replacement != known.end() ? replacement->second : builder.add(std::move(value));
  }
  return now;
}

} // namespace

Graph join(std::string const& name, Graph const& first, Graph const& second, std::set<std::string> const& unneeded) {
  base::Diagnostics diagnostics;
  Graph const both = declarations(name, first, second, diagnostics);
  check_points(first, second, diagnostics);
  for (std::string const& variable : unneeded)
    if (!stores(first, variable))
      diagnostics.error({},
                        fmt::format("`{}` does not store `{}`, which is said to be unneeded.", first.name, variable));
  diagnostics.throw_if_errors();

  ir::GraphBuilder builder(both);
  auto const of_first = copy(builder, first, {});
  std::map<std::string, ValueId> computed;
  for (ir::Store const& store : first.stores)
    computed[store.variable] = of_first[static_cast<std::size_t>(store.value)];
  auto const of_second = copy(builder, second, computed);
  for (ir::Store const& store : first.stores)
    if (!unneeded.contains(store.variable) && !stores(second, store.variable))
      builder.store(store.variable, computed.at(store.variable), store.region);
  for (ir::Store const& store : second.stores)
    builder.store(store.variable, of_second[static_cast<std::size_t>(store.value)], store.region);
  return eliminate_dead_values(builder.finish());
}

} // namespace chemora::passes
