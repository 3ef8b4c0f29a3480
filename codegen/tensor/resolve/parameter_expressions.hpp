// Expressions of parameters only: conditions, requirements, and limits and speeds of radiative boundaries.
#pragma once

#include "codegen/tensor/resolve/resolve_expression.hpp"

#include <optional>
#include <set>
#include <string>

namespace chemora::tensor {

enum class ConditionOf { calculation, requirement };

/// A condition of keywords, booleans and comparisons of parameters that cannot change during the run. Reports any other
/// expression and returns nothing.
std::optional<Expression> resolve_condition(edl::Expression const& source, ConditionOf owner, Context& context);

/// Fills `far_values` of the system from the blocks `boundaries`. Boundary conditions are chosen outside of kernels, so
/// values that depend on more than parameters are errors, as are variables that do not evolve or have two lines.
void resolve_far_values(edl::SyntaxTree const& tree, std::set<std::string> const& evolved, Context& context);

} // namespace chemora::tensor
