// Covers boxes with blocks and packs arguments.
#include "kernels/device/block_launch.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace chemora::device {

static_assert(offsetof(chemora_kernel_arguments, parameters) == 128,
              "the parameters of a device begin where the host has the pointer to them");

bool is_empty(chemora_kernel_arguments const& arguments) {
  for (int axis = 0; axis < 3; ++axis)
    if (arguments.upper[axis] <= arguments.lower[axis]) return true;
  return false;
}

std::array<std::size_t, 3> blocks_for(chemora_kernel_arguments const& arguments, LaunchShape const& shape) {
  std::array<std::size_t, 3> blocks{1, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    int const extent = arguments.upper[axis] - arguments.lower[axis], tile = shape.tile[axis];
    if (tile > 0) blocks[axis] = static_cast<std::size_t>((extent + tile - 1) / tile);
  }
  return blocks;
}

std::vector<std::byte> by_value(chemora_kernel_arguments const& arguments, int n_parameters) {
  constexpr std::size_t head = offsetof(chemora_kernel_arguments, parameters);
  std::vector<std::byte> bytes(head + static_cast<std::size_t>(n_parameters) * sizeof(double));
  std::memcpy(bytes.data(), &arguments, head);
  if (n_parameters > 0) std::memcpy(bytes.data() + head, arguments.parameters, bytes.size() - head);
  return bytes;
}

std::string save_failed_source(CompileRequest const& request, std::string const& suffix) {
  if (!request.saves_failed_source) return "(no file)";
  char const* const base = std::getenv("TMPDIR");
  std::string folder = std::string(base && *base == '/' ? base : "/tmp") + "/chemora-XXXXXX";
  if (!mkdtemp(folder.data())) return "(no folder " + folder + " can be made for it)";
  std::string name = request.kernel.substr(0, 100);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  std::string const path = folder + "/" + name + suffix;
  std::ofstream file(path, std::ios::binary);
  file << request.source;
  file.close();
  return file ? path : "(no room for it in " + folder + ")";
}

} // namespace chemora::device
