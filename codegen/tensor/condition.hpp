// Conditions of calculations and requirements: truth values of parameters.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

#include <optional>
#include <string>

namespace chemora::tensor {

/// Of keywords, booleans and comparisons of parameters that cannot change during the run; nothing after reporting what
/// is wrong. `owner` is `a calculation` or `a requirement`.
std::optional<Expression> resolve_condition(edl::Expression const& source, std::string const& owner, Context& context);

} // namespace chemora::tensor
