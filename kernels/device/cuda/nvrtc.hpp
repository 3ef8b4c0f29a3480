// NVIDIA's run-time compiler, found when the program runs: CUDA C++ to machine code, no device needed.
#pragma once

#include "kernels/device/device.hpp"

#include <string>
#include <vector>

namespace chemora::device {

/// Options that keep the bits: no contraction, IEEE division and square root, denormal numbers.
std::vector<std::string> const& nvrtc_flags();

/// "NVRTC 13.0 (libnvrtc.so.13)". Throws DeviceError when there is none.
std::string nvrtc_version();
int nvrtc_major();

/// What to compile for: `sm_90` where the compiler knows it, or else the newest architecture it knows below that, in
/// the portable form `compute_80`, which the driver translates. Throws DeviceError when it knows none.
std::string nvrtc_target(std::string const& architecture);

/// The machine code for `sm_90`, or the portable text for `compute_90`. A text that does not compile gives an error
/// with the compiler's log and is kept in a file.
CompiledObject compile_cuda(CompileRequest const& request, std::string const& target);

/// What the compiler's log says of a kernel's machine code; per thread.
struct CudaResources {
  int registers = 0;
  int stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;
  double seconds = 0; ///< to compile
};

/// For an architecture that the compiler knows, such as `sm_90`. Throws DeviceError for a text that does not compile,
/// as in CompiledObject::error.
CudaResources cuda_resources(CompileRequest const& request, std::string const& architecture);

} // namespace chemora::device
