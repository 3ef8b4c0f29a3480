// Findings as CCTK_PARAMWARN is given them.
#pragma once

#include "framework/base/errors.hpp"

namespace ca_kernel {

/// All of them, a line and its excerpt each, without the word `error`: the flesh says that.
std::string told_as_parameter(chemora::base::UserError const& error);

} // namespace ca_kernel
