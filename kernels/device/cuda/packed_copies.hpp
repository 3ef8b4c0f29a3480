// Gathers boxes of arrays in the device's memory and takes them over the bus at once; the other way round, too; and
// from one array to another.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

#include <span>

namespace chemora::device {

class PackedCopies {
public:
  explicit PackedCopies(CudaSession const& session);
  ~PackedCopies();
  PackedCopies(PackedCopies const&) = delete;
  PackedCopies& operator=(PackedCopies const&) = delete;

  /// Returns when `packed` holds the values.
  void to_host(void* packed, std::span<ArrayBox const> boxes);
  /// Returns when `packed` has been read. It crosses the bus beside the kernels that were launched before, once what
  /// came before it has left the buffer; the arrays are written in the order of the stream.
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
  void* pinned_ = nullptr; ///< on the host
  CudaPointer gathered_ = 0;
  std::size_t bytes_ = 0;                             ///< of either
  CudaEvent arrived_ = nullptr, scattered_ = nullptr; ///< what came last: from the pinned buffer, into the arrays
};

} // namespace chemora::device
