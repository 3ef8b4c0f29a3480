/// Whether rows of probabilities may have one common exponent: multiplying all rows by a power of two must multiply all
/// later rows by it. This holds for sums and extrema of multiples of probabilities, but not for products of two
/// probabilities or for sums with a constant.
#pragma once

#include "codegen/recursion/system.hpp"

#include <functional>

namespace chemora::wavefront {

/// The rows are examined after every `scaling_period` iterations. Numbers less than `smallest_scaled`, and rows with
/// numbers larger than `largest_scaled`, are reported as Role::overflow, so that the problem is computed again with
/// exponents of elements. Smaller numbers are lost if the factors of four iterations have a product less than 2^-200.
constexpr long scaling_period = 4;
constexpr double smallest_scaled = 0x1p-600, largest_scaled = 0x1p400;

/// Returns a number that is positive if the element of an examined row is too small, otherwise 0.
ir::ExpressionPtr too_small(ir::ExpressionPtr const& element);

/// Returns whether the value of a case is computed before any row is scaled, so that it may be a constant.
using IsAtStart = std::function<bool(recursion::Function const& function, recursion::Case const& part)>;

/// Returns the reason why probabilities do not have a common exponent, or nothing.
std::optional<std::string> why_not_scaled(recursion::System const& system, IsAtStart const& is_at_start);

/// Returns whether the expression reads probabilities.
bool reads_probabilities(recursion::System const& system, ir::ExpressionPtr const& expression);

} // namespace chemora::wavefront
