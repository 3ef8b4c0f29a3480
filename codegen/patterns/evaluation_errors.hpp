/// Conditions under which the interpreter would report an error, for kernels, which do not check what depends on data.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Whether a kernel may compute an expression.
struct EvaluationErrors {
  /// Why a kernel cannot compute the expression: the errors of a part are not described. Nothing if all of them are.
  std::optional<base::Diagnostic> unknown{};
  /// A truth value that is true if the expression has a subscript outside an array or an integer division without
  /// result. Null if no such error is possible except for subscripts that are linear and that no condition guards,
  /// which polyhedral::check_subscripts checks. The expression has no such errors itself. Definitions that nothing uses
  /// are guarded, because kernels omit them.
  NodePtr condition{};
};

/// Finds the errors of an expression. `variables` are those of the program.
EvaluationErrors evaluation_errors(NodePtr const& value, std::vector<Variable> const& variables);

} // namespace chemora::patterns
