// Picks a graph and changes its element type.
#include "testsuites/performance/benchmark_graph.hpp"

#include "codegen/ir/evaluate.hpp"
#include "framework/base/errors.hpp"

namespace performance {

namespace ir = chemora::ir;

ir::Graph find_graph(std::string const& text, std::string const& name, int order) {
  std::size_t at = text.find("graph ");
  while (at != std::string::npos) {
    std::size_t const next = text.find("\ngraph ", at);
    ir::Graph graph = ir::parse_graph(text.substr(at, next == std::string::npos ? next : next + 1 - at));
    bool const is_variant = graph.guards.empty() || graph.guards.front().value == std::to_string(order);
    if (graph.name == name && is_variant) return graph;
    at = next == std::string::npos ? next : next + 1;
  }
  throw chemora::base::UserError("There is no graph " + name + " for order " + std::to_string(order) +
                                 " on standard input.");
}

ir::Graph with_element_type(ir::Graph graph, ir::Type real) {
  graph.real = real;
  for (ir::Value& value : graph.values)
    if (ir::is_real(value.type)) {
      value.type = real;
      value.number = ir::rounded_to(real, value.number);
    }
  for (ir::Parameter& parameter : graph.parameters)
    if (ir::is_real(parameter.type)) parameter.type = real;
  ir::verify(graph, "change of the element type");
  return graph;
}

ir::Type element_type(std::string const& name) {
  auto const type = ir::find_type(name);
  if (!type || !ir::is_real(*type)) throw chemora::base::UserError("`" + name + "` is neither real64 nor real32.");
  return *type;
}

} // namespace performance
