// A stand-in for a device that runs blocks of threads: CUDA C++ compiled for the host, thread after thread.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::testing_support {

/// Takes CUDA C++, has memory of its own, and runs the threads of all blocks one after the other, which is as good as
/// any other order for kernels whose threads do not wait for each other.
std::unique_ptr<device::Device> make_threads_on_host();

/// Removes the source that a message says is kept, so that a test that passes leaves nothing behind.
void remove_kept_source(std::string const& message);

} // namespace chemora::testing_support
