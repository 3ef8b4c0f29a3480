// Copies boxes of arrays by way of pinned memory, which the bus reads and writes while the processor packs the next
// part.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

#include <array>
#include <vector>

namespace chemora::device {

class StagedCopies {
public:
  explicit StagedCopies(CudaSession const& session);
  ~StagedCopies();
  StagedCopies(StagedCopies const&) = delete;
  StagedCopies& operator=(StagedCopies const&) = delete;

  /// Returns when the host's array has been read; the device's is written in the order of the stream.
  std::size_t to_device(CudaPointer here, void const* on_host, ArrayShape const& shape, base::Box const& box);
  /// Returns when the host's array has been written.
  std::size_t to_host(void* on_host, CudaPointer here, ArrayShape const& shape, base::Box const& box);

  /// The box in parts of at most `most_points` points, cut along the slowest axis that can be.
  static std::vector<base::Box> parts_of(base::Box const& box, std::size_t most_points);

private:
  /// Pinned memory and the event after its last copy.
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

} // namespace chemora::device
