// CUDA kernels give the bits of the interpreter, and functions are within 2 ulp of the host's.
#include "kernels/device/cuda/cuda_device.hpp"
#include "testsuites/devices/block_device_tests.hpp"

namespace chemora::testing_support {

INSTANTIATE_TEST_SUITE_P(Cuda, BlockDevice, testing::Values(+[] { return device::make_cuda_device(); }));

} // namespace chemora::testing_support
