#include "codegen/ir/expression_parser.hpp"

#include "codegen/ir/graph.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <limits>

namespace chemora::ir {

namespace {

constexpr int max_depth = 200;       ///< nested parentheses of an expression
constexpr int max_operations = 4000; ///< operations of an expression; limits the recursion in functions on expressions

bool is_infinity_or_nan(std::string_view word) {
  return word == "inf" || word == "nan" || word == "inff" || word == "nanf";
}

bool is_reserved(std::string const& name) {
  return name == "true" || name == "false" || name == "not" || name == "and" || name == "or" || name == "reduce" ||
         is_infinity_or_nan(name);
}

struct InfixOperator {
  std::string_view text;
  Op op;
  int precedence;
};

// The precedences are those of to_text(ExpressionPtr).
constexpr std::array infix_operators{
    InfixOperator{"or", Op::logical_or, 1}, InfixOperator{"and", Op::logical_and, 2},
    InfixOperator{"<", Op::less, 4},        InfixOperator{"<=", Op::less_equal, 4},
    InfixOperator{"==", Op::equal, 4},      InfixOperator{"!=", Op::not_equal, 4},
    InfixOperator{"+", Op::add, 5},         InfixOperator{"-", Op::subtract, 5},
    InfixOperator{"*", Op::multiply, 6},    InfixOperator{"/", Op::divide, 6},
};
constexpr int precedence_of_not = 3, precedence_of_negate = 7;

bool is_operator(Op op) {
  if (op == Op::negate || op == Op::logical_not) return true;
  return std::any_of(infix_operators.begin(), infix_operators.end(), [&](auto const& row) { return row.op == op; });
}

class ExpressionParser {
public:
  ExpressionParser(LineReader& line, ExpressionScope const& scope) : line_(line), scope_(scope) {}

  ExpressionPtr parse() { return parse_binary(1); }

private:
  /// Parses operands and infix operators of at least this precedence.
  ExpressionPtr parse_binary(int min) {
    if (++depth_ > max_depth) line_.fail(fmt::format("More than {} parentheses are nested.", max_depth));
    ExpressionPtr left = parse_unary();
    for (InfixOperator const* next = next_operator(min); next; next = next_operator(min)) {
      auto const where = line_.where();
      line_.take("an operator");
      left = operation(next->op, {left, parse_binary(next->precedence + 1)}, where);
    }
    --depth_;
    return left;
  }

  InfixOperator const* next_operator(int min) const {
    for (InfixOperator const& row : infix_operators)
      if (row.precedence >= min && line_.is_next(row.text)) return &row;
    return nullptr;
  }

  ExpressionPtr parse_unary() {
    auto const where = line_.where();
    if (line_.take_if("not")) return operation(Op::logical_not, {parse_binary(precedence_of_not)}, where);
    if (!line_.take_if("-")) return parse_primary();
    Token const* next = line_.peek();
    if (next && is_number(*next)) return number(line_.take("a number"), true);
    return operation(Op::negate, {parse_binary(precedence_of_negate)}, where);
  }

  static bool is_number(Token const& token) {
    return !token.is_quoted && (is_infinity_or_nan(token.text) ||
                                (!token.text.empty() && std::isdigit(static_cast<unsigned char>(token.text[0]))));
  }

  ExpressionPtr parse_primary() {
    auto const where = line_.where();
    Token const token = line_.take("an expression");
    if (is_number(token)) return number(token, false);
    if (!token.is_quoted && token.text == "(") {
      ExpressionPtr const inner = parse_binary(1);
      line_.expect(")");
      return inner;
    }
    if (!token.is_quoted) {
      if (token.text == "true" || token.text == "false") return make_number(Type::boolean, token.text == "true");
      if (token.text == "reduce") return reduction();
      if (line_.is_next("(") && (find_type(token.text) || find_operation(token.text))) return function(token);
    }
    if (!token.is_quoted && !is_variable_name(token.text))
      LineReader::fail(where, fmt::format("`{}` is found where an expression is expected.", token.text));
    return named(token);
  }

  ExpressionPtr number(Token const& token, bool is_negative) {
    std::string const wrong = fmt::format("`{}` is not a number.", token.text);
    std::string const text = (is_negative ? "-" : "") + token.text;
    if (token.text.find_first_of(".eEn") == std::string::npos && token.text.back() != 'f') {
      std::optional<int> const integer = to_integer(text);
      if (!integer && token.text.find_first_not_of("0123456789") != std::string::npos)
        LineReader::fail(token.where, wrong);
      if (!integer)
        LineReader::fail(token.where, fmt::format("`{}` is no int32 number; the greatest one is {}.", text,
                                                  std::numeric_limits<int>::max()));
      return make_integer(*integer);
    }
    // The suffix is no part of the number; `inf` ends with f, too.
    bool const is_real32 = text.back() == 'f' && token.text != "inf";
    auto const value = to_real(std::string_view(text).substr(0, text.size() - (is_real32 ? 1 : 0)));
    if (!value) LineReader::fail(token.where, wrong);
    return make_number(is_real32 ? Type::real32 : Type::real64, *value);
  }

