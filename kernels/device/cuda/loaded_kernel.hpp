// Kernels in the memory of a CUDA device.
#pragma once

#include "kernels/device/cuda/session.hpp"
#include "kernels/device/device.hpp"

#include <memory>

namespace chemora::device {

/// The largest block whose threads have so many registers each: whole warps, at most `most_threads`.
int largest_block(int registers_per_thread, int registers_of_a_multiprocessor, int warp, int most_threads);

/// Whether the compiler had too few registers for all values of a thread. It then takes 255, the most that a thread can
/// have, or, where it finds no good assignment, few registers and a large stack. Functions such as `sin` have arrays of
/// some 40 bytes on the stack, too, which do not count.
bool lacks_registers(int registers_per_thread, int stack_bytes);

/// Throws DeviceError when the driver does not take the object, or its registers do not allow blocks of this shape.
std::unique_ptr<Module> load_cuda(std::shared_ptr<CudaSession> session, std::string const& kernel,
                                  std::string const& object, LaunchShape const& shape);

} // namespace chemora::device
