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

} // namespace chemora::device
