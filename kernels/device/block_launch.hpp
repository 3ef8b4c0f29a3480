// What launches on blocks of threads have in common, whatever the device: their number, and arguments by value.
#pragma once

#include "kernels/device/device.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace chemora::device {

bool is_empty(chemora_kernel_arguments const& arguments);

/// Blocks per axis that cover the box.
std::array<std::size_t, 3> blocks_for(chemora_kernel_arguments const& arguments, LaunchShape const& shape);

/// The bytes of `struct chemora_device_arguments` as the emitters declare it: the members up to `iteration`, then the
/// parameters' values in place of the pointer to them.
std::vector<std::byte> by_value(chemora_kernel_arguments const& arguments, int n_parameters);

/// Writes a source that does not compile to a file that only this user can read. Returns its path for the error
/// message, or a note in parentheses where no file was written.
std::string save_failed_source(CompileRequest const& request, std::string const& suffix);

} // namespace chemora::device
