// Puts folders before names.
#include "kernels/device/cuda/toolkit.hpp"

#include <cstdlib>

namespace chemora::device {

std::vector<std::string> toolkit_libraries(std::vector<std::string> const& names,
                                           std::vector<std::string> const& folders) {
  std::vector<std::string> homes, paths = names;
  if (char const* const home = std::getenv("CUDA_HOME"); home && *home == '/') homes.emplace_back(home);
  homes.emplace_back("/usr/local/cuda");
  for (std::string const& home : homes)
    for (std::string const& folder : folders)
      for (std::string const& name : names) paths.push_back(home + "/" + folder + "/" + name);
  return paths;
}

} // namespace chemora::device
