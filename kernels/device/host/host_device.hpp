// The processor we run on, as a device: its memory is the host's, its compiler the machine's C++ compiler.
#pragma once

#include "kernels/device/device.hpp"

namespace chemora::device {

struct HostOptions {
  bool own_memory = false; ///< kernels work on arrays beside the host's: a rehearsal of an accelerator
};

/// The host. Makes no copies unless it has memory of its own: kernels work on the host's arrays. Kernels are compiled
/// by `find_compiler()` into a shared object and loaded from memory, so no other process sees or needs a file.
/// Throws DeviceError when the machine has no C++ compiler; then nothing can be computed.
std::unique_ptr<Device> make_host_device(HostOptions const& options = {});

} // namespace chemora::device
