/// The device of this process and the arrays in its memory.
#pragma once

#include "kernels/arrays/device_arrays.hpp"

#include <memory>

namespace devices {

/// Created at the first call, which is collective if Devices::kind is not "host". Throws std::runtime_error if it
/// cannot be created, at every call with the same message.
chemora::device::Device& device();

/// The arrays on that device. Unused if the device shares the host's memory.
chemora::arrays::DeviceArrays& arrays();

/// Creates the device of this process. Called once, after parameters have their values. If it throws, the run ends with
/// the message.
using MakeDevice = std::unique_ptr<chemora::device::Device> (*)();

/// For thorns that provide a device of their own, in place of the kinds that Devices::kind names. To be called at
/// STARTUP. Ends the run if another thorn has called it.
void provide(char const* thorn, MakeDevice make_device);

} // namespace devices
