/// Subscripts that are limited by minima and maxima, such as `x[max(i - 1, 0)]`.
#pragma once

#include "codegen/ir/expression.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::emit {

struct UnclampedElement {
  /// The element with operands that contain the loop variable in place of minima and maxima.
  ir::ExpressionPtr element{};
  /// Both elements are the same where all of these numbers are at least 0.
  std::vector<ir::LinearExpression> non_negative{};
};

/// Returns the element without those minima and maxima of linear expressions that contain the loop variable. Returns
/// nothing if there are none.
std::optional<UnclampedElement> without_clamps(ir::ExpressionPtr const& element, std::string const& variable);

} // namespace chemora::emit
