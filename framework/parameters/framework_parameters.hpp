// The framework's own parameters, written in the language of param.ccl.
#pragma once

#include "framework/base/source_text.hpp"

namespace chemora::parameters {

base::SourceText framework_parameter_ccl();

} // namespace chemora::parameters
