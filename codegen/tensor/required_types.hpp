// What operators and functions ask of their operands.
#pragma once

#include "codegen/tensor/resolve_expression.hpp"

namespace chemora::tensor {

/// False after reporting that the operand, which `source` spells, is of another type or has indices. `role` begins the
/// sentence: "A divisor".
bool require_number(Resolved const& operand, edl::Expression const& source, Context& context);
bool require_boolean(Resolved const& operand, edl::Expression const& source, Context& context);
bool require_scalar(Resolved const& operand, edl::Expression const& source, std::string const& role, Context& context);

} // namespace chemora::tensor
