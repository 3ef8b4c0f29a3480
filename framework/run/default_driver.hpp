// What happens without a driver thorn: grid scalars only, the same on every process.
#pragma once

#include "framework/include/cGH.h"

namespace chemora::run {

/// Registers the functions of this driver; a driver thorn's replace them at STARTUP.
void install_default_driver();

/// The current time level becomes the first past one. Does nothing when a driver thorn made the hierarchy: it moves its
/// own time levels, when PRESTEP begins.
void rotate_time_levels(cGH* GH);

} // namespace chemora::run
