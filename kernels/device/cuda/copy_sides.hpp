// Boxes of arrays, and boxes that are packed, as the driver's copies take them.
#pragma once

#include "kernels/device/cuda/driver.hpp"
#include "kernels/device/device.hpp"

namespace chemora::device {

/// The points of `part` in an array, and rows of such a part one after the other.
CudaCopySide array_on_device(CudaPointer memory, ArrayShape const& shape, base::Box const& part);
CudaCopySide packed_on_device(CudaPointer memory, ArrayShape const& shape, base::Box const& part);
CudaCopySide packed_on_host(void* memory, ArrayShape const& shape, base::Box const& part);

CudaCopy box_copy(CudaCopySide const& from, CudaCopySide const& to, ArrayShape const& shape, base::Box const& part);

} // namespace chemora::device
