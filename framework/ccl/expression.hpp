// Expressions in CCL files: sizes of arrays and vectors, time levels, conditions of the schedule.
#pragma once

#include "framework/base/source_text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace chemora::ccl {

/// One node of an expression tree.
struct Expression {
  enum class Kind {
    integer,   ///< text: digits
    real,      ///< text: the number as written
    string,    ///< text: contents without quotes
    name,      ///< text: `par`, `owner::par`, `par[2]`
    operation, ///< text: + - * / % ^ == != < > <= >= && || !; 1 operand for `!` and sign
    non_empty, ///< `*par`: the string parameter is not empty; one operand, the name
    call,      ///< text: function's name; operands: arguments
  };
  Kind kind = Kind::integer;
  std::string text;
  std::vector<Expression> operands;
  base::SourcePosition where;
};

/// As it would be written, with all parentheses.
std::string to_text(Expression const& expression);

using Value = std::variant<std::int64_t, double, std::string>; ///< booleans are 0 and 1

/// What an evaluation may ask for. Callbacks that are empty make their construct an error.
struct Environment {
  /// Value of a parameter by its name as written; nothing if there is no such parameter.
  std::function<std::optional<Value>(std::string const& name)> parameter;
  std::function<bool(std::string const& thorn)> is_thorn_active;
  std::function<bool(std::string const& implementation)> is_implementation_active;
  /// Known parameters, only for "Did you mean".
  std::vector<std::string> known_parameters;
};

/// Throws base::UserError at the position of what cannot be evaluated. Integer division rounds to zero, as in C.
Value evaluate(Expression const& expression, Environment const& environment);

/// For sizes and time levels; also an error: a value that is not an integer.
std::int64_t evaluate_integer(Expression const& expression, Environment const& environment);

/// The value of an expression that asks for no parameter and no thorn; nothing for others. Throws as evaluate_integer.
std::optional<std::int64_t> constant_integer(Expression const& expression);

/// For `if (...)`: numbers are true unless 0; a string alone is an error (`*par` asks whether it is empty).
bool evaluate_condition(Expression const& expression, Environment const& environment);

} // namespace chemora::ccl
