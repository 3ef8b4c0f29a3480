// OpenCL kernels give the bits of the interpreter, and functions are within 2 ulp of the host's.
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/devices/block_device_tests.hpp"

namespace chemora::testing_support {

INSTANTIATE_TEST_SUITE_P(Opencl, BlockDevice, testing::Values(+[] { return device::make_opencl_device(); }));

} // namespace chemora::testing_support
