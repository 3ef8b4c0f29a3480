// Boundary conditions in the source of a generated thorn: each face is as wide as the zone that kernels leave out
// there.
#pragma once

#include "codegen/thorn_writer/thorn.hpp"

#include <string>

namespace chemora::thorn_writer {

/// What selects conditions and registers variables, for the unnamed namespace of the source.
std::string boundary_functions(Thorn const& thorn);

/// The scheduled functions that call those: registration with MoL, selections.
std::string scheduled_boundaries(Thorn const& thorn);

} // namespace chemora::thorn_writer
