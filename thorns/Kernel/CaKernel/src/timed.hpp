// How long something takes.
#pragma once

#include <chrono>

namespace ca_kernel {

/// Adds the time that `work` takes to `seconds`.
template <typename Work>
auto timed(double& seconds, Work const& work) {
  auto const start = std::chrono::steady_clock::now();
  auto result = work();
  seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

} // namespace ca_kernel
