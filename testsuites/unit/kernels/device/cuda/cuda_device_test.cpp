// What can be said of CUDA without a device: parts of copies, largest blocks, messages.
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"
#include "kernels/device/cuda/staged_copies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::device;
using testing::HasSubstr;

/// floor(65536 / (r 32)) 32, at most 1024, as the Chemora paper has it, with registers in eights.
TEST(LargestBlock, FollowsFromTheRegisters) {
  EXPECT_EQ(largest_block(64, 65536, 32, 1024), 1024);
  EXPECT_EQ(largest_block(65, 65536, 32, 1024), 896) << "65 registers are 72: 65536 / (72 * 32) = 28 warps";
  EXPECT_EQ(largest_block(96, 65536, 32, 1024), 672);
  EXPECT_EQ(largest_block(128, 65536, 32, 1024), 512);
  EXPECT_EQ(largest_block(255, 65536, 32, 1024), 256);
  EXPECT_EQ(largest_block(16, 65536, 32, 1024), 1024);
  EXPECT_EQ(largest_block(0, 65536, 32, 1024), 1024) << "unknown";
}

TEST(StagedCopies, CoverABoxWithPartsThatFit) {
  for (base::Box const& box : {base::Box{{0, 0, 0}, {7, 5, 3}}, {{2, 1, 4}, {100, 3, 5}}, {{0, 0, 0}, {1, 1, 50}}})
    for (std::size_t const most : {std::size_t{1}, std::size_t{7}, std::size_t{20}, std::size_t{1000}}) {
      std::int64_t n_points = 0;
      for (base::Box const& part : StagedCopies::parts_of(box, most)) {
        EXPECT_LE(part.n_points(), static_cast<std::int64_t>(most));
        EXPECT_EQ(intersect(part, box).n_points(), part.n_points());
        n_points += part.n_points();
      }
      EXPECT_EQ(n_points, box.n_points()) << "so no point is left out, unless another is twice there";
    }
  EXPECT_TRUE(StagedCopies::parts_of({{1, 1, 1}, {1, 5, 5}}, 10).empty());
  EXPECT_EQ(StagedCopies::parts_of({{0, 0, 0}, {4, 4, 4}}, 32).front().extent(2), 2) << "cut along the slowest axis";
}

TEST(CudaDevices, AreMissedWithAdvice) {
  try {
    auto const device = make_cuda_device();
    GTEST_SKIP() << "[SKIP] there is one: " << device->properties().name;
  } catch (DeviceError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be used: "));
  }
}

} // namespace
