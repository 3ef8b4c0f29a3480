#include "kernels/device/block_device.hpp"

#include "framework/base/text.hpp"
#include "kernels/device/private_folder.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstring>

namespace chemora::device {

namespace {

static_assert(offsetof(chemora_kernel_arguments, parameters) == 128,
              "chemora_device_arguments has the parameters where chemora_kernel_arguments has the pointer to them");

} // namespace

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
  try {
    PrivateFolder folder;
    auto const path = folder.path() / (file_name_of(request.kernel.substr(0, 100)) + suffix);
    write_all(path, request.source);
    folder.retain();
    return path.string();
  } catch (DeviceError const& error) {
    return fmt::format("(no file: {})", error.what());
  }
}

bool matches(std::string const& pattern, int number, std::string const& name) {
  if (pattern.empty()) return true;
  int value = 0;
  auto const [end, error] = std::from_chars(pattern.data(), pattern.data() + pattern.size(), value);
  if (error == std::errc() && end == pattern.data() + pattern.size()) return value == number;
  return base::lower_case(name).find(base::lower_case(pattern)) != std::string::npos;
}

std::string one_word(std::string const& name) {
  std::string word;
  for (char const c : name) {
    bool const is_allowed =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (is_allowed)
      word += c;
    else if (!word.empty() && word.back() != '-')
      word += '-';
  }
  while (!word.empty() && word.back() == '-') word.pop_back();
  return word;
}

} // namespace chemora::device
