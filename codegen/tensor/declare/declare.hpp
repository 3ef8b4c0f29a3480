/// Reads the declarations of a syntax tree: parameters with their values, variables, groups and operators.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/declare/symbols.hpp"
#include "framework/base/errors.hpp"

namespace chemora::tensor {

/// Fills all members of `system` except its calculations, and adds the declared names to `symbols`. Reports every error
/// and continues with the next declaration.
void declare(edl::SyntaxTree const& tree, TensorSystem& system, Symbols& symbols, base::Diagnostics& diagnostics);

/// Reports every declared name that no calculation uses: parameters and derivative operators as warnings, variables,
/// temporaries, definitions and functions as errors.
void report_unused(edl::SyntaxTree const& tree, Symbols const& symbols, base::Diagnostics& diagnostics);

/// Returns the declared parameter. Reports invalid values and omits them from the parameter.
Parameter declare_parameter(edl::ParameterDeclaration const& declaration, base::Diagnostics& diagnostics);

/// Whether the name of the file ends in `.kranc`. Unused declarations in `.kranc` files are not an error.
bool is_of_kranc(edl::SyntaxTree const& tree);

/// Replaces each equation `s = reduce(max, E)` of a scalar s by the equation `s_terms = E` and a Reduction of the
/// calculation. The function declares the variable `s_terms`. It also adds a calculation that initialises this variable
/// at all points with the neutral element of the operation, because the reduction includes points outside the region of
/// the calculation. Reports wrong uses of `reduce` and of scalars.
edl::SyntaxTree separate_reductions(edl::SyntaxTree tree, base::Diagnostics& diagnostics);

/// In a Kranc file that inherits one implementation, undeclared names are scalars of that implementation. Returns the
/// tree with these declarations added. Other trees are returned unchanged.
edl::SyntaxTree with_inherited_names(edl::SyntaxTree tree);

/// Reads an operator such as `D_i = centred(4)`, `D_i = J^a_i centred(4)` or `Du u_i = (u_(i+1) - u_(i))/h`. If the
/// definition has an error, the function reports it and returns an operator without order and weights.
DerivativeOperator define_operator(edl::OperatorDefinition const& definition, TensorSystem const& system,
                                   Symbols& symbols, base::Diagnostics& diagnostics);

/// Sets side, order, wind and the form of mixed derivatives from a right side such as `centred(4)`,
/// `upwind(ORDER, VECTOR)` or Kranc's FiniteDifferencingOperator(1, HALF_ORDER, i). Reports errors.
void read_family(edl::OperatorDefinition const& definition, DerivativeOperator& derivative, TensorSystem const& system,
                 Symbols& symbols, base::Diagnostics& diagnostics);

/// Returns the type that a word after `precision` names. Reports any other word.
std::optional<ir::Type> find_precision(edl::Flag const& word, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
