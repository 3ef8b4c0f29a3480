/// Divides the value of a function into cases.
#pragma once

#include "codegen/recursion/affine_set.hpp"
#include "codegen/recursion/system.hpp"

#include <set>

namespace chemora::recursion {

constexpr std::size_t max_cases = 64; ///< of a function

/// Returns cases in which no selection outside of reductions has a condition on dimensions and sizes:
///
///     select(i == 0 or s[i - 1] == 3, 0, d[i - 1] + 1)
///
/// becomes for `known` i >= 0
///
///     i == 0: 0
///     i >= 1: select(s[i - 1] == 3, 0, d[i - 1] + 1)
///
/// `names` are the dimensions and sizes, and `known` the ranges of the dimensions. Returns nothing if there are more
/// than max_cases cases.
std::optional<std::vector<Case>> split_cases(ir::ExpressionPtr const& value, std::set<std::string> const& names,
                                             Constraints const& known);

/// Returns the ranges of dimensions as constraints.
Constraints box_of(std::vector<Dimension> const& dimensions);

/// Returns what is assumed about sizes: sequences and profiles have at least one letter, models at least two states,
/// grids at least one point, and other sizes are not negative.
Constraints assumptions(std::set<std::string> const& sizes);

} // namespace chemora::recursion
