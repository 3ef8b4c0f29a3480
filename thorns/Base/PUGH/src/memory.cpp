// Memory of grid variables: aligned, placed near the threads that use it, with a known beginning.
#include "memory.hpp"

#include "Base/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace pugh {
namespace {

constexpr std::size_t cache_line = 64, page = 4096;
constexpr std::size_t piece = 1 << 16; // bytes set at once by one thread

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

void FreeMemory::operator()(std::byte* memory) const { std::free(memory); }

Memory allocate(std::size_t bytes, char const* name) {
  std::size_t const alignment = bytes >= page ? page : cache_line;
  std::size_t const rounded = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  auto* const memory = static_cast<std::byte*>(std::aligned_alloc(alignment, rounded));
  if (!memory)
    CCTK_VERROR("There is not enough memory for '%s': %zu bytes on process %d", name, bytes, CCTK_MyProc(nullptr));
  set_bytes(memory, rounded, 0);
  return Memory(memory);
}

void initialise(std::byte* memory, std::size_t bytes, int type, InitialValue value) {
  if (value == InitialValue::zero) set_bytes(memory, bytes, 0);
  if (value != InitialValue::nan) return;
  auto const set_all = [&](auto t) { set_nan<thorntools::Part<typename decltype(t)::type>>(memory, bytes); };
  if (!thorntools::with_real(type, set_all)) thorntools::with_complex(type, set_all);
}

} // namespace pugh