  ExpressionPtr reduction() {
    auto const where = line_.where();
    Op const op = line_.take_operation();
    if (op != Op::add && op != Op::multiply && op != Op::minimum && op != Op::maximum)
      LineReader::fail(where, fmt::format("`{}` is no operation of a reduction; expected add, multiply, minimum or "
                                          "maximum.",
                                          info(op).name));
    line_.expect("(");
    std::vector<std::string> loops;
    do {
      auto const at = line_.where();
      loops.push_back(take_any_name(line_, "a loop variable"));
      std::vector<std::string> const known(scope_.loops.begin(), scope_.loops.end());
      require_known(loops.back(), known, "a loop over which an expression can be reduced", at);
      open_loops_.push_back(loops.back());
    } while (line_.take_if(","));
    line_.expect(":");
    auto const at = line_.where();
    ExpressionPtr const operand = parse_binary(1);
    if (operand->type == Type::boolean) LineReader::fail(at, "The operand of a reduction must be a number.");
    line_.expect(")");
    open_loops_.resize(open_loops_.size() - loops.size());
    return counted(make_reduction(op, std::move(loops), operand), where);
  }

  ExpressionPtr function(Token const& token) {
    std::vector<ExpressionPtr> operands = arguments("(", ")");
    if (auto const type = find_type(token.text)) {
      if (operands.size() != 1)
        LineReader::fail(token.where,
                         fmt::format("A conversion to `{}` has 1 operand; found {}.", token.text, operands.size()));
      Type const from = operands[0]->type;
      if (from != *type && !accepts_operands(Op::convert, std::array{from}, *type))
        LineReader::fail(token.where,
                         fmt::format("A value of type {} cannot be converted to {}.", to_text(from), to_text(*type)));
      return counted(make_conversion(*type, operands[0]), token.where);
    }
    Op const op = *find_operation(token.text);
    if (info(op).arity == 0 || op == Op::shift || op == Op::convert || is_operator(op))
      LineReader::fail(token.where, fmt::format("`{}` is no function of expressions.", token.text));
    return operation(op, std::move(operands), token.where);
  }

  std::vector<ExpressionPtr> arguments(std::string_view open, std::string_view close) {
    std::vector<ExpressionPtr> result;
    line_.expect(open);
    if (line_.take_if(close)) return result;
    do result.push_back(parse_binary(1));
    while (line_.take_if(","));
    line_.expect(close);
    return result;
  }

  ExpressionPtr named(Token const& token) {
    if (base::contains(open_loops_, token.text)) return counted(make_name(Type::int32, token.text), token.where);
    auto const found = scope_.names.find(token.text);
    if (found == scope_.names.end() && scope_.loops.contains(token.text))
      LineReader::fail(token.where, fmt::format("Loop `{}` does not enclose this expression.", token.text));
    if (found == scope_.names.end()) unknown(token);
    NameMeaning const& meaning = found->second;
    switch (meaning.kind) {
    case NameMeaning::Kind::value:
      return counted(make_name(meaning.type, token.text), token.where);
    case NameMeaning::Kind::array:
      return counted(make_element(meaning.type, token.text, subscripts(token, meaning)), token.where);
    case NameMeaning::Kind::rule:
      break;
    }
    std::vector<ExpressionPtr> operands = arguments("(", ")");
    if (operands.size() != meaning.n_operands)
      LineReader::fail(token.where, fmt::format("The number of arguments of rule `{}` is {}; expected {}.", token.text,
                                                operands.size(), meaning.n_operands));
    for (ExpressionPtr const& operand : operands)
      if (operand->type != Type::int32)
        LineReader::fail(token.where, fmt::format("An argument of rule `{}` has type {}; expected int32.", token.text,
                                                  to_text(operand->type)));
    Type const type = scope_.type_of_rule ? scope_.type_of_rule(token.text) : meaning.type;
    return counted(make_rule(type, token.text, std::move(operands)), token.where);
  }

  std::vector<ExpressionPtr> subscripts(Token const& token, NameMeaning const& array) {
    std::vector<ExpressionPtr> result;
    if (line_.is_next("[")) result = arguments("[", "]");
    if (result.size() != array.n_operands)
      LineReader::fail(token.where, fmt::format("The number of subscripts of `{}` is {}; expected {}.", token.text,
                                                result.size(), array.n_operands));
    for (ExpressionPtr const& subscript : result)
      if (subscript->type != Type::int32)
        LineReader::fail(token.where, fmt::format("A subscript of `{}` has type {}; expected int32.", token.text,
                                                  to_text(subscript->type)));
    return result;
  }

