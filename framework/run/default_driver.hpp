// What happens without a driver thorn: grid scalars only, the same on every process.
#pragma once

namespace chemora::run {

/// Registers the functions of this driver; a driver thorn's replace them at STARTUP.
void install_default_driver();

} // namespace chemora::run
