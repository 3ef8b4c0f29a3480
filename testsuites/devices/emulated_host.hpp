// A stand-in for a host with another processor: a cross compiler, and an emulator that runs the compiled programs.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::testing_support {

struct Emulation {
  std::vector<std::string> compiler; ///< an absolute path and flags that choose the processor
  std::vector<std::string> emulator; ///< an absolute path and its arguments before the program
};

/// For a processor with the instruction set of ARMv8 and its vectors of 16 bytes: from Debian's packages
/// g++-aarch64-linux-gnu and qemu-user. Throws device::DeviceError naming a missing program.
Emulation emulation_of_aarch64();

/// Compiles C++ as the host does. Each launch is a process that reads the arrays and writes them back.
std::unique_ptr<device::Device> make_emulated_host(Emulation const& emulation);

} // namespace chemora::testing_support
