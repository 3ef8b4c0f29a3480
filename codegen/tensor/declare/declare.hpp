// The declarations of a syntax tree: parameters with their values, variables, groups, operators.
#pragma once

#include "codegen/tensor/declare/symbols.hpp"

namespace chemora::tensor {

/// Fills everything of `system` except its calculations, and `symbols` with the declared names. Reports every error and
/// continues with the next declaration.
void declare(edl::SyntaxTree const& tree, TensorSystem& system, Symbols& symbols, base::Diagnostics& diagnostics);

/// Reports every parameter, variable, temporary and operator that no calculation uses.
void report_unused(edl::SyntaxTree const& tree, Symbols const& symbols, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
