// Conditions of calculations as schedule.ccl writes them.
#pragma once

#include "codegen/tensor/tensor_system.hpp"

#include <string>
#include <vector>

namespace chemora::thorn_writer {

/// `initial == "gaussian" and not quiet` becomes `CCTK_Equals(initial, "gaussian") && !quiet`.
std::string schedule_condition(tensor::Expression const& condition, std::vector<tensor::Parameter> const& parameters);

} // namespace chemora::thorn_writer
