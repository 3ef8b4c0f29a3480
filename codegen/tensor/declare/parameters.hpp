// Declarations of parameters and the constants in them.
#pragma once

#include "codegen/tensor/declare/symbols.hpp"

#include <optional>

namespace chemora::tensor {

/// The declared parameter. Reports wrong values and leaves them out.
Parameter declare_parameter(edl::ParameterDeclaration const& declaration, base::Diagnostics& diagnostics);

/// The value of an expression of numbers, PI and functions. Reports any other expression and returns nothing.
std::optional<double> constant_value(edl::Expression const& expression, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
