// Large pages and staggered beginnings.
#include "kernels/device/host/array_memory.hpp"

#include "kernels/device/device.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace chemora::device {

namespace {

constexpr std::size_t line = 64;                         // a cache line of today's processors
constexpr std::size_t large_page = std::size_t{1} << 21; // of x86 and ARM with small pages of 4 KiB
constexpr std::size_t n_places = 2048; // lines in a way of the largest second-level caches of one core
constexpr std::size_t distance = 1265; // the golden section of them, which spreads any number of arrays evenly; odd

/// Bytes before the array; its first address stands before it.
std::size_t next_start() {
  static std::atomic<std::size_t> n_arrays{0};
  return (1 + n_arrays++ * distance % n_places) * line;
}

} // namespace

void* allocate_array(std::size_t bytes) {
  bool const is_large = bytes >= large_page;
  std::size_t const start = is_large ? next_start() : line, alignment = is_large ? large_page : line;
  std::size_t const rounded = (start + bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded);
  if (!memory) throw DeviceError(fmt::format("The host has no {} bytes of memory left.", bytes));
#if defined(MADV_HUGEPAGE)
  if (is_large) madvise(memory, rounded, MADV_HUGEPAGE); // a wish: small pages will do
#endif
  auto* const array = static_cast<std::byte*>(memory) + start;
  std::memcpy(array - sizeof memory, &memory, sizeof memory);
  return array;
}

void release_array(void* array) noexcept {
  if (!array) return;
  void* memory = nullptr;
  std::memcpy(&memory, static_cast<std::byte*>(array) - sizeof memory, sizeof memory);
  std::free(memory);
}

} // namespace chemora::device
