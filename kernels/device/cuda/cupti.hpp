// CUPTI, the profiling interface of NVIDIA's toolkit. It is opened when the program runs; neither it nor its headers
// are needed to build.
#pragma once

#include "kernels/device/dynamic_library.hpp"

#include <string>

namespace chemora::device {

using CuptiResult = int; ///< 0: success

/// Opens it at the first call. Throws DeviceError where there is none.
DynamicLibrary const& cupti_library();

/// Version and library.
std::string cupti_name();

/// Throws DeviceError naming the call, what CUPTI said, and what may be the reason.
void check_cupti(CuptiResult code, char const* call);

} // namespace chemora::device
