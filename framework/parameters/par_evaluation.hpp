// The values of a parameter file's expressions, and their assignment to parameters.
#pragma once

#include "framework/parameters/par_variables.hpp"
#include "framework/parameters/parameter_table.hpp"

#include <map>
#include <optional>

namespace chemora::parameters {

/// How a parameter file is read. Errors of `strict` only: parameters of inactive thorns, sums, parameters set twice to
/// the same value. Errors of `strict` and `normal`: unknown parameters, parameters set twice to different values. What
/// is no error is a warning. A thorn that is not compiled counts as inactive, unless its name is nearly that of
/// another.
enum class ParameterLevel { strict, normal, relaxed };

class ParEvaluation {
public:
  /// `table` answers references to parameters. `par_file_name` defines `$parfile`: without folder and `.par`.
  ParEvaluation(ParameterTable& table, std::string const& par_file_name, base::Diagnostics& problems);

  /// Carries out all assignments but ActiveThorns, in order; findings go to `problems`.
  void apply(ParFile const& file, ParameterLevel level);

  /// Throws base::UserError at the position of what cannot be evaluated.
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
  std::map<std::string, base::SourcePosition> read_; ///< parameters that were referred to
};

/// The value of an operator or function on values; in par_functions.cpp. Throws base::UserError.
ParValue apply_operator(ParExpression const& operation, std::vector<ParValue> const& operands);
ParValue apply_function(ParExpression const& call, std::vector<ParValue> const& arguments);

/// The value of an expression such as `2 * grid::n`, as the table takes it; nothing if it is none.
std::optional<std::string> evaluate_text(ParameterTable& table, std::string const& text);

} // namespace chemora::parameters
