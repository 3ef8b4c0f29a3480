/// Sets of integers that are given by linear constraints, as far as the reader of recursions needs them: whether a set
/// is empty, and which constraints follow from others. Elimination is that of Fourier and Motzkin over the rational
/// numbers with integer tightening. A set that is not proved to be empty counts as non-empty.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

namespace chemora::recursion {

using Constraints = std::vector<loops::Constraint>;

/// Returns `left >= right`, `left == right`.
loops::Constraint at_least(ir::LinearExpression const& left, ir::LinearExpression const& right);
loops::Constraint equals(ir::LinearExpression const& left, ir::LinearExpression const& right);

/// Whether all factors and the constant are at most 2^31, so that products of two such expressions do not overflow.
bool is_representable(ir::LinearExpression const& expression);

/// Returns whether no integers satisfy all constraints.
bool is_empty(Constraints const& constraints);

/// Returns whether all points of `set` satisfy the constraint.
bool implies(Constraints const& set, loops::Constraint const& constraint);

/// Returns `domain` without constraints that follow from the others and from `known`. Two inequalities that together
/// mean an equality become one.
Constraints simplified(Constraints domain, Constraints const& known);

Constraints joined(Constraints left, Constraints const& right);

/// Returns a text such as `i >= 1 and j == 0`; `all points` without constraints.
std::string to_text(Constraints const& constraints);

} // namespace chemora::recursion
