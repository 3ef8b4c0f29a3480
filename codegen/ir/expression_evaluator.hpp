/// Evaluates expressions of loop kernels and loop trees, for their interpreters.
#pragma once

#include "codegen/ir/array_values.hpp"

namespace chemora::ir {

/// The values of the leaves of expressions.
class ExpressionLeaves {
public:
  virtual ~ExpressionLeaves() = default;

  virtual double value_of_name(std::string const& name) const = 0;
  virtual double value_of_element(std::string const& array, std::vector<double> const& subscripts) = 0;
  /// Calls `visit` for all values of the loop variables in lexicographic order, in which value_of_name returns the
  /// value of the iteration.
  virtual void for_each_iteration(std::vector<std::string> const& loops, std::function<void()> const& visit) = 0;
};

/// Returns the value of an expression without rules. A reduction starts with the neutral element of its operation (0,
/// 1, or the largest or smallest number) and adds the values in lexicographic order of the loop variables.
double evaluate(Expression const& expression, ExpressionLeaves& leaves);

/// Returns the neutral element of `add`, `multiply`, `minimum` or `maximum`.
double neutral_element(Op op, Type type);

/// Returns the value of the sum. Throws base::InternalError for a name without value.
double value_of(LinearExpression const& sum, NameValues const& names);

} // namespace chemora::ir
