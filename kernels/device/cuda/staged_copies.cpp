// Packs, copies, unpacks; two buffers take turns.
#include "kernels/device/cuda/staged_copies.hpp"

#include "kernels/device/cuda/copy_sides.hpp"

#include <cstring>

namespace chemora::device {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{8} << 20; // packing 8 MiB takes far longer than starting a copy
constexpr unsigned event_without_time = 2;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

/// Visits the rows of `part`: byte offset in the array, byte offset in the packed buffer, length.
template <typename Visit>
void for_rows(ArrayShape const& shape, base::Box const& part, Visit const& visit) {
  std::size_t const row_bytes = shape.element_size * count(part.extent(0));
  std::size_t packed = 0;
  for (int z = part.lower[2]; z < part.upper[2]; ++z)
    for (int y = part.lower[1]; y < part.upper[1]; ++y, packed += row_bytes) {
      std::size_t const row = count(z) * count(shape.extent[1]) + count(y);
      visit(shape.element_size * (row * count(shape.extent[0]) + count(part.lower[0])), packed, row_bytes);
    }
}

std::size_t bytes_of(ArrayShape const& shape, base::Box const& part) {
  return shape.element_size * count(part.extent(0)) * count(part.extent(1)) * count(part.extent(2));
}

} // namespace

StagedCopies::StagedCopies(CudaSession const& session) : session_(session) {
  session_.enter();
  for (Buffer& buffer : buffers_) {
    check_cuda(cuda().allocate_pinned(&buffer.memory, buffer_bytes, 0), "cuMemHostAlloc", session_.name());
    check_cuda(cuda().create_event(&buffer.done, event_without_time), "cuEventCreate", session_.name());
  }
}

StagedCopies::~StagedCopies() {
  try {
    session_.finish();
  } catch (DeviceError const&) { // whoever asks next is told
  }
  for (Buffer const& buffer : buffers_) {
    if (buffer.memory) cuda().release_pinned(buffer.memory);
    if (buffer.done) cuda().destroy_event(buffer.done);
  }
}

std::vector<base::Box> StagedCopies::parts_of(base::Box const& box, std::size_t most_points) {
  std::vector<base::Box> parts, pending{box};
  while (!pending.empty()) {
    base::Box const whole = pending.back();
    pending.pop_back();
    if (whole.is_empty()) continue;
    if (count(whole.extent(0)) * count(whole.extent(1)) * count(whole.extent(2)) <= most_points) {
      parts.push_back(whole);
      continue;
    }
    int const axis = whole.extent(2) > 1 ? 2 : whole.extent(1) > 1 ? 1 : 0;
    base::Box low = whole, high = whole;
    low.upper[axis] = high.lower[axis] = whole.lower[axis] + whole.extent(axis) / 2;
    pending.push_back(high);
    pending.push_back(low);
  }
  return parts;
}

/// Waits until the buffer's last copy is done.
StagedCopies::Buffer& StagedCopies::next_buffer() {
  Buffer& buffer = buffers_[next_++ % buffers_.size()];
  check_cuda(cuda().wait_for_event(buffer.done), "cuEventSynchronize", session_.name());
  return buffer;
}

void StagedCopies::start(CudaCopy const& copy, Buffer const& buffer) const {
  check_cuda(cuda().copy_box(&copy, session_.stream()), "cuMemcpy3DAsync", session_.name());
  check_cuda(cuda().record_event(buffer.done, session_.stream()), "cuEventRecord", session_.name());
}

std::size_t StagedCopies::to_device(CudaPointer here, void const* on_host, ArrayShape const& shape,
                                    base::Box const& box) {
  session_.enter();
  std::size_t moved = 0;
  for (base::Box const& part : parts_of(intersect({{0, 0, 0}, shape.extent}, box), buffer_bytes / shape.element_size)) {
    Buffer const& buffer = next_buffer();
    for_rows(shape, part, [&](std::size_t in_array, std::size_t packed, std::size_t bytes) {
      std::memcpy(static_cast<char*>(buffer.memory) + packed, static_cast<char const*>(on_host) + in_array, bytes);
    });
    start(box_copy(packed_on_host(buffer.memory, shape, part), array_on_device(here, shape, part), shape, part),
          buffer);
    moved += bytes_of(shape, part);
  }
  return moved;
}

std::size_t StagedCopies::to_host(void* on_host, CudaPointer here, ArrayShape const& shape, base::Box const& box) {
  session_.enter();
  auto const parts = parts_of(intersect({{0, 0, 0}, shape.extent}, box), buffer_bytes / shape.element_size);
  auto const begin = [&](base::Box const& part) {
    Buffer const& buffer = next_buffer();
    start(box_copy(array_on_device(here, shape, part), packed_on_host(buffer.memory, shape, part), shape, part),
          buffer);
    return &buffer;
  };
  std::size_t moved = 0;
  Buffer const* current = parts.empty() ? nullptr : begin(parts[0]);
  for (std::size_t n = 0; n < parts.size(); ++n) {
    Buffer const* const following = n + 1 < parts.size() ? begin(parts[n + 1]) : nullptr;
    check_cuda(cuda().wait_for_event(current->done), "cuEventSynchronize", session_.name());
    for_rows(shape, parts[n], [&](std::size_t in_array, std::size_t packed, std::size_t bytes) {
      std::memcpy(static_cast<char*>(on_host) + in_array, static_cast<char const*>(current->memory) + packed, bytes);
    });
    moved += bytes_of(shape, parts[n]);
    current = following;
  }
  return moved;
}

} // namespace chemora::device
