// Expressions of parameters: conditions as schedule.ccl writes them, values as C++ does.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

#include <string>
#include <vector>

namespace chemora::thorn_writer {

/// `initial == "gaussian" and not quiet` becomes `CCTK_Equals(initial, "gaussian") && !quiet`.
std::string schedule_condition(tensor::Expression const& condition, std::vector<tensor::Parameter> const& parameters);

/// `conformal_factor == "W" ? 1 : sqrt(2)` becomes `(CCTK_EQUALS(conformal_factor, "W") ? 1.0 : std::sqrt(2.0))`, for a
/// function that declares the parameters.
std::string c_value(tensor::Expression const& expression, std::vector<tensor::Parameter> const& parameters);

} // namespace chemora::thorn_writer
