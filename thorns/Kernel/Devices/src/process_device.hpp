/// The device of this process and the arrays in its memory.
#pragma once

#include "kernels/arrays/device_arrays.hpp"

#include <memory>

namespace devices {

/// Returns the device and creates it at the first call, which is collective if Devices::kind is not "host". If the
/// device cannot be created, every call throws std::runtime_error with the same message.
chemora::device::Device& device();

/// The arrays in the memory of device(). They are unused if the device shares the host's memory.
chemora::arrays::DeviceArrays& arrays();

/// A function that creates the device of this process. It is called once, after all parameters are set. If it throws
/// an exception, the run ends with the exception's message.
using MakeDevice = std::unique_ptr<chemora::device::Device> (*)();

/// Replaces the kinds of Devices::kind by a device that the calling thorn provides. Thorns call provide() at
/// STARTUP. Ends the run if another thorn has called it.
void provide(char const* thorn, MakeDevice make_device);

} // namespace devices
