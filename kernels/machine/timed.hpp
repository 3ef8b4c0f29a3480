/// The time of a monotonic clock, and a function that measures the duration of a call.
#pragma once

namespace chemora::machine {

/// Returns the time of a monotonic clock in seconds.
double wall_seconds();

/// Calls `work`, adds the duration of the call to `seconds`, and returns the result of `work`.
template <typename Work>
auto timed(double& seconds, Work const& work) {
  double const start = wall_seconds();
  auto result = work();
  seconds += wall_seconds() - start;
  return result;
}

} // namespace chemora::machine
