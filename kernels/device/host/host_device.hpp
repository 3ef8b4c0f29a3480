// The processor we run on, as a device: its memory is the host's, its compiler the machine's C++ compiler.
#pragma once

#include "kernels/device/device.hpp"

namespace chemora::device {

struct HostOptions {
  bool own_memory = false; ///< kernels work on arrays beside the host's: a rehearsal of an accelerator
};

/// The host. Makes no copies unless it has memory of its own: kernels work on the host's arrays. Kernels are compiled
/// by `find_compiler()` into a shared object and loaded from memory, so no other process sees or needs a file. Without
/// a compiler that works, Properties::no_compiler says why. Throws DeviceError for a wrong CHEMORA_CXX.
std::unique_ptr<Device> make_host_device(HostOptions const& options = {});

/// A kernel that is part of the program: `function` is of the type that emit::emit_cpp tells.
std::unique_ptr<Module> make_built_in_module(void const* function);

} // namespace chemora::device
