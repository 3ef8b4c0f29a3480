/// Calls of functions, and their arguments.
#include "codegen/recursion/typed_expressions.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <array>

namespace chemora::recursion {

namespace {

using ir::ExpressionPtr;
using ir::Op;

} // namespace

bool are_compatible(std::string const& left, std::string const& right) {
  return left == right || left == "*" || right == "*";
}

Typed ExpressionTyper::call_of_wrong_function(syntax::Node const& node) {
  for (syntax::NodePtr const& argument : node.operands) typed(argument);
  return {};
}

Typed ExpressionTyper::any_call(syntax::Node const& node) {
  if (declarations_.wrong_functions.contains(node.text)) return call_of_wrong_function(node);
  auto const callee = declarations_.signatures.find(node.text);
  if (callee != declarations_.signatures.end()) return call(node, callee->second);
  if (node.text == "length") return length(node);
  if (node.text == "min" || node.text == "max") return extremum(node);
  static std::array<std::string_view, 5> const functions{"float", "log", "exp", "sqrt", "abs"};
  if (base::contains(functions, node.text)) return real_function(node);
  std::vector<std::string> known(functions.begin(), functions.end());
  known.emplace_back("length");
  for (auto const& [name, signature] : declarations_.signatures) known.push_back(name);
  std::string const nearest = base::did_you_mean(node.text, known);
  return error(node.where,
               fmt::format("There is no function `{}`.{}", node.text,
                           nearest.empty() ? " Besides the functions of the file, there are abs, exp, float, "
                                             "length, log, max, min, sqrt and sum."
                                           : nearest));
}

Typed ExpressionTyper::length(syntax::Node const& node) {
  if (node.operands.size() != 1) return error(node.where, "`length` has one argument, a sequence or a profile.");
  Typed const of = typed(node.operands[0]);
  if (of.kind == Kind::unknown) return of;
  if (of.kind != Kind::sequence && of.kind != Kind::profile)
    return error(node.where, fmt::format("`length` needs a sequence or a profile; found {}.", to_text(of.kind)));
  return {size("length_" + of.of), Kind::integer};
}

Typed ExpressionTyper::extremum(syntax::Node const& node) {
  if (node.operands.size() < 2)
    return error(node.where,
                 fmt::format("`{}` needs at least two arguments, or a range, as in `{}(k in 0 .. n: f(k))`.", node.text,
                             node.text));
  Typed result = typed(node.operands[0]);
  for (std::size_t n = 1; n < node.operands.size(); ++n) {
    Typed const next = typed(node.operands[n]);
    if (result.kind == Kind::unknown || next.kind == Kind::unknown) return {};
    result = arithmetic(node, result, next);
  }
  return result;
}

Typed ExpressionTyper::real_function(syntax::Node const& node) {
  static std::map<std::string, Op> const operations{
      {"log", Op::log}, {"exp", Op::exp}, {"sqrt", Op::sqrt}, {"abs", Op::absolute}};
  if (node.operands.size() != 1)
    return error(node.where, fmt::format("`{}` has one argument; found {}.", node.text, node.operands.size()));
  Typed operand = typed(node.operands[0]);
  if (operand.kind == Kind::unknown) return operand;
  bool const accepts = operand.kind == Kind::integer || operand.kind == Kind::real ||
                       (node.text == "log" && operand.kind == Kind::probability);
  if (!accepts)
    return error(node.where, fmt::format("`{}` cannot have an argument of type {}.", node.text, to_text(operand.kind)));
  if (node.text == "abs") return {ir::make_operation(Op::absolute, {operand.value}), operand.kind};
  if (node.text == "log" && operand.kind == Kind::probability && !signature_.is_result())
    return error(node.where, "The logarithm of a probability is only possible in a function without recursive "
                             "parameters, which computes a result.");
  operand = converted(operand, Kind::real);
  if (node.text == "float") return operand;
  return {ir::make_operation(operations.at(node.text), {operand.value}), Kind::real};
}

std::optional<ir::LinearExpression> ExpressionTyper::linear(syntax::NodePtr const& node, std::string const& what) {
  Typed const value = typed(node);
  if (value.kind == Kind::unknown) return std::nullopt;
  std::optional<ir::LinearExpression> const result =
      value.kind == Kind::integer ? ir::as_linear(value.value) : std::nullopt;
  if (!result) {
    error(node->where, fmt::format("{} must be a sum of integer multiples of parameters, variables and sizes{}.", what,
                                   value.kind == Kind::integer ? "" : fmt::format("; found {}", to_text(value.kind))));
    return std::nullopt;
  }
  for (auto const& [name, factor] : result->factors)
    if (declarations_.find_scalar(name) && !signature_.find_dimension(name)) {
      error(node->where,
            fmt::format("{} must not depend on the scalar `{}`, which may be changed for each run.", what, name));
      return std::nullopt;
    }
  return result;
}

std::optional<std::vector<ExpressionPtr>> ExpressionTyper::arguments(syntax::Node const& node,
                                                                     Signature const& callee) {
  std::size_t const n_expected = callee.dimensions.size();
  for (CallingParameter const& parameter : callee.calling) {
    CallingParameter const* const own = signature_.find_calling(parameter.name);
    if (own && own->kind == parameter.kind && are_compatible(own->alphabet, parameter.alphabet)) continue;
    error(node.where, fmt::format("`{}` needs the parameter `{}` of type {}, which `{}` {}. Calls pass only recursive "
                                  "arguments; all other parameters have the same names and types in both functions.",
                                  callee.name, parameter.name, to_text(parameter.kind), signature_.name,
                                  own ? "has with another type" : "does not have"));
    return std::nullopt;
  }
  if (node.operands.size() != n_expected) {
    std::string const names = base::join(callee.dimensions, ", ", [](auto const& d) { return d.name; });
    error(node.where, fmt::format("The call `{}` has {} arguments; expected {}: `{}({})`. Calls pass only recursive "
                                  "arguments.",
                                  node.source, node.operands.size(), n_expected, callee.name, names));
    return std::nullopt;
  }
  std::vector<ExpressionPtr> values;
  for (std::size_t n = 0; n < n_expected; ++n) {
    Dimension const& dimension = callee.dimensions[n];
    std::string const what = fmt::format("The argument `{}` of the call `{}`", dimension.name, node.source);
    if (dimension.kind == DimensionKind::state) {
      Typed const state = typed(node.operands[n]);
      if (state.kind != Kind::unknown && (state.kind != Kind::state || state.of != dimension.of))
        error(node.operands[n]->where,
              fmt::format("{} must be a state of `{}`; found {}.", what, dimension.of, to_text(state.kind)));
      else if (state.kind == Kind::state)
        values.push_back(state.value);
    } else if (std::optional<ir::LinearExpression> const value = linear(node.operands[n], what)) {
      values.push_back(ir::make_linear(*value));
    }
  }
  if (values.size() != n_expected) return std::nullopt;
  return values;
}

Typed ExpressionTyper::call(syntax::Node const& node, Signature const& callee) {
  if (callee.is_result())
    return error(node.where, fmt::format("`{}` has no recursive parameters; only other functions without recursive "
                                         "parameters can use its value.",
                                         callee.name));
  std::optional<std::vector<ExpressionPtr>> const values = arguments(node, callee);
  if (!values) return {};
  lowered_.callees.insert(callee.name);
  ExpressionPtr const element = ir::make_element(ir_type(callee.type), callee.name, *values);
  lowered_.function.call_sites.push_back({element, node.source, node.where});
  return {element, kind_of(callee.type)};
}

} // namespace chemora::recursion
