// The declarations of a syntax tree: parameters with their values, variables, groups, operators.
#pragma once

#include "codegen/tensor/symbols.hpp"

namespace chemora::tensor {

/// Fills everything of `system` but its calculations, and `symbols` with the declared names. What is wrong is
/// reported; the rest is still declared.
void declare(edl::SyntaxTree const& tree, TensorSystem& system, Symbols& symbols, base::Diagnostics& diagnostics);

/// Reports every parameter, variable, temporary and operator that no calculation uses.
void report_unused(edl::SyntaxTree const& tree, Symbols const& symbols, base::Diagnostics& diagnostics);

/// The value of an expression of numbers, PI and functions; empty after reporting what is not constant in it.
std::optional<double> constant_value(edl::Expression const& expression, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
