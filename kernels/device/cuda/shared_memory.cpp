// Divisions of the fast memory, and the block that makes N of them fill one.
#include "kernels/device/cuda/shared_memory.hpp"

#include <algorithm>
#include <array>

namespace chemora::device {

namespace {

/// What can be shared on devices of compute capability 8 and 9 (CUDA programming guide, table of technical
/// specifications); older ones have some of them.
constexpr std::array<int, 9> divisions{8 << 10,   16 << 10,  32 << 10,  64 << 10, 100 << 10,
                                       132 << 10, 164 << 10, 196 << 10, 228 << 10};

int smallest_division(int bytes, int most) {
  for (int const division : divisions)
    if (division >= bytes && division <= most) return division;
  return most;
}

/// The driver takes the division that is not smaller than the percentage, which is thus rounded down.
int percent_of(int division, int most) { return static_cast<int>(100L * division / std::max(1, most)); }

} // namespace

SharedMemoryRequest shared_memory_for(SharedMemoryUse const& use) {
  int const bytes = use.bytes_of_a_block + use.reserved_bytes_of_a_block, most = use.bytes_of_a_multiprocessor;
  if (use.resident == 0) {
    if (use.bytes_of_a_block == 0) return {};
    int const blocks = std::max(1, use.threads_of_a_multiprocessor / std::max(1, use.threads_of_a_block));
    return {0, percent_of(smallest_division(static_cast<int>(std::min<long>(most, long{blocks} * bytes)), most), most)};
  }
  int const division = smallest_division(static_cast<int>(std::min<long>(most, long{use.resident} * bytes)), most);
  int const dummy = std::min(division / use.resident - bytes, use.most_bytes_of_a_block - use.bytes_of_a_block);
  return {std::max(0, dummy), percent_of(division, most)};
}

} // namespace chemora::device
