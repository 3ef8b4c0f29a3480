/// Evaluation of a parameter file: values of expressions and their assignment to parameters.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/parameters/par_file.hpp"
#include "framework/parameters/parameter_table.hpp"

#include <map>
#include <optional>
#include <variant>

namespace chemora::parameters {

/// A boolean is its own type: `yes` can be assigned to a BOOLEAN and, as a word, to a KEYWORD or STRING.
struct ParValue {
  std::variant<std::int64_t, double, bool, std::string> value;
  bool is_word = false; ///< written without quotes
  std::string word;     ///< for words: the text in the file
};

ParValue text_value(std::string text);

/// The value of a number or word. Throws base::UserError if a number does not fit.
ParValue literal_value(ParExpression const& literal);

/// Converts a value to the text that ParameterTable::set accepts.
std::string to_text(ParValue const& value);

/// The variables of a parameter file: `$parfile`, `$pi`, variables that the file defines, and environment variables.
class ParVariables {
public:
  /// `$parfile` is `par_file_name` without folder and `.par`.
  explicit ParVariables(std::string const& par_file_name);

  void set(std::string const& name, ParValue value) { values_[name] = std::move(value); }

  /// The value of `$name` or `$ENV{NAME}`. Throws base::UserError for an unknown name.
  ParValue value(ParExpression const& reference) const;

  /// The text with `$name`, `${name}` and `$ENV{NAME}` replaced. Any other `$` is not changed, because regular
  /// expressions contain it.
  std::string replaced(ParExpression const& text) const;

private:
  std::map<std::string, ParValue> values_;
};

class ParEvaluation {
public:
  /// `table` contains the parameters to which expressions refer. `$parfile` is `par_file_name` without folder and
  /// `.par`.
  ParEvaluation(ParameterTable& table, std::string const& par_file_name, base::Diagnostics& problems);

  /// Executes all assignments except ActiveThorns in order. Errors are added to `problems`.
  void apply(ParFile const& file, ParameterLevel level);

  /// Throws base::UserError with the position of the part that cannot be evaluated.
  ParValue evaluate(ParExpression const& expression);

private:
  void assign(ParAssignment const& assignment, ParameterLevel level);
  void assign_parameter(ParAssignment const& assignment, std::string const& name, ParExpression const& value,
                        ParameterLevel level);
  void report(base::SourcePosition const& where, SetReport const& report, ParameterLevel level);
  ParValue parameter(ParExpression const& reference);

  ParameterTable& table_;
  base::Diagnostics& problems_;
  ParVariables variables_;
  std::map<std::string, base::SourcePosition> read_; ///< positions at which values of parameters were used
};

/// Throws base::UserError with the position of `at`.
[[noreturn]] inline void fail(ParExpression const& at, std::string const& message) {
  throw base::UserError(at.where, message);
}

/// Apply an operator or a function to values (par_functions.cpp). Both functions throw base::UserError.
ParValue apply_operator(ParExpression const& operation, std::vector<ParValue> const& operands);
ParValue apply_function(ParExpression const& call, std::vector<ParValue> const& arguments);

/// The value of an expression such as `2 * grid::n` as text for ParameterTable::set; empty if the text is not an
/// expression.
std::optional<std::string> evaluate_text(ParameterTable& table, std::string const& text);

} // namespace chemora::parameters
