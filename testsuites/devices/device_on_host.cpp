#include "testsuites/devices/device_on_host.hpp"

#include "kernels/device/host/host_device.hpp"

namespace chemora::testing_support {

DeviceOnHost::DeviceOnHost() : host_(device::make_host_device()), properties_(host_->properties()) {
  properties_.shares_host_memory = false;
}

} // namespace chemora::testing_support
