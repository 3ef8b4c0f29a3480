// The device of this process and the arrays in its memory.
#pragma once

#include "kernels/arrays/device_arrays.hpp"

namespace device_arrays {

/// Made at the first call. Throws what making it throws.
chemora::device::Device& device();

/// Of the device above. There are none if it shares the host's memory.
chemora::arrays::DeviceArrays& arrays();

} // namespace device_arrays
