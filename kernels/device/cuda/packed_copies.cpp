// Boxes go to and from one buffer on the device; that one and a pinned buffer exchange their contents.
#include "kernels/device/cuda/packed_copies.hpp"

#include "kernels/device/cuda/copy_sides.hpp"

#include <cstring>
#include <utility>

namespace chemora::device {

namespace {

constexpr unsigned event_without_time = 2;

CudaCopySide side_of(ArrayBox const& part) {
  return array_on_device(reinterpret_cast<CudaPointer>(part.memory), part.shape, part.box);
}

} // namespace

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
  } catch (DeviceError const&) { // whoever asks next is told
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
  auto const here = packed_on_device(gathered_, row, whole), there = packed_on_host(pinned_, row, whole);
  return to_host ? box_copy(here, there, row, whole) : box_copy(there, here, row, whole);
}

void PackedCopies::to_host(void* packed, std::span<ArrayBox const> boxes) {
  std::size_t const bytes = bytes_of(boxes);
  if (bytes == 0) return;
  reserve(bytes);
  CudaPointer place = gathered_;
  for (ArrayBox const& part : boxes) {
    if (part.bytes() == 0) continue;
    start(box_copy(side_of(part), packed_on_device(place, part.shape, part.box), part.shape, part.box));
    place += part.bytes();
  }
  start(transfer(true, bytes));
  session_.finish();
  std::memcpy(packed, pinned_, bytes);
}

void PackedCopies::to_device(std::span<ArrayBox const> boxes, void const* packed) {
  std::size_t const bytes = bytes_of(boxes);
  if (bytes == 0) return;
  reserve(bytes);
  check_cuda(cuda().wait_for_event(arrived_), "cuEventSynchronize", session_.name()); // the pinned buffer is free
  std::memcpy(pinned_, packed, bytes);
  let_wait(session_.transfers(), scattered_); // the one on the device is
  start(transfer(false, bytes), session_.transfers());
  record(arrived_, session_.transfers());
  let_wait(session_.stream(), arrived_);
  CudaPointer place = gathered_;
  for (ArrayBox const& part : boxes) {
    if (part.bytes() == 0) continue;
    start(box_copy(packed_on_device(place, part.shape, part.box), side_of(part), part.shape, part.box));
    place += part.bytes();
  }
  record(scattered_, session_.stream());
}

void PackedCopies::within(std::span<ArrayBox const> from, std::span<ArrayBox const> to) {
  session_.enter();
  for (std::size_t i = 0; i < from.size(); ++i)
    if (from[i].bytes() > 0) start(box_copy(side_of(from[i]), side_of(to[i]), from[i].shape, from[i].box));
}

} // namespace chemora::device
