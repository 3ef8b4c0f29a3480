// Saves the parameters of the run beside its output.
#pragma once

#include <string>

namespace ioutil {

/// The run's parameter file without folder and ".par".
std::string parameter_file_stem();

} // namespace ioutil
