// Where libraries of the CUDA toolkit lie.
#pragma once

#include <string>
#include <vector>

namespace chemora::device {

/// Each name as the loader finds it, then below $CUDA_HOME and below where CUDA is installed by default, there in each
/// of `folders`.
std::vector<std::string> toolkit_libraries(std::vector<std::string> const& names,
                                           std::vector<std::string> const& folders = {"lib64", "lib"});

} // namespace chemora::device
