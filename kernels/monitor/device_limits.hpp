// What a device can do, measured on it.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/machine/best_of_rounds.hpp"

#include <functional>

namespace chemora::monitor {

struct DeviceLimits {
  machine::BestOfRounds bandwidth;  ///< bytes per second of a = b + s c, each array counted once
  machine::BestOfRounds arithmetic; ///< additions and multiplications of real64 per second, not fused
};

/// On the host as kernels/machine measures it. Elsewhere by kernels that are emitted, compiled and launched as all
/// others are: a triad over arrays that no cache of the device holds, and chains of x f + t in registers. Takes about a
/// second and the memory of three such arrays: 32 to 256 MiB each, less where `n_on_node` processes share the node.
/// Collective, as machine::best_of_rounds is. Throws device::DeviceError.
DeviceLimits measure_limits(
    device::Device& device, int n_on_node = 1, std::function<void()> const& wait_for_all = [] {});

} // namespace chemora::monitor
