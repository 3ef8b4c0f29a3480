// Measured limits of a device, and those that earlier runs cached.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/machine/best_of_rounds.hpp"
#include "kernels/monitor/kernel_report.hpp"

#include <functional>
#include <optional>
#include <string>

namespace chemora::monitor {

struct DeviceLimits {
  machine::BestOfRounds bandwidth;  ///< bytes per second of a = b + s c, each array counted once
  machine::BestOfRounds arithmetic; ///< additions and multiplications of real64 per second, not fused
};

/// On the host, kernels/machine measures the limits. On other devices, kernels do that are emitted, compiled and
/// launched like all others: a triad over arrays that exceed the caches of the device, and chains of x f + t in
/// registers. Takes about a second and the memory of three arrays of 32 to 256 MiB, or less if `n_on_node` processes
/// share the node. Collective, like machine::best_of_rounds. Throws device::DeviceError.
DeviceLimits measure_limits(
    device::Device& device, int n_on_node = 1, std::function<void()> const& wait_for_all = [] {});

/// The text of cached limits, which contains all members but `how`. limits_from(to_text(l)) == l; empty for other
/// texts.
std::string to_text(Limits const& limits);
std::optional<Limits> limits_from(std::string const& text);

/// Whether limits must be measured again at the time `now`: the measurement was disturbed, and ten minutes have passed,
/// after which the machine may be idle.
bool must_be_measured_again(Limits const& cached, std::int64_t now);

/// The larger value of `measured` and `cached` for each limit, because the best measurement is the closest to the
/// limit.
Limits better_of(Limits const& measured, std::optional<Limits> const& cached);

} // namespace chemora::monitor
