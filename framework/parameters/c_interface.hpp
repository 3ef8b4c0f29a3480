// State behind the C functions of cctk_Parameter.h that start-up sets.
#pragma once

#include "framework/parameters/par_evaluation.hpp"

namespace chemora::parameters {

/// What CCTK_ParameterLevel returns.
void set_parameter_level(ParameterLevel level);

/// Lets CCTK_ParameterSetNotifyRegister hear of changes; called once after the table is built.
void connect_notifications(ParameterTable& table);

} // namespace chemora::parameters
