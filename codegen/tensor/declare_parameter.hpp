// One parameter declaration with its values.
#pragma once

#include "codegen/tensor/symbols.hpp"

namespace chemora::tensor {

/// The declared parameter; values that are wrong are reported and left out.
Parameter declare_parameter(edl::ParameterDeclaration const& declaration, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
