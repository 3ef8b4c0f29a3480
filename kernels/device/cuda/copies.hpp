/// Copies of boxes between host and device, and within the device.
#pragma once

#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/device.hpp"

#include <array>
#include <span>
#include <vector>

namespace chemora::device {

/// Copies a box between an array on the host and one on the device, by way of two pinned buffers: the processor packs
/// or unpacks one of them while the bus transfers the other.
class StagedCopies {
public:
  explicit StagedCopies(CudaSession const& session);
  ~StagedCopies();
  StagedCopies(StagedCopies const&) = delete;
  StagedCopies& operator=(StagedCopies const&) = delete;

  /// Both return the bytes copied. to_device() returns when the host's array has been read; the device's array is
  /// written in the order of the stream. to_host() returns when the host's array has been written.
  std::size_t to_device(CudaPointer on_device, void const* on_host, ArrayShape const& shape, base::Box const& box);
  std::size_t to_host(void* on_host, CudaPointer on_device, ArrayShape const& shape, base::Box const& box);

  /// Divides the box into parts of at most `max_points` points, along the slowest axis that has more than one point.
  static std::vector<base::Box> parts_of(base::Box const& box, std::size_t max_points);

private:
  /// Pinned memory, and the event after its last transfer.
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

/// Copies several boxes at once: gathers them in a buffer on the device and transfers this buffer, or the reverse. Also
/// copies boxes from one array to another.
class PackedCopies {
public:
  explicit PackedCopies(CudaSession const& session);
  ~PackedCopies();
  PackedCopies(PackedCopies const&) = delete;
  PackedCopies& operator=(PackedCopies const&) = delete;

  /// Returns when `packed` holds the values.
  void to_host(void* packed, std::span<ArrayBox const> boxes);
  /// Returns when `packed` has been read. The transfer runs at the same time as kernels that were launched before; the
  /// arrays are written in the order of the stream.
  void to_device(std::span<ArrayBox const> boxes, void const* packed);
  /// In the order of the stream.
  void within(std::span<ArrayBox const> from, std::span<ArrayBox const> to);

private:
  void reserve(std::size_t bytes);
  void release() noexcept;
  void start(CudaCopy const& copy, CudaStream stream) const;
  void start(CudaCopy const& copy) const { start(copy, session_.stream()); }
  void record(CudaEvent event, CudaStream stream) const;
  void let_wait(CudaStream stream, CudaEvent event) const;
  /// Between the two buffers, as one row.
  CudaCopy transfer(bool to_host, std::size_t bytes) const;

  CudaSession const& session_;
  void* pinned_ = nullptr;        ///< buffer on the host
  CudaPointer gathered_ = 0;      ///< buffer on the device
  std::size_t bytes_ = 0;         ///< size of each buffer
  CudaEvent arrived_ = nullptr;   ///< after the last transfer from the pinned buffer
  CudaEvent scattered_ = nullptr; ///< after the last copies from the device buffer into arrays
};

} // namespace chemora::device
