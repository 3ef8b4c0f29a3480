#include "kernels/device/cuda/copies.hpp"

#include <cstring>
#include <utility>

namespace chemora::device {

namespace {

constexpr unsigned on_host_kind = 1, on_device_kind = 2;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

/// Describes a box of an array on the device for cuMemcpy3D.
CudaCopySide array_on_device(CudaPointer memory, ArrayShape const& shape, base::Box const& box) {
  return {.x_bytes = shape.element_size * count(box.lower[0]),
          .y = count(box.lower[1]),
          .z = count(box.lower[2]),
          .kind = on_device_kind,
          .device = memory,
          .pitch = shape.element_size * count(shape.extent[0]),
          .height = count(shape.extent[1])};
}

/// Describes a packed box, which has no padding between its rows, for cuMemcpy3D.
CudaCopySide packed_on_device(CudaPointer memory, ArrayShape const& shape, base::Box const& box) {
  return {.kind = on_device_kind,
          .device = memory,
          .pitch = shape.element_size * count(box.extent(0)),
          .height = count(box.extent(1))};
}

CudaCopySide packed_on_host(void* memory, ArrayShape const& shape, base::Box const& box) {
  return {.kind = on_host_kind,
          .host = memory,
          .pitch = shape.element_size * count(box.extent(0)),
          .height = count(box.extent(1))};
}

CudaCopy box_copy(CudaCopySide const& from, CudaCopySide const& to, ArrayShape const& shape, base::Box const& box) {
  return {from, to, shape.element_size * count(box.extent(0)), count(box.extent(1)), count(box.extent(2))};
}

constexpr std::size_t buffer_bytes = std::size_t{8} << 20; // large enough: packing 8 MiB takes far longer than starting
                                                           // a transfer
constexpr unsigned event_without_time = 2;

/// Calls `visit` for each row of a box, with the row's offset in the array, its offset in the packed buffer, and its
/// length, all in bytes.
template <typename Visit>
void for_packed_rows(ArrayShape const& shape, base::Box const& box, Visit const& visit) {
  std::size_t const row_bytes = shape.element_size * count(box.extent(0));
  std::size_t packed = 0;
  for (int z = box.lower[2]; z < box.upper[2]; ++z)
    for (int y = box.lower[1]; y < box.upper[1]; ++y, packed += row_bytes) {
      std::size_t const row = count(z) * count(shape.extent[1]) + count(y);
      visit(shape.element_size * (row * count(shape.extent[0]) + count(box.lower[0])), packed, row_bytes);
    }
}

std::size_t bytes_of(ArrayShape const& shape, base::Box const& box) {
  return shape.element_size * count(box.extent(0)) * count(box.extent(1)) * count(box.extent(2));
}

CudaCopySide side_of(ArrayBox const& box) {
  return array_on_device(reinterpret_cast<CudaPointer>(box.memory), box.shape, box.box);
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
  } catch (DeviceError const&) { // the next call reports it
  }
  for (Buffer const& buffer : buffers_) {
    if (buffer.memory) cuda().release_pinned(buffer.memory);
    if (buffer.done) cuda().destroy_event(buffer.done);
  }
}

std::vector<base::Box> StagedCopies::parts_of(base::Box const& box, std::size_t max_points) {
  std::vector<base::Box> parts, pending{box};
  while (!pending.empty()) {
    base::Box const whole = pending.back();
    pending.pop_back();
    if (whole.is_empty()) continue;
    if (count(whole.extent(0)) * count(whole.extent(1)) * count(whole.extent(2)) <= max_points) {
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

/// Returns the two buffers alternately. Waits until the last transfer of the returned buffer is done.
StagedCopies::Buffer& StagedCopies::next_buffer() {
  Buffer& buffer = buffers_[next_++ % buffers_.size()];
  check_cuda(cuda().wait_for_event(buffer.done), "cuEventSynchronize", session_.name());
  return buffer;
}

void StagedCopies::start(CudaCopy const& copy, Buffer const& buffer) const {
  check_cuda(cuda().copy_box(&copy, session_.stream()), "cuMemcpy3DAsync", session_.name());
  check_cuda(cuda().record_event(buffer.done, session_.stream()), "cuEventRecord", session_.name());
}

std::size_t StagedCopies::to_device(CudaPointer on_device, void const* on_host, ArrayShape const& shape,
                                    base::Box const& box) {
  session_.enter();
  std::size_t copied = 0;
  for (base::Box const& part : parts_of(intersect({{0, 0, 0}, shape.extent}, box), buffer_bytes / shape.element_size)) {
    Buffer const& buffer = next_buffer();
    for_packed_rows(shape, part, [&](std::size_t in_array, std::size_t packed, std::size_t bytes) {
      std::memcpy(static_cast<char*>(buffer.memory) + packed, static_cast<char const*>(on_host) + in_array, bytes);
    });
    start(box_copy(packed_on_host(buffer.memory, shape, part), array_on_device(on_device, shape, part), shape, part),
          buffer);
    copied += bytes_of(shape, part);
  }
  return copied;
}

std::size_t StagedCopies::to_host(void* on_host, CudaPointer on_device, ArrayShape const& shape, base::Box const& box) {
  session_.enter();
  auto const parts = parts_of(intersect({{0, 0, 0}, shape.extent}, box), buffer_bytes / shape.element_size);
  auto const begin = [&](base::Box const& part) {
    Buffer const& buffer = next_buffer();
    start(box_copy(array_on_device(on_device, shape, part), packed_on_host(buffer.memory, shape, part), shape, part),
          buffer);
    return &buffer;
  };
  std::size_t copied = 0;
  Buffer const* current = parts.empty() ? nullptr : begin(parts[0]);
  for (std::size_t n = 0; n < parts.size(); ++n) {
    Buffer const* const following = n + 1 < parts.size() ? begin(parts[n + 1]) : nullptr;
    check_cuda(cuda().wait_for_event(current->done), "cuEventSynchronize", session_.name());
    for_packed_rows(shape, parts[n], [&](std::size_t in_array, std::size_t packed, std::size_t bytes) {
      std::memcpy(static_cast<char*>(on_host) + in_array, static_cast<char const*>(current->memory) + packed, bytes);
    });
    copied += bytes_of(shape, parts[n]);
    current = following;
  }
  return copied;
}

PackedCopies::PackedCopies(CudaSession const& session) : session_(session) {
  session_.enter();
  for (CudaEvent* const event : {&arrived_, &scattered_})
    check_cuda(cuda().create_event(event, event_without_time), "cuEventCreate", session_.name());
}

PackedCopies::~PackedCopies() {
  release();
  for (CudaEvent const event : {arrived_, scattered_})
    if (event) cuda().destroy_event(event);
}

void PackedCopies::release() noexcept {
  try {
    session_.finish();
  } catch (DeviceError const&) { // the next call reports it
  }
  bytes_ = 0;
  if (pinned_) cuda().release_pinned(std::exchange(pinned_, nullptr));
  if (gathered_) cuda().release(std::exchange(gathered_, 0));
}

void PackedCopies::reserve(std::size_t bytes) {
  session_.enter();
  if (bytes <= bytes_) return;
  release();
  check_cuda(cuda().allocate_pinned(&pinned_, bytes, 0), "cuMemHostAlloc", session_.name());
  check_cuda(cuda().allocate(&gathered_, bytes), "cuMemAlloc", session_.name());
  bytes_ = bytes;
}

void PackedCopies::start(CudaCopy const& copy, CudaStream stream) const {
  check_cuda(cuda().copy_box(&copy, stream), "cuMemcpy3DAsync", session_.name());
}

void PackedCopies::record(CudaEvent event, CudaStream stream) const {
  check_cuda(cuda().record_event(event, stream), "cuEventRecord", session_.name());
}

void PackedCopies::let_wait(CudaStream stream, CudaEvent event) const {
  check_cuda(cuda().let_stream_wait(stream, event, 0), "cuStreamWaitEvent", session_.name());
}

CudaCopy PackedCopies::transfer(bool to_host, std::size_t bytes) const {
  ArrayShape const row{{1, 1, 1}, bytes};
  base::Box const whole{{0, 0, 0}, {1, 1, 1}};
  auto const device_side = packed_on_device(gathered_, row, whole), host_side = packed_on_host(pinned_, row, whole);
  return to_host ? box_copy(device_side, host_side, row, whole) : box_copy(host_side, device_side, row, whole);
}

void PackedCopies::to_host(void* packed, std::span<ArrayBox const> boxes) {
  std::size_t const bytes = bytes_of(boxes);
  if (bytes == 0) return;
  reserve(bytes);
  CudaPointer packed_box = gathered_;
  for (ArrayBox const& box : boxes) {
    if (box.bytes() == 0) continue;
    start(box_copy(side_of(box), packed_on_device(packed_box, box.shape, box.box), box.shape, box.box));
    packed_box += box.bytes();
  }
  start(transfer(true, bytes));
  session_.finish();
  std::memcpy(packed, pinned_, bytes);
}

void PackedCopies::to_device(std::span<ArrayBox const> boxes, void const* packed) {
  std::size_t const bytes = bytes_of(boxes);
  if (bytes == 0) return;
  reserve(bytes);
  // The next transfer may overwrite the pinned buffer after the last transfer from the pinned buffer is done. It may
  // overwrite the device buffer after the last copies from the device buffer are done.
  check_cuda(cuda().wait_for_event(arrived_), "cuEventSynchronize", session_.name());
  std::memcpy(pinned_, packed, bytes);
  let_wait(session_.transfers(), scattered_);
  start(transfer(false, bytes), session_.transfers());
  record(arrived_, session_.transfers());
  let_wait(session_.stream(), arrived_);
  CudaPointer packed_box = gathered_;
  for (ArrayBox const& box : boxes) {
    if (box.bytes() == 0) continue;
    start(box_copy(packed_on_device(packed_box, box.shape, box.box), side_of(box), box.shape, box.box));
    packed_box += box.bytes();
  }
  record(scattered_, session_.stream());
}

void PackedCopies::within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) {
  session_.enter();
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i].bytes() > 0) start(box_copy(side_of(from[i]), side_of(to[i]), from[i].shape, from[i].box));
}

} // namespace chemora::device
