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

/// The same on all processes together; the first one tells who computes on which device. `parameters` begins the
/// reason: what the user said, as `DeviceX::device = "3"`.
std::string check_and_tell(std::string const& parameters);

} // namespace device_arrays
