// Replaces leaves.
#include "codegen/passes/substitute_known_values.hpp"

#include "codegen/ir/evaluate.hpp"
#include "codegen/passes/rewrite.hpp"

namespace chemora::passes {

namespace {

std::optional<double> known_value(ir::Value const& value, KnownValues const& known) {
  using ir::Op;
  auto const axis = static_cast<std::size_t>(value.axis);
  switch (value.op) {
  case Op::parameter: {
    auto const found = known.parameters.find(value.name);
    return found == known.parameters.end() ? std::nullopt : std::optional(found->second);
  }
  case Op::spacing:
    return known.spacing ? std::optional((*known.spacing)[axis]) : std::nullopt;
  case Op::origin:
    return known.origin ? std::optional((*known.origin)[axis]) : std::nullopt;
  case Op::size:
    return known.global_size ? std::optional<double>((*known.global_size)[axis]) : std::nullopt;
  case Op::time_step:
    return known.time_step;
  default:
    return std::nullopt;
  }
}

} // namespace

ir::Graph substitute_known_values(ir::Graph const& graph, KnownValues const& known) {
  return rewrite(graph, [&](ir::GraphBuilder& builder, ir::Value value) {
    if (auto const number = known_value(value, known)) return immediate(builder, value.type, *number);
    return builder.add(std::move(value));
  });
}

} // namespace chemora::passes
