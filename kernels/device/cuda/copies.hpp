/// Copies of boxes between host and device, and within the device.
#pragma once

#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/device.hpp"

#include <array>
#include <span>
#include <vector>

namespace chemora::device {

/// Copies a box between an array on the host and an array on the device through two pinned buffers. The processor packs
/// or unpacks one buffer while the bus transfers the other buffer.
class StagedCopies {
public:
  explicit StagedCopies(CudaSession const& session);
  ~StagedCopies();
  StagedCopies(StagedCopies const&) = delete;
  StagedCopies& operator=(StagedCopies const&) = delete;

  /// to_device() and to_host() return the number of bytes copied. to_device() returns after it has read the host's
  /// array; the stream then writes the device's array. to_host() returns after the host's array has been written.
  std::size_t to_device(CudaPointer on_device, void const* on_host, ArrayShape const& shape, base::Box const& box);
  std::size_t to_host(void* on_host, CudaPointer on_device, ArrayShape const& shape, base::Box const& box);

  /// Divides the box into parts of at most `max_points` points, along the slowest axis that has more than one point.
  static std::vector<base::Box> parts_of(base::Box const& box, std::size_t max_points);

private:
  /// Pinned memory, and the event that is recorded after the last transfer of this memory.
  struct Buffer {
    void* memory = nullptr;
    CudaEvent done = nullptr;
  };

  Buffer& next_buffer();
  void start(CudaCopy const& copy, Buffer const& buffer) const;

  CudaSession const& session_;
  std::array<Buffer, 2> buffers_;
  std::size_t next_ = 0;
};

/// Copies several boxes in one transfer: to_host() gathers the boxes in a device buffer and transfers it, to_device()
/// transfers the buffer and scatters it. within() copies boxes between arrays of the device.
class PackedCopies {
public:
  explicit PackedCopies(CudaSession const& session);
  ~PackedCopies();
  PackedCopies(PackedCopies const&) = delete;
  PackedCopies& operator=(PackedCopies const&) = delete;

  /// Copies boxes of device arrays to `packed`, and returns when `packed` holds the values.
  void to_host(void* packed, std::span<ArrayBox const> boxes);
  /// Copies `packed` to boxes of device arrays, and returns when `packed` has been read. The transfer may run at the
  /// same time as earlier kernels. The stream writes the arrays after these kernels have finished.
  void to_device(std::span<ArrayBox const> boxes, void const* packed);
  /// Copies from[i] to to[i] for each i, in the order of the stream.
  void within(std::span<ArrayBox const> from, std::span<ArrayBox const> to);

private:
  void reserve(std::size_t bytes);
  void release() noexcept;
  void start(CudaCopy const& copy, CudaStream stream) const;
  void start(CudaCopy const& copy) const { start(copy, session_.stream()); }
  void record(CudaEvent event, CudaStream stream) const;
  void let_wait(CudaStream stream, CudaEvent event) const;
  /// Describes a copy of `bytes` bytes between the pinned buffer and the device buffer.
  CudaCopy transfer(bool to_host, std::size_t bytes) const;

  CudaSession const& session_;
  void* pinned_ = nullptr;        ///< buffer on the host
  CudaPointer gathered_ = 0;      ///< buffer on the device
  std::size_t bytes_ = 0;         ///< size of each buffer
  CudaEvent arrived_ = nullptr;   ///< recorded after the last transfer from the pinned buffer
  CudaEvent scattered_ = nullptr; ///< recorded after the last copies from the device buffer into arrays
};

} // namespace chemora::device
