// How much of a multiprocessor's fast memory is shared by threads and how much caches, by kernel.
#pragma once

namespace chemora::device {

/// What a kernel's blocks are, and where they run.
struct SharedMemoryUse {
  int bytes_of_a_block = 0; ///< that its threads share
  int threads_of_a_block = 1;
  int resident = 0; ///< blocks that a multiprocessor is to run at a time at most; 0: as many as fit
  int bytes_of_a_multiprocessor = 0, threads_of_a_multiprocessor = 0;
  int most_bytes_of_a_block = 0;
  int reserved_bytes_of_a_block = 0; ///< by the driver
};

struct SharedMemoryRequest {
  int dummy_bytes = 0; ///< asked for with each block and not used: keeps other blocks away (Chemora paper, fat kernels)
  int preferred_percent = 0; ///< of the fast memory to be shared; the rest caches
};

/// As many blocks as threads allow find room, and no more than asked for: the dummy bytes are such that one block more
/// exceeds the smallest division of the memory that holds those wanted, so that the cache keeps as much as it can.
SharedMemoryRequest shared_memory_for(SharedMemoryUse const& use);

} // namespace chemora::device
