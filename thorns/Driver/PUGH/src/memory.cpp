// Memory of grid variables: aligned, placed near the threads that use it, with a known beginning.
#include "memory.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sys/mman.h>

namespace pugh {
namespace {

constexpr std::size_t cache_line = 64, large_page = std::size_t{1} << 21;
constexpr std::size_t piece = 1 << 16; // bytes set at once by one thread

/// Where in its first page a large array begins: spread by the golden section over a way of the second-level cache
/// (2048 lines in the largest of them), as rows of many arrays would share a few of its sets otherwise. By an odd
/// number of lines, so that they lie apart in small pages, too: a processor takes a load for one of what was just
/// stored when their addresses differ by a multiple of a small page.
std::size_t next_start() {
  constexpr std::size_t n_places = 2048, distance = 1265;
  static std::size_t n_arrays = 0;
  return (1 + n_arrays++ * distance % n_places) * cache_line;
}

void set_bytes(std::byte* memory, std::size_t bytes, unsigned char value) {
  long const n = static_cast<long>((bytes + piece - 1) / piece);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) std::memset(memory + i * piece, value, std::min(piece, bytes - i * piece));
}

template <typename Real>
void set_nan(std::byte* memory, std::size_t bytes) {
  auto* const values = reinterpret_cast<Real*>(memory);
  long const n = static_cast<long>(bytes / sizeof(Real));
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) values[i] = std::numeric_limits<Real>::quiet_NaN();
}

} // namespace

/// The address that was allocated stands before the array.
void FreeMemory::operator()(std::byte* memory) const {
  void* allocated = nullptr;
  std::memcpy(&allocated, memory - sizeof allocated, sizeof allocated);
  std::free(allocated);
}

Memory allocate(std::size_t bytes, std::size_t bytes_before, char const* name, bool is_used) {
  bool const is_large = bytes >= large_page; // 64^3 points of CCTK_REAL
  std::size_t const alignment = is_large ? large_page : cache_line;
  std::size_t const start = (is_large ? next_start() : cache_line) + bytes_before;
  std::size_t const rounded = (start + std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  void* const allocated = std::aligned_alloc(alignment, rounded);
  if (!allocated)
    CCTK_VERROR("There is not enough memory for '%s': %zu bytes on process %d", name, bytes, CCTK_MyProc(nullptr));
#if defined(MADV_HUGEPAGE)
  if (is_large) madvise(allocated, rounded, MADV_HUGEPAGE); // a wish: small pages will do
#endif
  auto* const memory = static_cast<std::byte*>(allocated) + start;
  std::memcpy(memory - sizeof allocated, &allocated, sizeof allocated);
  if (is_used) set_bytes(memory, bytes, 0);
  return Memory(memory);
}

void initialise(std::byte* memory, std::size_t bytes, int type, InitialValue value) {
  if (value == InitialValue::zero) set_bytes(memory, bytes, 0);
  if (value != InitialValue::nan) return;
  auto const set_all = [&](auto t) { set_nan<thorntools::Part<typename decltype(t)::type>>(memory, bytes); };
  if (!thorntools::with_real(type, set_all)) thorntools::with_complex(type, set_all);
}

} // namespace pugh
