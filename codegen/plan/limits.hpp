// Bounds of the numbers in plans: above them lies no machine, and arithmetic on them stays exact.
#pragma once

#include <cstddef>

namespace chemora::plan {

constexpr int most_lanes = 64;     ///< more than any vector unit has
constexpr int most_threads = 1024; ///< of a block, on all devices of NVIDIA and AMD
constexpr int most_unrolled = 64;  ///< iterations written out: more only costs time to compile
constexpr int most_ahead = 4096;   ///< points: what is asked for so early is gone from the caches when it is needed
constexpr int most_resident = 32;  ///< blocks at a time on a unit: none has more
constexpr std::size_t most_tile_bytes = std::size_t{1} << 20; ///< shared by a block's threads: four times an H100's

} // namespace chemora::plan
