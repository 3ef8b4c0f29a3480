// Grids whose points cannot be numbered with int.
#include "size_limits.hpp"

namespace pugh {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Shape cube(int extent, int ghosts, bool periodic = false) {
  Shape shape{3, {extent, extent, extent, 1}, {ghosts, ghosts, ghosts, 0}, {}};
  for (int d = 0; d < 3; ++d) shape.periodic[d] = periodic;
  return shape;
}

TEST(SizeLimits, AcceptDirectionsUpToTheLargestInt) {
  EXPECT_NO_THROW(require_numbered_directions(1, {2147483645}, {1}));
  EXPECT_THAT(
      [] {
        require_numbered_directions(2, {5, 2147483646}, {1, 1});
      },
      ThrowsMessage<DecompositionError>(
          HasSubstr("Direction y has 2147483646 points and ghost zones of 1 points at both ends")));
}

TEST(SizeLimits, AcceptAsManyPointsAsAnIntNumbers) {
  EXPECT_NO_THROW(require_numbered_points(cube(1290, 1), {1290, 1290, 1290, 1}, 8));
  EXPECT_THAT(
      [] {
        require_numbered_points(cube(2097152, 1), {2097152, 2097152, 2097152, 1}, 8);
      },
      ThrowsMessage<DecompositionError>(HasSubstr("9.22e+18 points, which take 64 EiB for each variable")));
}

TEST(SizeLimits, FindTheLargestOfAllLocalExtents) {
  for (bool const is_periodic : {false, true})
    for (int const n_ranks : {1, 3, 8, 27}) {
      Shape const shape = cube(41, 2, is_periodic);
      Decomposition const decomposition(shape, choose_topology(shape, n_ranks));
      Index largest = {1, 1, 1, 1};
      for (int rank = 0; rank < n_ranks; ++rank)
        for (int d = 0; d < 3; ++d) largest[d] = std::max(largest[d], decomposition.local_box(rank).shape[d]);
      EXPECT_EQ(largest_local_extent(decomposition), largest) << n_ranks;
    }
}

TEST(SizeLimits, WriteBytesInTheLargestUnit) {
  EXPECT_EQ(bytes_text(17), "17 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(8.0 * 1024 * 1024 * 1024), "8 GiB");
}

} // namespace
} // namespace pugh
