// An emulated device that runs blocks of threads on the host. It compiles CUDA C++ for the host and executes the
// threads of a block in turn.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::testing_support {

/// Compiles CUDA C++ for the host, with separate memory. Blocks run one after the other, and so do the threads of a
/// block, each up to its next barrier. The process is terminated if some threads of a block end while others wait.
std::unique_ptr<device::Device> make_threads_on_host();

/// Removes the source file that an error message names, so that a passing test leaves no files.
void remove_kept_source(std::string const& message);

} // namespace chemora::testing_support
