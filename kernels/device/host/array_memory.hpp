// Memory for arrays on the host.
#pragma once

#include <cstddef>

namespace chemora::device {

/// Aligned to a cache line. Arrays of 2 MiB or more get large pages where the system has them, and begin at different
/// places of their first page, spread over all sets of the second-level cache. Else the same rows of twenty arrays
/// share a few of its sets, which hold 8 or 16 lines each: such a kernel ran at half its speed. Neither do they lie
/// alike in small pages: a processor takes a load for one of what was just stored when their addresses differ by a
/// multiple of a small page. Throws DeviceError when there is no memory left.
void* allocate_array(std::size_t bytes);
void release_array(void* memory) noexcept;

} // namespace chemora::device
