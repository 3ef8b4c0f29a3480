/// Compiles CUDA kernels with NVRTC, which is opened at run time and needs no device.
#pragma once

#include "kernels/device/device.hpp"

#include <string>
#include <vector>

namespace chemora::device {

/// Compiler options that keep results bitwise equal to the host: no contraction, IEEE division and square root,
/// denormal numbers.
std::vector<std::string> const& nvrtc_flags();

/// Returns the version and file name of NVRTC, such as "NVRTC 13.0 (libnvrtc.so.13)". Throws DeviceError if NVRTC is
/// not installed.
std::string nvrtc_version();
int nvrtc_major();

/// Returns the compilation target for an architecture such as `sm_90`. The target is the architecture itself if NVRTC
/// supports it. Otherwise it is the newest older architecture in portable form, such as `compute_80`, which the driver
/// translates. Throws DeviceError if NVRTC supports no older architecture.
std::string nvrtc_target(std::string const& architecture);

/// Compiles to machine code for a target such as `sm_90`, or to portable code for a target such as `compute_90`. If the
/// source does not compile, CompiledObject::error contains the compiler's log and the path of the saved source.
CompiledObject compile_cuda(CompileRequest const& request, std::string const& target);

/// Resources of a kernel per thread, from the compiler's log.
struct CudaResources {
  int registers = 0;
  int stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;
  double seconds = 0; ///< duration of the compilation
};

/// Compiles the source for an architecture that NVRTC supports, such as `sm_90`, and returns the kernel's resources.
/// Throws DeviceError if the source does not compile.
CudaResources cuda_resources(CompileRequest const& request, std::string const& architecture);

} // namespace chemora::device
