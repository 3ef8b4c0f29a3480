#include "kernels/recursions/result_value.hpp"

#include "codegen/recursion/wide_operations.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursions {

using ir::ExpressionKind;
using recursion::WideNumber;

ResultExpression::ResultExpression(recursion::System const& system, recursion::Inputs const& inputs,
                                   std::vector<std::string> const& parameters)
    : is_probability_(system.result->type == recursion::ValueType::probability),
      root_(node(system.result->value, system, inputs, parameters)) {}

ResultExpression::Node ResultExpression::node(ir::ExpressionPtr const& e, recursion::System const& system,
                                              recursion::Inputs const& inputs,
                                              std::vector<std::string> const& parameters) const {
  Node result;
  if (e->kind == ExpressionKind::number) {
    result.number = static_cast<long double>(e->number);
  } else if (e->kind == ExpressionKind::operation) {
    result.kind = Kind::operation;
    result.op = e->op;
    for (ir::ExpressionPtr const& operand : e->operands)
      result.operands.push_back(node(operand, system, inputs, parameters));
  } else if (e->kind == ExpressionKind::name) {
    auto const& tables = system.result->tables;
    auto const table = std::ranges::find(tables, e->name, &recursion::TableValue::name);
    auto const length = std::ranges::find_if(parameters, [&](auto const& each) { return e->name == "length_" + each; });
    result.kind = table != tables.end() ? Kind::table : length != parameters.end() ? Kind::length : Kind::number;
    if (result.kind == Kind::table)
      result.position = static_cast<std::size_t>(table - tables.begin());
    else if (result.kind == Kind::length)
      result.position = static_cast<std::size_t>(length - parameters.begin());
    else if (inputs.sizes.contains(e->name))
      result.number = static_cast<long double>(inputs.sizes.at(e->name));
    else
      result.number = static_cast<long double>(inputs.scalars.at(e->name));
  } else {
    throw base::InternalError(fmt::format("a result contains `{}`", ir::to_text(e)));
  }
  return result;
}

WideNumber ResultExpression::evaluate(Node const& node, std::span<WideNumber const> tables, Lengths lengths) {
  switch (node.kind) {
  case Kind::number:
    return node.number;
  case Kind::table:
    return tables[node.position];
  case Kind::length:
    return static_cast<long double>(lengths[node.position]);
  case Kind::operation:
    break;
  }
  WideNumber const first = evaluate(node.operands[0], tables, lengths);
  if (node.op == ir::Op::select) return evaluate(node.operands[first.mantissa != 0 ? 1 : 2], tables, lengths);
  if (node.operands.size() == 1) return recursion::unary(node.op, first);
  return recursion::binary(node.op, first, evaluate(node.operands[1], tables, lengths));
}

double ResultExpression::value(std::span<WideNumber const> tables, Lengths lengths) const {
  WideNumber const number = evaluate(root_, tables, lengths);
  return static_cast<double>((is_probability_ ? logarithm(number) : number).value());
}

} // namespace chemora::recursions
