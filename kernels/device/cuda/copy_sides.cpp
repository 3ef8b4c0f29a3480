// Fills the driver's structures.
#include "kernels/device/cuda/copy_sides.hpp"

namespace chemora::device {

namespace {

constexpr unsigned on_host_kind = 1, on_device_kind = 2;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

} // namespace

CudaCopySide array_on_device(CudaPointer memory, ArrayShape const& shape, base::Box const& part) {
  return {.x_bytes = shape.element_size * count(part.lower[0]),
          .y = count(part.lower[1]),
          .z = count(part.lower[2]),
          .kind = on_device_kind,
          .device = memory,
          .pitch = shape.element_size * count(shape.extent[0]),
          .height = count(shape.extent[1])};
}

CudaCopySide packed_on_device(CudaPointer memory, ArrayShape const& shape, base::Box const& part) {
  return {.kind = on_device_kind,
          .device = memory,
          .pitch = shape.element_size * count(part.extent(0)),
          .height = count(part.extent(1))};
}

CudaCopySide packed_on_host(void* memory, ArrayShape const& shape, base::Box const& part) {
  return {.kind = on_host_kind,
          .host = memory,
          .pitch = shape.element_size * count(part.extent(0)),
          .height = count(part.extent(1))};
}

CudaCopy box_copy(CudaCopySide const& from, CudaCopySide const& to, ArrayShape const& shape, base::Box const& part) {
  return {from, to, shape.element_size * count(part.extent(0)), count(part.extent(1)), count(part.extent(2))};
}

} // namespace chemora::device
