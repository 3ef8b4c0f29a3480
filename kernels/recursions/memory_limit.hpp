/// A limit of memory that several solvers have in common.
#pragma once

#include <string>
#include <vector>

namespace chemora::recursions {

class ProblemKernel;

/// Returns the share of a process in half of the memory that is available on its machine (base::available_memory).
/// `root` precedes the names of the system's files.
long memory_share(int n_processes, std::string const& root = "");

/// Kernels retain the memory of their last launch, so that the next one needs no allocation. If the next launch of any
/// kernel would exceed the limit, all kernels release their memory first.
class MemoryLimit {
public:
  explicit MemoryLimit(long max_bytes) : max_bytes_(max_bytes) {}
  MemoryLimit(MemoryLimit const&) = delete;
  MemoryLimit& operator=(MemoryLimit const&) = delete;

  long max_bytes() const { return max_bytes_; }
  /// Returns the bytes that all kernels hold now.
  double held_bytes() const;
  /// Call this function before an allocation of so many bytes, at most the limit. It releases the memory of all kernels
  /// if the limit would be exceeded.
  void provide(double bytes);

private:
  friend ProblemKernel; ///< adds itself to the kernels, and removes itself
  long max_bytes_;
  std::vector<ProblemKernel*> kernels_{};
};

} // namespace chemora::recursions
