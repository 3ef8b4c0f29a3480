/// Names and expressions in CCL files. Expressions are sizes of arrays and vectors, time levels and conditions of the
/// schedule.
#pragma once

#include "framework/base/source_text.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace chemora::ccl {

class Reader;

using base::lower_case;
using base::upper_case;

/// A word of a CCL file with its position.
struct Name {
  std::string text; ///< spelling in the file; compare names with same_name()
  base::SourcePosition where;
};

/// Compares names, ignoring the case of ASCII letters. Every kernel launch looks up names, so the function avoids
/// copies and calls of the C library.
inline bool same_name(std::string_view a, std::string_view b) {
  auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

/// A node of an expression tree.
struct Expression {
  enum class Kind {
    integer,   ///< text: digits
    real,      ///< text: the number as in the file
    string,    ///< text: contents without quotes
    name,      ///< text: `par`, `owner::par`, `par[2]`
    operation, ///< text: + - * / % ^ == != < > <= >= && || !; 1 operand for `!` and sign
    non_empty, ///< `*par`: the string parameter is not empty; one operand, the name
    call,      ///< text: name of the function; operands: arguments
  };
  Kind kind = Kind::integer;
  std::string text;
  std::vector<Expression> operands;
  base::SourcePosition where;
};

/// The expression in the syntax of CCL, with all parentheses.
std::string to_text(Expression const& expression);

using Value = std::variant<std::int64_t, double, std::string>; ///< booleans are 0 and 1

/// Callbacks of an evaluation. If a callback is empty, the constructs that need it are errors.
struct Environment {
  /// The value of a parameter by its name in the expression; empty for an unknown parameter.
  std::function<std::optional<Value>(std::string const& name)> parameter;
  std::function<bool(std::string const& thorn)> is_thorn_active;
  std::function<bool(std::string const& implementation)> is_implementation_active;
  /// Names for "Did you mean" in error messages.
  std::vector<std::string> known_parameters;
};

/// Throws base::UserError with the position of the part that cannot be evaluated. Integer division rounds to zero, as
/// in C.
Value evaluate(Expression const& expression, Environment const& environment);

/// Evaluates a size or a number of time levels; a value that is not an integer is an error.
std::int64_t evaluate_integer(Expression const& expression, Environment const& environment);

/// The value of an expression without parameters and thorns; empty for other expressions. Throws the same errors as
/// evaluate_integer.
std::optional<std::int64_t> constant_integer(Expression const& expression);

/// Evaluates the condition of `if (...)`. Numbers other than 0 are true. A string is an error, but `*par` is true if
/// the string parameter is not empty.
bool evaluate_condition(Expression const& expression, Environment const& environment);

/// Parses an expression. The precedence is that of C, with `^` (power, right-associative) above all other operators.
/// `*name` as an operand is true if the string parameter is not empty.
Expression parse_expression(Reader& reader);

} // namespace chemora::ccl
