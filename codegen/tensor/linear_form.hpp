// Formulas of derivative operators as weights of neighbours.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"

#include <map>
#include <optional>

namespace chemora::tensor {

using base::fraction;
using base::integer;
using base::Number;
using base::parse_number;
using base::real;

/// (sum weights[o] * u_(i+o)) / h^power, or, without weights, scalar / h^power; h itself has the power -1.
struct LinearForm {
  std::map<int, Number> weights;
  Number scalar;
  int power = 0;

  bool is_scalar() const { return weights.empty(); }
};

/// `(u_(i+1) - u_(i-1))/(2 h)` has the weights 1/2 and -1/2 and the power 1. Nothing after reporting what is not linear
/// in the shifted operand, has powers of h beyond 8 or is no number.
std::optional<LinearForm> read_linear_form(edl::OperatorDefinition const& definition, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
