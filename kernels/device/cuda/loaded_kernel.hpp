/// Loads compiled CUDA kernels by the driver, and computes the registers, blocks and shared memory that they use.
#pragma once

#include "kernels/device/cuda/cuda_device.hpp"

#include <memory>
#include <string>

namespace chemora::device {

/// Returns the largest number of threads per block that permits this number of registers per thread. The result is a
/// multiple of the warp size and at most `max_threads`.
int largest_block(int registers_per_thread, int registers_per_multiprocessor, int warp, int max_threads);

/// Whether the compiler had too few registers for the values of a thread. It then uses 255, the maximum of a thread,
/// or, if it finds no good assignment, few registers and a large stack. Stacks of some 40 bytes, which functions such
/// as `sin` have, do not count.
bool lacks_registers(int registers_per_thread, int stack_bytes);

/// The properties of a kernel's blocks and of a multiprocessor that determine the use of shared memory. All bytes are
/// bytes of shared memory.
struct SharedMemoryUse {
  int bytes_per_block = 0;
  int threads_per_block = 1;
  int resident = 0; ///< upper bound of the blocks that run on a multiprocessor at the same time; 0: none
  int bytes_per_multiprocessor = 0, threads_per_multiprocessor = 0;
  int max_bytes_per_block = 0;
  int reserved_bytes_per_block = 0; ///< shared memory that the driver reserves in each block
};

struct SharedMemoryRequest {
  int dummy_bytes = 0;       ///< unused shared memory that each block requests (Chemora paper, section on fat kernels)
  int preferred_percent = 0; ///< percentage used as shared memory of the memory that the first-level cache and shared
                             ///< memory share
};

/// Computes the smallest shared memory that holds the resident blocks, so that the cache is as large as possible. The
/// unused bytes of each block prevent that more than `resident` blocks are resident.
SharedMemoryRequest shared_memory_for(SharedMemoryUse const& use);

/// Loads a compiled kernel. Throws DeviceError if the driver rejects the object, or if the kernel needs too many
/// registers for blocks of this shape.
std::unique_ptr<Module> load_cuda(std::shared_ptr<CudaSession> session, std::string const& kernel,
                                  std::string const& object, LaunchShape const& shape);

} // namespace chemora::device
