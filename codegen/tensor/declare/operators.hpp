// Definitions of finite-difference operators: families of stencils and formulas.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/declare/symbols.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"

#include <map>
#include <optional>

namespace chemora::tensor {

/// Reads `D_i = centred(4)`, `D_i = centred(fd_order)`, `D_i = J^a_i centred(4)` or `Du u_i = (u_(i+1) - u_(i))/h`.
/// After an error, which it reports, the operator has neither order nor weights.
DerivativeOperator define_operator(edl::OperatorDefinition const& definition, TensorSystem const& system,
                                   Symbols& symbols, base::Diagnostics& diagnostics);

/// Sets side, order, wind and the form of mixed derivatives from a right side such as `centred(4)`,
/// `upwind(ORDER, VECTOR)` or Kranc's FiniteDifferencingOperator(1, HALF_ORDER, i). Reports errors.
void read_family(edl::OperatorDefinition const& definition, DerivativeOperator& derivative, TensorSystem const& system,
                 Symbols& symbols, base::Diagnostics& diagnostics);

/// (sum weights[o] * u_(i+o)) / h^power, or, without weights, scalar / h^power. The spacing h itself has the power -1.
struct LinearForm {
  std::map<int, Number> weights;
  Number scalar;
  int power = 0;

  bool is_scalar() const { return weights.empty(); }
};

/// `(u_(i+1) - u_(i-1))/(2 h)` has the weights 1/2 and -1/2 and the power 1. Reports a formula that is not linear in
/// the shifted operand, has powers of h above 8 or a value outside the range of doubles, and returns nothing.
std::optional<LinearForm> read_linear_form(edl::OperatorDefinition const& definition, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
