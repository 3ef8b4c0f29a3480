#include "codegen/app/statistics.hpp"

#include "codegen/passes/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::app {

namespace {

/// The default values of the parameters, and a grid spacing.
passes::KnownValues defaults(std::vector<tensor::Parameter> const& parameters, ir::Graph const& graph) {
  passes::KnownValues known{.spacing = std::array{0.1, 0.1, 0.1}};
  for (tensor::Parameter const& parameter : parameters) {
    bool const is_read = std::any_of(graph.parameters.begin(), graph.parameters.end(),
                                     [&](auto const& read) { return read.name == parameter.name; });
    if (!is_read) continue;
    auto const words = parameter.keywords();
    auto const word = std::find(words.begin(), words.end(), parameter.default_keyword);
    bool const is_keyword = parameter.type == tensor::ValueType::keyword;
    known.parameters[parameter.name] =
        is_keyword ? static_cast<double>(word - words.begin()) : parameter.default_number;
  }
  return known;
}

std::string shown_name(ir::Graph const& graph) {
  std::string name = graph.name;
  for (ir::Guard const& guard : graph.guards)
    name += fmt::format("{}{} = {}", name == graph.name ? " with " : " and ", guard.name, guard.value);
  return name;
}

} // namespace

std::string statistics(discretisation::DiscreteSystem const& written, discretisation::DiscreteSystem const& compiled) {
  std::string text;
  for (std::size_t k = 0; k < compiled.kernels.size(); ++k)
    for (std::size_t v = 0; v < compiled.kernels[k].variants.size(); ++v) {
      ir::Graph const& graph = compiled.kernels[k].variants[v];
      passes::KnownValues const known = defaults(compiled.components.parameters, graph);
      ir::Graph const equations = passes::substitute_known_values(written.kernels[k].variants[v], known);
      auto const before = ir::count(equations);
      auto const after = ir::count(passes::specialise(graph, known));
      text += fmt::format(
          "{}: {:.0f} operations as trees, {} as written, {} after the passes; reads {} arrays, writes {}\n",
          shown_name(graph), ir::count_without_sharing(equations), before.flops, after.flops, after.loads,
          after.stores);
    }
  return text;
}

} // namespace chemora::app
