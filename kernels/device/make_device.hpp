// Creates a device of any kind.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>
#include <string>

namespace chemora::device {

/// Which device of a kind, and how it works. Each kind reads the members that apply to it.
struct DeviceOptions {
  bool own_memory = false;       ///< host: kernels work on copies of the host's arrays, as on an accelerator
  std::string platform{};        ///< OpenCL: number or part of the name; empty: any platform
  std::string device{};          ///< OpenCL, CUDA: number or part of the name; empty: any device
  int share = 0;                 ///< OpenCL, CUDA: takes matching device number `share` modulo their count
  bool replays_launches = false; ///< CUDA: counters come from repeating each kernel's first launch
};

/// The device of the kind with this language (plan::device_kinds). Throws DeviceError if there is none that works.
std::unique_ptr<Device> make_device(plan::Language language, DeviceOptions const& options);

} // namespace chemora::device
