/// The wall clock of all measured times, and a function that adds the duration of some work to a total.
#pragma once

namespace chemora::machine {

/// Seconds of a monotonic clock.
double wall_seconds();

/// Adds the duration of `work` to `seconds`. Returns its result.
template <typename Work>
auto timed(double& seconds, Work const& work) {
  double const start = wall_seconds();
  auto result = work();
  seconds += wall_seconds() - start;
  return result;
}

} // namespace chemora::machine
