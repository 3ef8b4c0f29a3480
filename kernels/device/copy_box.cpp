// Copies boxes row by row: rows are contiguous, planes need not be.
#include "kernels/device/device.hpp"

#include <cstring>

namespace chemora::device {

std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box) {
  base::Box const whole{{0, 0, 0}, shape.extent};
  base::Box const part = intersect(whole, box);
  if (part.is_empty() || to == from) return 0;
  auto const row_bytes = shape.element_size * static_cast<std::size_t>(part.extent(0));
  for (int z = part.lower[2]; z < part.upper[2]; ++z)
    for (int y = part.lower[1]; y < part.upper[1]; ++y) {
      auto const row =
          static_cast<std::size_t>(z) * static_cast<std::size_t>(shape.extent[1]) + static_cast<std::size_t>(y);
      auto const first = shape.element_size *
                         (row * static_cast<std::size_t>(shape.extent[0]) + static_cast<std::size_t>(part.lower[0]));
      std::memcpy(static_cast<char*>(to) + first, static_cast<char const*>(from) + first, row_bytes);
    }
  return row_bytes * static_cast<std::size_t>(part.extent(1)) * static_cast<std::size_t>(part.extent(2));
}

} // namespace chemora::device
