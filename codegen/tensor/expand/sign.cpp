/// Determines the signs of expressions, from which the side of upwind derivatives follows.
#include "codegen/tensor/expand/expand.hpp"

#include "codegen/ir/operation.hpp"

#include <algorithm>

namespace chemora::tensor {

namespace {

/// Returns 1 if all admissible values of the parameter are 0 or more, -1 if all are 0 or less, and 0 otherwise.
int sign_of(Parameter const& parameter) {
  bool const is_number = parameter.type == ValueType::real || parameter.type == ValueType::integer;
  if (!is_number || parameter.ranges.empty()) return 0;
  auto const holds_for_all = [&](auto fits) {
    return std::all_of(parameter.ranges.begin(), parameter.ranges.end(), fits);
  };
  if (holds_for_all([](Range const& range) { return range.low.value_or(-1) >= 0; })) return 1;
  return holds_for_all([](Range const& range) { return range.high.value_or(1) <= 0; }) ? -1 : 0;
}

} // namespace

bool is_apply(Expression const& expression, std::string_view name) {
  return expression.kind == Kind::apply && expression.name == name;
}

bool is_whole(Expression const& expression) { return is_number(expression) && expression.number.is_integer(); }

bool is_even(Expression const& expression) { return is_whole(expression) && expression.number.numerator % 2 == 0; }

void Product::add_unknown(Expression const& factor) {
  auto const equal = std::find(unknown.begin(), unknown.end(), factor);
  if (equal == unknown.end())
    unknown.push_back(factor);
  else
    unknown.erase(equal);
}

void Signs::multiply(Product& product, Expression const& factor) {
  if (Expression const* const original = renamed_value(factor)) {
    multiply(product, *original);
  } else if (is_apply(factor, "neg")) {
    product.is_negative = !product.is_negative;
    multiply(product, factor.operands[0]);
  } else if (is_apply(factor, "*") || is_apply(factor, "/")) {
    for (Expression const& operand : factor.operands) multiply(product, operand);
  } else if (is_apply(factor, "**") && is_whole(factor.operands[1]) && !is_even(factor.operands[1])) {
    multiply(product, factor.operands[0]);
  } else if (int const sign = sign_of_factor(factor); sign == 0) {
    product.add_unknown(factor);
  } else if (sign < 0) {
    product.is_negative = !product.is_negative;
  }
}

int Signs::sign(Expression const& expression) {
  Product product;
  multiply(product, expression);
  return !product.unknown.empty() ? 0 : product.is_negative ? -1 : 1;
}

Expression const* Signs::renamed_value(Expression const& expression) const {
  auto const value = expression.kind == Kind::temporary ? values_.find(expression.name) : values_.end();
  if (value == values_.end()) return nullptr;
  Expression const* part = &value->second;
  if (is_apply(*part, "*") && part->operands[0].kind == Kind::number) part = &part->operands[1];
  if (is_apply(*part, "neg")) part = &part->operands[0];
  return part->kind == Kind::variable || part->kind == Kind::temporary ? &value->second : nullptr;
}

int Signs::sign_of_factor(Expression const& expression) {
  switch (expression.kind) {
  case Kind::number:
    return expression.number.value < 0 ? -1 : 1;
  case Kind::parameter:
    return sign_of(system_.parameter(expression.name));
  case Kind::spacing:
  case Kind::time_step:
    return 1;
  case Kind::temporary:
    return sign_of_temporary(expression.name);
  case Kind::apply:
    return sign_of_apply(expression);
  default:
    return 0;
  }
}

int Signs::sign_of_temporary(std::string const& name) {
  auto const value = values_.find(name);
  if (value == values_.end()) return 0;
  auto const [cached, is_new] = known_.emplace(name, 0);
  if (is_new) cached->second = sign(value->second);
  return cached->second;
}

int Signs::sign_of_apply(Expression const& expression) {
  std::string const& name = expression.name;
  ir::OpInfo const* const row = ir::find_edl_operation(name);
  if (row != nullptr && row->sign == ir::SignRule::never_negative) return 1;
  if (row != nullptr && row->sign == ir::SignRule::sign_of_operand) return sign(expression.operands[0]);
  // multiply() treats odd integer exponents as products. A fractional power of a negative number is NaN.
  if (name == "**") return is_number(expression.operands[1]) || sign(expression.operands[0]) > 0 ? 1 : 0;
  bool const is_choice = name == "if";
  if (!is_choice && name != "+" && name != "min" && name != "max") return 0;
  int const first = sign(expression.operands[is_choice ? 1 : 0]), second = sign(expression.operands[is_choice ? 2 : 1]);
  if (name == "max" && (first > 0 || second > 0)) return 1;
  if (name == "min" && (first < 0 || second < 0)) return -1;
  return first == second ? first : 0;
}

} // namespace chemora::tensor
