// Conditions of calculations and requirements: truth values of parameters.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

#include <optional>

namespace chemora::tensor {

enum class ConditionOf { calculation, requirement };

/// Of keywords, booleans and comparisons of parameters that cannot change during the run; nothing after reporting what
/// is wrong.
std::optional<Expression> resolve_condition(edl::Expression const& source, ConditionOf owner, Context& context);

} // namespace chemora::tensor
