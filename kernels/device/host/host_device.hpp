// The processors of this machine as a device.
#pragma once

#include "kernels/device/device.hpp"

namespace chemora::device {

struct HostOptions {
  bool own_memory = false; ///< kernels work on copies of the host's arrays, as on an accelerator; for tests
};

/// Kernels work on the host's arrays in place, unless the device has memory of its own. They are compiled by the
/// compiler of find_compiler() into shared objects and loaded from memory. Without a working compiler
/// Properties::no_compiler has the reason. Throws DeviceError for a wrong CHEMORA_CXX.
std::unique_ptr<Device> make_host_device(HostOptions const& options = {});

/// A kernel that is compiled into the program. emit::emit_cpp documents the type of `function`.
std::unique_ptr<Module> make_built_in_module(void const* function);

} // namespace chemora::device
