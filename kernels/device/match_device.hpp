// Devices as users name them.
#pragma once

#include <string>

namespace chemora::device {

/// Whether `said` means the device: its number in a list, a part of its name in any case, or nothing, which means all.
bool is_meant(std::string const& said, int number, std::string const& name);

/// A name as one word, for plans: `NVIDIA-H200`.
std::string one_word(std::string const& name);

} // namespace chemora::device
