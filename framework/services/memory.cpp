// cctk_Malloc.h: memory that is counted, with the size kept in front of each block.
#include "framework/include/cctk_Malloc.h"

#include "framework/include/cctk_WarnLevel.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>

namespace {

constexpr std::size_t header = alignof(std::max_align_t); ///< keeps the block aligned
std::atomic<unsigned long> bytes_held{0};

} // namespace

extern "C" {

void* CCTKi_Malloc(size_t size, int line, const char* file) {
  auto* const block = static_cast<char*>(std::malloc(size + header));
  if (!block) CCTK_VError(line, file, "Cactus", "There is no memory for %zu bytes.", size);
  *reinterpret_cast<size_t*>(block) = size;
  bytes_held += size;
  return block + header;
}

void CCTKi_Free(void* pointer) {
  if (!pointer) return;
  char* const block = static_cast<char*>(pointer) - header;
  bytes_held -= *reinterpret_cast<size_t*>(block);
  std::free(block);
}

unsigned long int CCTK_TotalMemory(void) { return bytes_held; }

} // extern "C"
