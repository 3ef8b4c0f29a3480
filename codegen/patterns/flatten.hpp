/// Makes arrays of groups and filters, for kernels.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <utility>

namespace chemora::patterns {

/// Returns a program with equal outputs.
///
///     output sums = map(g in groupBy(x in a by mod(x, 3)): sum(g))
///
/// becomes
///
///     let selected = groupBy(x in a by mod(x, 3): x)
///     output sums = map(g < size(selected): sum(member in selected.first[g] .. selected.first[g + 1] - 1:
///                                               selected.members[member]))
///
/// - A filter or groupBy that is evaluated once by a statement is the value of a statement `let` of its own, and so are
///   the definitions of `let` expressions that begin a statement's expression.
/// - Elements of arrays of groups are elements of `first`, `members` and `keys`. Groups remain where they are values of
///   patterns, such as the elements of a filter of groups.
/// - Subscripts of groups and of arrays of groups are checked (NodeKind::checked), because an element outside of a
///   group may be a member of another one. The interpreter reports the error of the original program.
/// - Other filters and groups have names (inner_selections.hpp).
/// - Arrays that depend on conditions are maps (conditional_arrays.hpp).
/// - Filters of rows and of groups are filters of their numbers (row_filters.hpp).
Program flattened(Program const& program);

/// Returns an expression with an equal value, without further statements and without checks of subscripts, and the
/// program with its variables.
std::pair<Program, NodePtr> flattened(Program const& program, NodePtr const& value);

} // namespace chemora::patterns
