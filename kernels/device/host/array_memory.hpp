// Memory for arrays on the host.
#pragma once

#include <cstddef>

namespace chemora::device {

/// Aligned to a cache line. Large arrays get large pages where the system has them, and begin at different places of
/// their first page: a processor takes a load for one of what was just stored when their addresses differ by a
/// multiple of a small page, so equal arrays that all begin alike are slow to update. Throws DeviceError when there is
/// none left.
void* allocate_array(std::size_t bytes);
void release_array(void* memory) noexcept;

} // namespace chemora::device
