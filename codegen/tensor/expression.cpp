// Expressions as text.
#include "codegen/tensor/expression.hpp"

#include <cctype>

namespace chemora::tensor {

namespace {

std::string join(std::vector<Expression> const& expressions, std::string const& separator) {
  std::string text;
  for (Expression const& expression : expressions) text += (text.empty() ? "" : separator) + to_text(expression);
  return text;
}

std::string applied(Expression const& expression) {
  bool const is_word = std::isalpha(static_cast<unsigned char>(expression.name[0])) != 0;
  bool const is_infix = !is_word || expression.name == "and" || expression.name == "or";
  if (is_infix && expression.operands.size() == 2)
    return "(" + join(expression.operands, " " + expression.name + " ") + ")";
  return expression.name + "(" + join(expression.operands, ", ") + ")";
}

std::string without_sums(Expression const& expression) {
  static char const* const coordinates[] = {"x", "y", "z"};
  switch (expression.kind) {
  case Kind::number:
    return to_text(expression.number);
  case Kind::keyword:
    return expression.name + "#" + to_text(expression.number);
  case Kind::coordinate:
    return coordinates[expression.axis];
  case Kind::spacing:
    return std::string("d") + coordinates[expression.axis];
  case Kind::time:
    return "t";
  case Kind::time_step:
    return "dt";
  case Kind::delta:
    return "delta" + to_text(expression.indices);
  case Kind::epsilon:
    return "Eps" + to_text(expression.indices);
  case Kind::derivative:
    return expression.name + to_text(expression.indices) + "[" + to_text(expression.operands[0]) + "]";
  case Kind::apply:
    return applied(expression);
  case Kind::parameter:
  case Kind::variable:
  case Kind::temporary:
    return expression.name + to_text(expression.indices);
  }
  return {};
}

} // namespace

std::string to_text(ValueType type) {
  switch (type) {
  case ValueType::real:
    return "real";
  case ValueType::integer:
    return "int";
  case ValueType::boolean:
    return "boolean";
  case ValueType::keyword:
    return "keyword";
  }
  return {};
}

Expression make_number(Number const& number) {
  Expression expression;
  expression.number = number;
  return expression;
}

Expression make_apply(std::string name, std::vector<Expression> operands, ValueType type) {
  Expression expression;
  expression.kind = Kind::apply;
  expression.type = type;
  expression.name = std::move(name);
  if (!operands.empty()) expression.where = operands.front().where;
  expression.operands = std::move(operands);
  return expression;
}

std::string to_text(std::vector<Index> const& indices) {
  std::string text;
  for (std::size_t n = 0; n < indices.size(); ++n) {
    if (n == 0 || indices[n].is_upper != indices[n - 1].is_upper) text += indices[n].is_upper ? '^' : '_';
    text += indices[n].is_abstract() ? indices[n].name : std::to_string(indices[n].value);
  }
  return text;
}

std::string to_text(Expression const& expression) {
  if (expression.summed.empty()) return without_sums(expression);
  std::string text = "sum";
  for (std::string const& index : expression.summed) text += " " + index;
  return text + ": " + without_sums(expression);
}

} // namespace chemora::tensor
