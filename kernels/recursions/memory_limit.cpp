#include "kernels/recursions/memory_limit.hpp"

#include "framework/base/system_memory.hpp"
#include "kernels/recursions/problem_kernel.hpp"

namespace chemora::recursions {

long memory_share(int n_processes, std::string const& root) {
  return static_cast<long>(base::available_memory(root) / 2 / static_cast<std::uint64_t>(n_processes));
}

double MemoryLimit::held_bytes() const {
  double sum = 0;
  for (ProblemKernel const* const kernel : kernels_) sum += kernel->held_bytes();
  return sum;
}

void MemoryLimit::provide(double bytes) {
  if (held_bytes() + bytes <= static_cast<double>(max_bytes_)) return;
  for (ProblemKernel* const kernel : kernels_) kernel->release_memory();
}

} // namespace chemora::recursions
