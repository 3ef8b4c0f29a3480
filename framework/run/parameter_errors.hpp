// What all processes have found wrong with the parameters.
#pragma once

namespace chemora::run {

/// Collective. Process 0 prints what others have found and it has not. The number of distinct errors, the same on
/// every process.
int share_parameter_errors();

} // namespace chemora::run
