// Copies boxes row by row: rows are contiguous, planes need not be.
#include "kernels/device/device.hpp"

#include <cstring>

namespace chemora::device {

namespace {

/// Byte offset of a point in an array.
std::size_t offset_of(ArrayShape const& shape, int x, int y, int z) {
  auto const row =
      static_cast<std::size_t>(z) * static_cast<std::size_t>(shape.extent[1]) + static_cast<std::size_t>(y);
  return shape.element_size * (row * static_cast<std::size_t>(shape.extent[0]) + static_cast<std::size_t>(x));
}

/// Visits the rows of a box that lies in the array: byte offset in the array, length.
template <typename Visit>
void for_rows(ArrayShape const& shape, base::Box const& part, Visit const& visit) {
  auto const row_bytes = shape.element_size * static_cast<std::size_t>(part.extent(0));
  for (int z = part.lower[2]; z < part.upper[2]; ++z)
    for (int y = part.lower[1]; y < part.upper[1]; ++y) visit(offset_of(shape, part.lower[0], y, z), row_bytes);
}

} // namespace

std::size_t bytes_of(std::span<ArrayBox const> boxes) {
  std::size_t bytes = 0;
  for (ArrayBox const& box : boxes) bytes += box.bytes();
  return bytes;
}

std::size_t copy_box(void* to, void const* from, ArrayShape const& shape, base::Box const& box) {
  base::Box const part = intersect({{0, 0, 0}, shape.extent}, box);
  if (part.is_empty() || to == from) return 0;
  for_rows(shape, part, [&](std::size_t at, std::size_t bytes) {
    std::memcpy(static_cast<char*>(to) + at, static_cast<char const*>(from) + at, bytes);
  });
  return shape.element_size * static_cast<std::size_t>(part.n_points());
}

void pack_boxes(void* packed, std::span<ArrayBox const> boxes) {
  auto* to = static_cast<char*>(packed);
  for (ArrayBox const& box : boxes)
    for_rows(box.shape, box.box, [&](std::size_t at, std::size_t bytes) {
      std::memcpy(to, static_cast<char const*>(box.memory) + at, bytes);
      to += bytes;
    });
}

void unpack_boxes(std::span<ArrayBox const> boxes, void const* packed) {
  auto const* from = static_cast<char const*>(packed);
  for (ArrayBox const& box : boxes)
    for_rows(box.shape, box.box, [&](std::size_t at, std::size_t bytes) {
      std::memcpy(static_cast<char*>(box.memory) + at, from, bytes);
      from += bytes;
    });
}

void copy_boxes(std::span<ArrayBox const> from, std::span<ArrayBox const> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    base::Box const &source = from[i].box, &target = to[i].box;
    auto const row_bytes = from[i].shape.element_size * static_cast<std::size_t>(source.extent(0));
    for (int z = 0; z < source.extent(2); ++z)
      for (int y = 0; y < source.extent(1); ++y)
        std::memcpy(static_cast<char*>(to[i].memory) +
                        offset_of(to[i].shape, target.lower[0], target.lower[1] + y, target.lower[2] + z),
                    static_cast<char const*>(from[i].memory) +
                        offset_of(from[i].shape, source.lower[0], source.lower[1] + y, source.lower[2] + z),
                    row_bytes);
  }
}

} // namespace chemora::device
