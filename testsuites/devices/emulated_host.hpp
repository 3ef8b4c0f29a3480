// A device that emulates a host with another processor. It consists of a cross compiler and an emulator that runs the
// compiled programs.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::testing_support {

struct Emulation {
  std::vector<std::string> compiler; ///< absolute path of the compiler, followed by the flags that select the processor
  std::vector<std::string> emulator; ///< absolute path of the emulator, followed by its arguments
};

/// Returns the compiler and emulator of an ARMv8 processor with vectors of 16 bytes. The programs are part of the
/// Debian packages g++-aarch64-linux-gnu and qemu-user. Throws device::DeviceError if a program is missing.
Emulation emulation_of_aarch64();

/// Returns a device that compiles C++ like the host. Each launch starts a process, which reads the arrays from a file
/// and writes the outputs back.
std::unique_ptr<device::Device> make_emulated_host(Emulation const& emulation);

} // namespace chemora::testing_support
