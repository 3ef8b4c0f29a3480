// CUDA kernels give results bitwise equal to those of the interpreter. Transcendental functions differ from the host's
// by at most 2 ulp.
#include "kernels/device/cuda/cuda_device.hpp"
#include "testsuites/devices/block_device_tests.hpp"

namespace chemora::testing_support {

INSTANTIATE_TEST_SUITE_P(Cuda, BlockDevice, testing::Values(+[] { return device::make_cuda_device(); }));

} // namespace chemora::testing_support
