// Tests the size of unused shared memory that limits the number of resident blocks. As much memory as possible must
// remain for the cache.
#include "kernels/device/cuda/loaded_kernel.hpp"

#include <gtest/gtest.h>

namespace {

using namespace chemora::device;

/// Properties of an H200.
SharedMemoryUse h200(int bytes, int threads, int resident) {
  return {.bytes_per_block = bytes,
          .threads_per_block = threads,
          .resident = resident,
          .bytes_per_multiprocessor = 228 << 10,
          .threads_per_multiprocessor = 2048,
          .max_bytes_per_block = 48 << 10,
          .reserved_bytes_per_block = 1 << 10};
}

/// Returns the size of shared memory that the driver selects for a percentage. This is the smallest supported size that
/// is not below the percentage.
int division_of(int percent) {
  for (int const kilobytes : {0, 8, 16, 32, 64, 100, 132, 164, 196, 228})
    if (100 * kilobytes >= percent * 228) return kilobytes << 10;
  return 228 << 10;
}

int blocks_that_fit(SharedMemoryUse const& use) {
  auto const request = shared_memory_for(use);
  return division_of(request.preferred_percent) /
         (use.bytes_per_block + request.dummy_bytes + use.reserved_bytes_per_block);
}

TEST(SharedMemory, HoldsTheRequestedBlocks) {
  for (int resident = 1; resident <= 16; ++resident)
    for (int bytes = 0; bytes <= (48 << 10); bytes += 777) {
      if (resident * (bytes + 1024) > (228 << 10)) break;
      auto const use = h200(bytes, 128, resident);
      EXPECT_EQ(blocks_that_fit(use), resident) << bytes;
      EXPECT_LE(bytes + shared_memory_for(use).dummy_bytes, 48 << 10);
    }
}

TEST(SharedMemory, LeavesTheRemainderToTheCache) {
  EXPECT_EQ(shared_memory_for(h200(0, 256, 0)).preferred_percent, 0);
  EXPECT_EQ(shared_memory_for(h200(0, 256, 0)).dummy_bytes, 0);
  EXPECT_EQ(division_of(shared_memory_for(h200(0, 128, 1)).preferred_percent), 8 << 10);
  EXPECT_EQ(division_of(shared_memory_for(h200(10 << 10, 512, 0)).preferred_percent), 64 << 10) << "4 blocks of 11 KiB";
  EXPECT_EQ(division_of(shared_memory_for(h200(40 << 10, 128, 0)).preferred_percent), 228 << 10) << "the maximum";
}

} // namespace
