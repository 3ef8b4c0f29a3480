// OpenCL kernels give results bitwise equal to those of the interpreter. Transcendental functions differ from the
// host's by at most 2 ulp.
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/devices/block_device_tests.hpp"

namespace chemora::testing_support {

INSTANTIATE_TEST_SUITE_P(Devices, BlockDevice,
                         testing::Values(NamedDevice{"opencl", [] { return device::make_opencl_device(); }}),
                         name_of_device);

} // namespace chemora::testing_support
