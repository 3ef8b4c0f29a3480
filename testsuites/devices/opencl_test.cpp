// OpenCL kernels give results bitwise equal to those of the interpreter. Transcendental functions differ from the
// host's by at most 2 ulp.
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/devices/block_device_tests.hpp"

namespace chemora::testing_support {

INSTANTIATE_TEST_SUITE_P(Opencl, BlockDevice, testing::Values(+[] { return device::make_opencl_device(); }));

} // namespace chemora::testing_support
