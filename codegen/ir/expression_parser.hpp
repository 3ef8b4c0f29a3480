/// Reads expressions from their text form, which to_text(ExpressionPtr) prints. The parsers of loop kernels and loop
/// trees share it.
///
///     q[n, j, k] * u + select(x < 0.0, 0.0f, sqrt(x)) - reduce add(m: D[j, m] * flux(m))
///
/// - Numbers: `3` is int32, `3.0` and `1e-3` are real64, `3.0f` is real32, `true` and `false` are boolean.
/// - Operators by falling precedence: unary `-`; `*`, `/`; `+`, `-`; `<`, `<=`, `==`, `!=`; `not`; `and`; `or`.
/// - All other operations are functions with the names of operation.cpp; conversions have the names of types.
/// - A name that is no identifier, or that has a meaning in expressions, is written in quotes: `"rho[0]"[x]`.
#pragma once

#include "codegen/ir/expression.hpp"
#include "codegen/ir/text_form.hpp"

namespace chemora::ir {

/// What a name in an expression means.
struct NameMeaning {
  enum class Kind {
    value, ///< a loop variable or parameter
    array,
    rule
  };
  Kind kind = Kind::value;
  Type type = Type::int32;
  std::size_t n_operands = 0; ///< number of subscripts or arguments
};

/// The names that an expression may contain.
struct ExpressionScope {
  std::map<std::string, NameMeaning> names{};
  std::set<std::string> loops{}; ///< loop variables that a reduction may have, besides those in `names`
  /// Returns the type of the value of a rule. If it is empty, NameMeaning::type is the type of the rule.
  std::function<Type(std::string const& rule)> type_of_rule{};
};

/// Returns the lines of a text in which operators and punctuation separate words, too. Throws base::UserError for a
/// string that is not closed on its line.
std::vector<TokenLine> tokenize_expressions(base::SourceText const& source);

/// Reads an expression from the line, up to the first token that does not continue it. Throws base::UserError at the
/// first token that is wrong.
ExpressionPtr take_expression(LineReader& line, ExpressionScope const& scope);

/// Reads a sum such as `4*i_outer + i_inner - 1` of the int32 values and scalars in `names`. `what` describes the names
/// in messages, such as "a parameter".
LinearExpression take_linear(LineReader& line, std::vector<std::string> const& names, std::string const& what);

/// Reads a name that is written without or with quotes.
std::string take_any_name(LineReader& line, std::string const& expected);

/// Reads one name, or several names that are separated by commas.
std::vector<std::string> take_name_list(LineReader& line, std::string const& expected);

/// Throws base::UserError with the nearest name if `name` is not one of `known`.
void require_known(std::string const& name, std::vector<std::string> const& known, std::string const& what,
                   base::SourcePosition const& where);

/// Returns the name as it is written in expressions: in quotes if it is no identifier or has another meaning there.
std::string name_text(std::string const& name);
/// Returns the name of a rule as it is written where the rule is used: in quotes if it is the name of a function, too.
std::string rule_text(std::string const& name);

} // namespace chemora::ir
