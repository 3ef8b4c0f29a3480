// The declarations of a syntax tree: parameters with their values, variables, groups, operators; Kranc files.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/declare/symbols.hpp"

#include <optional>

namespace chemora::tensor {

/// Fills everything of `system` except its calculations, and `symbols` with the declared names. Reports every error and
/// continues with the next declaration.
void declare(edl::SyntaxTree const& tree, TensorSystem& system, Symbols& symbols, base::Diagnostics& diagnostics);

/// Reports every parameter, variable, temporary and operator that no calculation uses.
void report_unused(edl::SyntaxTree const& tree, Symbols const& symbols, base::Diagnostics& diagnostics);

/// The declared parameter. Reports wrong values and leaves them out.
Parameter declare_parameter(edl::ParameterDeclaration const& declaration, base::Diagnostics& diagnostics);

/// The value of an expression of numbers, PI and functions. Reports any other expression and returns nothing.
std::optional<double> constant_value(edl::Expression const& expression, base::Diagnostics& diagnostics);

/// Whether the name of the file ends in `.kranc`. Unused declarations are no error in such files.
bool is_of_kranc(edl::SyntaxTree const& tree);

/// In a Kranc file that inherits one implementation, undeclared names are scalars of that implementation. Returns the
/// tree with these declarations added. Other trees are returned unchanged.
edl::SyntaxTree with_inherited_names(edl::SyntaxTree tree);

} // namespace chemora::tensor
