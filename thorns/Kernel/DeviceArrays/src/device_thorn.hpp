// What a device thorn says and asks: how its device is made, and whether that is possible.
#pragma once

#include "kernels/device/device.hpp"

#include <memory>
#include <string>

namespace device_arrays {

/// Makes the device of this process; called once, after parameters have their values. May throw: the run then ends with
/// the message.
using MakeDevice = std::unique_ptr<chemora::device::Device> (*)();

/// To be called at STARTUP by the active device thorn. Ends the run when another one has called it.
void provide(char const* thorn, MakeDevice make_device);

/// Makes the device now; empty, or why there is none.
std::string check();

} // namespace device_arrays
