// The languages kernels are emitted in.
#pragma once

namespace chemora::emit {

enum class Language {
  cpp,    ///< GNU C++ with OpenMP, for the host
  opencl, ///< OpenCL C 1.2 with 64-bit reals
  cuda    ///< CUDA C++ as NVRTC compiles it
};

} // namespace chemora::emit
