// A stand-in for a device that runs blocks of threads: CUDA C++ compiled for the host, its threads taking turns.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::testing_support {

/// Takes CUDA C++, has memory of its own, and runs block after block, and of a block thread after thread, each up to
/// its next barrier. Ends the process where some threads of a block end while others wait.
std::unique_ptr<device::Device> make_threads_on_host();

/// Removes the source that a message names, so that a test that passes leaves nothing behind.
void remove_kept_source(std::string const& message);

} // namespace chemora::testing_support
