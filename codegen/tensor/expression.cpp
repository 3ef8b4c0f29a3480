#include "codegen/tensor/expression.hpp"

#include "framework/base/text.hpp"

#include <cctype>
#include <cstdlib>
#include <map>

namespace chemora::tensor {

namespace {

std::string join(std::vector<Expression> const& expressions, std::string const& separator) {
  return base::join(expressions, separator, [](Expression const& expression) { return to_text(expression); });
}

std::string applied(Expression const& expression) {
  bool const is_word = std::isalpha(static_cast<unsigned char>(expression.name[0])) != 0;
  bool const is_infix = !is_word || expression.name == "and" || expression.name == "or";
  if (is_infix && expression.operands.size() == 2)
    return "(" + join(expression.operands, " " + expression.name + " ") + ")";
  return expression.name + "(" + join(expression.operands, ", ") + ")";
}

std::string in_parentheses(std::string const& text) { return "(" + text + ")"; }

/// Precedence of the outermost operator. Names and functions bind most strongly.
int precedence(Expression const& expression) {
  static std::map<std::string, int> const table{{"or", 1}, {"and", 2}, {"not", 3}, {"==", 4},  {"!=", 4},
                                                {"<", 4},  {"<=", 4},  {">", 4},   {">=", 4},  {"+", 5},
                                                {"-", 5},  {"*", 6},   {"/", 6},   {"neg", 7}, {"**", 8}};
  constexpr int of_names = 10, of_derivatives = 9;
  if (expression.kind == Kind::derivative) return of_derivatives;
  if (expression.kind == Kind::number) {
    bool const is_fraction = to_text(expression.number).find('/') != std::string::npos;
    return expression.number.value < 0 ? table.at("neg") : is_fraction ? table.at("/") : of_names;
  }
  auto const entry = expression.kind == Kind::apply ? table.find(expression.name) : table.end();
  return entry == table.end() ? of_names : entry->second;
}

/// Returns the text of the operand, in parentheses if its precedence is below `min_precedence`.
std::string operand_text(Expression const& operand, int min_precedence) {
  return precedence(operand) < min_precedence ? in_parentheses(as_written(operand)) : as_written(operand);
}

std::string infix(Expression const& expression) {
  std::string const& name = expression.name;
  int const own = precedence(expression);
  bool const is_power = name == "**", has_blanks = own <= 5;
  std::string const symbol = has_blanks ? " " + name + " " : name;
  return operand_text(expression.operands[0], is_power ? own + 1 : own) + symbol +
         operand_text(expression.operands[1], is_power ? own : own + 1);
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
  case Kind::scalar:
    return expression.name;
  case Kind::delta:
    return "delta" + to_text(expression.indices);
  case Kind::epsilon:
    return "Eps" + to_text(expression.indices);
  case Kind::normal:
    return "normal" + to_text(expression.indices);
  case Kind::derivative:
    return expression.name + to_text(expression.indices) + "[" + to_text(expression.operands[0]) + "]";
  case Kind::shifted:
    return "shift" + to_text(expression.indices) + "(" + to_text(expression.number) + ")[" +
           to_text(expression.operands[0]) + "]";
  case Kind::apply:
    return applied(expression);
  case Kind::parameter:
  case Kind::variable:
  case Kind::temporary:
    return expression.name + to_text(expression.indices);
  }
  return {};
}

/// Returns ` at i+1` or ` at i-1/2`.
std::string position_text(Expression const& shifted) {
  int const halves = 2 * displacement(shifted) + (shifted.name == "face" ? 1 : 0);
  std::string const letter = shifted.indices.empty()
                                 ? std::string(1, "xyz"[shifted.axis])
                                 : shifted.indices[0].name.substr(0, shifted.indices[0].name.find('\''));
  if (halves == 0) return " at " + letter;
  bool const is_half = halves % 2 != 0;
  return " at " + letter + (halves < 0 ? "-" : "+") + std::to_string(std::abs(is_half ? halves : halves / 2)) +
         (is_half ? "/2" : "");
}

/// Returns the indices of a name that the user wrote: locals of functions have additional fixed indices.
std::vector<Index> own_indices(Expression const& expression) {
  std::vector<Index> indices;
  bool const is_local = written_name(expression.name) != expression.name;
  for (Index const& index : expression.indices)
    if (!is_local || !index.is_fixed) indices.push_back(index);
  return indices;
}

} // namespace

std::string written_name(std::string const& name) {
  auto const mark = name.rfind('\'');
  bool const is_local =
      mark != std::string::npos && mark + 1 < name.size() && name.find('\'') != mark && name[0] != '\'';
  return is_local ? name.substr(mark + 1) : name;
}

int displacement(Expression const& shifted) { return static_cast<int>(shifted.number.numerator); }

std::string as_written(Expression const& expression) {
  if (expression.kind == Kind::derivative)
    return expression.name.substr(0, expression.name.find('\'')) + to_text(expression.indices) + " " +
           operand_text(expression.operands[0], precedence(expression) + 1);
  if (expression.kind == Kind::shifted) return operand_text(expression.operands[0], 10) + position_text(expression);
  if (expression.kind == Kind::temporary) return written_name(expression.name) + to_text(own_indices(expression));
  if (expression.kind != Kind::apply) return without_sums(expression);
  int const own = precedence(expression);
  bool const is_not = expression.name == "not";
  if (expression.name == "neg" || is_not)
    return (is_not ? "not " : "-") + operand_text(expression.operands[0], own + 1);
  if (own < 10) return infix(expression);
  return expression.name + in_parentheses(base::join(expression.operands, ", ", as_written));
}

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
    std::string const& name = indices[n].name;
    text += !indices[n].is_abstract() ? std::to_string(indices[n].value)
            : indices[n].is_fixed     ? name.substr(0, name.find('\''))
                                      : name;
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
