/// Compiles CUDA kernels with NVRTC, which is opened at run time and needs no device.
#pragma once

#include "kernels/device/device.hpp"

#include <string>
#include <vector>

namespace chemora::device {

/// Options that do not change bits: no contraction, IEEE division and square root, denormal numbers.
std::vector<std::string> const& nvrtc_flags();

/// "NVRTC 13.0 (libnvrtc.so.13)". Throws DeviceError if there is none.
std::string nvrtc_version();
int nvrtc_major();

/// The target for an architecture such as `sm_90`: the architecture itself if the compiler supports it. Otherwise the
/// newest older one in portable form, such as `compute_80`, which the driver translates. Throws DeviceError if there is
/// none.
std::string nvrtc_target(std::string const& architecture);

/// Machine code for `sm_90`, or portable code for `compute_90`. If the source does not compile, the result has an error
/// with the compiler's log and the file of the saved source.
CompiledObject compile_cuda(CompileRequest const& request, std::string const& target);

/// Resources of a kernel per thread, from the compiler's log.
struct CudaResources {
  int registers = 0;
  int stack_bytes = 0, spill_store_bytes = 0, spill_load_bytes = 0;
  double seconds = 0; ///< to compile
};

/// For an architecture that the compiler supports, such as `sm_90`. Throws DeviceError for a source that does not
/// compile.
CudaResources cuda_resources(CompileRequest const& request, std::string const& architecture);

} // namespace chemora::device
