// Memory of grid variables: aligned, placed near the threads that use it, with a known beginning.
#pragma once

#include "settings.hpp"

#include <cstddef>
#include <memory>

namespace pugh {

struct FreeMemory {
  void operator()(std::byte* memory) const;
};
using Memory = std::unique_ptr<std::byte, FreeMemory>;

// At least one byte; on large pages when large, and not beginning at the same place of them as
// others. The array stands `bytes_before` behind the beginning of a line. With `is_used`, each thread touches its share
// first, in the order in which parallel loops visit the points; without, the array takes no memory until it is written.
// Ends the run with the name when memory is exhausted.
Memory allocate(std::size_t bytes, std::size_t bytes_before, char const* name, bool is_used = true);

// Sets every value; `type` is a CCTK_VARIABLE_* number. Types that are neither real nor complex have no
// not-a-number and stay as they are; so does everything with InitialValue::unspecified.
void initialise(std::byte* memory, std::size_t bytes, int type, InitialValue value);

} // namespace pugh