  ExpressionPtr operation(Op op, std::vector<ExpressionPtr> operands, base::SourcePosition const& where) {
    OpInfo const& row = info(op);
    if (static_cast<int>(operands.size()) != row.arity)
      LineReader::fail(where, fmt::format("`{}` has {} operands; found {}.", row.name, row.arity, operands.size()));
    std::vector<Type> types;
    for (ExpressionPtr const& operand : operands) types.push_back(operand->type);
    if (!accepts_operands(op, types, types.back()))
      LineReader::fail(where, fmt::format("`{}` cannot be applied to operands of type {}.", row.name,
                                          base::list_in_words(types_text(types))));
    return counted(make_operation(op, std::move(operands)), where);
  }

  static std::vector<std::string> types_text(std::vector<Type> const& types) {
    std::vector<std::string> names;
    for (Type const type : types) names.emplace_back(to_text(type));
    return names;
  }

  ExpressionPtr counted(ExpressionPtr expression, base::SourcePosition const& where) {
    if (++n_operations_ > max_operations)
      LineReader::fail(where, fmt::format("The expression has more than {} operations and operands.", max_operations));
    return expression;
  }

  [[noreturn]] void unknown(Token const& token) const {
    bool const is_call = line_.is_next("(");
    std::vector<std::string> known;
    for (auto const& [name, meaning] : scope_.names)
      if (is_call == (meaning.kind == NameMeaning::Kind::rule)) known.push_back(name);
    for (OpInfo const& row : all_operations())
      if (is_call && row.arity > 0 && row.op != Op::shift && row.op != Op::convert && !is_operator(row.op))
        known.emplace_back(row.name);
    LineReader::fail(token.where, fmt::format("`{}` is not a {}.{}", token.text, is_call ? "function or rule" : "name",
                                              base::did_you_mean(token.text, known)));
  }

  LineReader& line_;
  ExpressionScope const& scope_;
  std::vector<std::string> open_loops_; ///< loop variables of the enclosing reductions
  int depth_ = 0;
  int n_operations_ = 0;
};

} // namespace

ExpressionPtr take_expression(LineReader& line, ExpressionScope const& scope) {
  return ExpressionParser(line, scope).parse();
}

std::string name_text(std::string const& name) {
  return is_variable_name(name) && name.find('[') == std::string::npos && !is_reserved(name) ? name : quoted(name);
}

std::string rule_text(std::string const& name) {
  return find_operation(name) || find_type(name) ? quoted(name) : name_text(name);
}

std::string take_any_name(LineReader& line, std::string const& expected) {
  auto const where = line.where();
  Token const& token = line.take(expected);
  if (!is_variable_name(token.text))
    LineReader::fail(where, fmt::format("`{}` is found where {} is expected.", token.text, expected));
  return token.text;
}

std::vector<std::string> take_name_list(LineReader& line, std::string const& expected) {
  std::vector<std::string> names;
  do names.push_back(take_any_name(line, expected));
  while (line.take_if(","));
  return names;
}

void require_known(std::string const& name, std::vector<std::string> const& known, std::string const& what,
                   base::SourcePosition const& where) {
  if (!base::contains(known, name))
    LineReader::fail(where, fmt::format("`{}` is not {}.{}", name, what, base::did_you_mean(name, known)));
}

namespace {

/// Reads `3`, `i`, `3*i` or `i*3`.
LinearExpression take_term(LineReader& line, std::vector<std::string> const& names, std::string const& what) {
  LinearExpression term = linear(1);
  do {
    auto const where = line.where();
    Token const& token = line.take("a number or " + what);
    if (!token.is_quoted && to_integer(token.text)) {
      if (term.constant != 1 && term.is_constant()) LineReader::fail(where, "A term has more than one number.");
      term *= *to_integer(token.text);
    } else {
      if (!token.is_quoted && !is_variable_name(token.text))
        LineReader::fail(where, fmt::format("`{}` is found where a number or {} is expected.", token.text, what));
      require_known(token.text, names, what, where);
      if (!term.is_constant()) LineReader::fail(where, "A product of two names is not linear.");
      term = term.constant * linear(token.text);
    }
  } while (line.take_if("*"));
  return term;
}

} // namespace

LinearExpression take_linear(LineReader& line, std::vector<std::string> const& names, std::string const& what) {
  LinearExpression sum;
  bool is_negative = line.take_if("-");
  while (true) {
    LinearExpression const term = take_term(line, names, what);
    is_negative ? sum -= term : sum += term;
    if (line.take_if("-"))
      is_negative = true;
    else if (line.take_if("+"))
      is_negative = false;
    else
      return sum;
  }
}

} // namespace chemora::ir
