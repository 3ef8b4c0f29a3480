/// Loads compiled CUDA kernels by the driver, and computes the registers, blocks and shared memory that they use.
#pragma once

#include "kernels/device/cuda/cuda_device.hpp"

#include <memory>
#include <string>

namespace chemora::device {

/// The largest block whose threads have this number of registers each: whole warps, at most `max_threads`.
int largest_block(int registers_per_thread, int registers_per_multiprocessor, int warp, int max_threads);

/// Whether the compiler had too few registers for the values of a thread. It then uses 255, the maximum of a thread,
/// or, if it finds no good assignment, few registers and a large stack. Stacks of some 40 bytes, which functions such
/// as `sin` have, do not count.
bool lacks_registers(int registers_per_thread, int stack_bytes);

/// The blocks of a kernel and the multiprocessor they run on. Bytes are those of shared memory.
struct SharedMemoryUse {
  int bytes_per_block = 0;
  int threads_per_block = 1;
  int resident = 0; ///< upper bound of the blocks that run on a multiprocessor at the same time; 0: none
  int bytes_per_multiprocessor = 0, threads_per_multiprocessor = 0;
  int max_bytes_per_block = 0;
  int reserved_bytes_per_block = 0; ///< by the driver
};

struct SharedMemoryRequest {
  int dummy_bytes = 0;       ///< to request with each block without using them (Chemora paper, fat kernels)
  int preferred_percent = 0; ///< of the memory that shared memory and cache divide
};

/// The smallest shared memory that holds the resident blocks, so that the cache is as large as possible. The dummy
/// bytes are such that one more block than `resident` does not fit.
SharedMemoryRequest shared_memory_for(SharedMemoryUse const& use);

/// Throws DeviceError if the driver rejects the object, or if its registers do not allow blocks of this shape.
std::unique_ptr<Module> load_cuda(std::shared_ptr<CudaSession> session, std::string const& kernel,
                                  std::string const& object, LaunchShape const& shape);

} // namespace chemora::device
