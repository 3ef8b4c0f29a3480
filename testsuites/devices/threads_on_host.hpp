// A stand-in for a device that runs blocks of threads: CUDA C++ compiled for the host, its threads taking turns.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::testing_support {

/// Compiles CUDA C++ for the host, with separate memory. Blocks run one after the other, and so do the threads of a
/// block, each up to its next barrier. The process is terminated if some threads of a block end while others wait.
std::unique_ptr<device::Device> make_threads_on_host();

/// Removes the source that a message names, so that a test that passes leaves no files.
void remove_kept_source(std::string const& message);

} // namespace chemora::testing_support
