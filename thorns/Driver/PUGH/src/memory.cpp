#include "memory.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>

namespace pugh {
namespace {

constexpr std::size_t cache_line = 64, large_page = std::size_t{1} << 21;
constexpr std::size_t chunk = 1 << 16; // number of bytes that one thread initialises in one call

/// Offset of a large array in its first page, in bytes. The golden section spreads the offsets over one way of the
/// second-level cache (2048 lines in the largest of them), because rows of many arrays would otherwise share a few
/// sets. The distance is an odd number of lines, so that offsets differ modulo the size of a small page, too: a
/// processor may mistake a load for one of recently stored data if their addresses differ by a multiple of that size.
std::size_t next_offset() {
  constexpr std::size_t n_lines = 2048, distance = 1265;
  static std::size_t n_arrays = 0;
  return (1 + n_arrays++ * distance % n_lines) * cache_line;
}

void set_bytes(std::byte* memory, std::size_t bytes, unsigned char value) {
  long const n = static_cast<long>((bytes + chunk - 1) / chunk);
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) std::memset(memory + i * chunk, value, std::min(chunk, bytes - i * chunk));
}

template <typename Real>
void set_nan(std::byte* memory, std::size_t bytes) {
  auto* const values = reinterpret_cast<Real*>(memory);
  long const n = static_cast<long>(bytes / sizeof(Real));
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) values[i] = std::numeric_limits<Real>::quiet_NaN();
}

} // namespace

/// The allocated address is stored directly before the array.
void FreeMemory::operator()(std::byte* memory) const {
  void* allocated = nullptr;
  std::memcpy(&allocated, memory - sizeof allocated, sizeof allocated);
  std::free(allocated);
}

Memory allocate(std::size_t bytes, std::size_t bytes_before, char const* name, bool is_used) {
  bool const is_large = bytes >= large_page; // 64^3 points of CCTK_REAL
  std::size_t const alignment = is_large ? large_page : cache_line;
  std::size_t const start = (is_large ? next_offset() : cache_line) + bytes_before;
  std::size_t const rounded = (start + std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  void* const allocated = std::aligned_alloc(alignment, rounded);
  if (!allocated)
    CCTK_VERROR("There is not enough memory for '%s': %zu bytes on process %d. Use fewer points or more computers.",
                name, bytes, CCTK_MyProc(nullptr));
#if defined(MADV_HUGEPAGE)
  if (is_large)
    madvise(allocated, rounded, MADV_HUGEPAGE); // an error is ignored, because the array also works with small pages
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

namespace {

/// The memory of the computer in bytes, or the memory limit of the container in which the process runs.
double measured_memory() {
  double bytes = std::numeric_limits<double>::infinity();
  long const n_pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (n_pages > 0 && page > 0) bytes = static_cast<double>(n_pages) * static_cast<double>(page);
  double limit = 0; // the limit file contains the word "max" if there is no limit
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit && limit > 0) bytes = std::min(bytes, limit);
  return bytes;
}

double memory_of_this_node() {
  static double const bytes = measured_memory();
  return bytes;
}

/// A communicator of those processes of `communicator` that run on this node.
class NodeCommunicator {
public:
  explicit NodeCommunicator(MPI_Comm communicator) {
    MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_);
  }
  ~NodeCommunicator() { MPI_Comm_free(&node_); }
  NodeCommunicator(NodeCommunicator const&) = delete;
  NodeCommunicator& operator=(NodeCommunicator const&) = delete;
  operator MPI_Comm() const { return node_; }

private:
  MPI_Comm node_ = MPI_COMM_NULL;
};

} // namespace

Node node_of(MPI_Comm communicator) {
  NodeCommunicator const node(communicator);
  int n_processes = 1;
  MPI_Comm_size(node, &n_processes);
  return {memory_of_this_node(), n_processes};
}

Node node_with(int n_processes) {
  int const n_processors = static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  return {memory_of_this_node(), std::min(n_processes, n_processors)};
}

double sum_on_node(double bytes, MPI_Comm communicator) {
  NodeCommunicator const node(communicator);
  double sum = 0;
  MPI_Allreduce(&bytes, &sum, 1, MPI_DOUBLE, MPI_SUM, node);
  return sum;
}

std::string memory_error(double bytes_on_node, Node const& node) {
  if (bytes_on_node <= node.memory) return "";
  bool const is_shared = node.n_processes > 1;
  return "The grid variables take at least " + bytes_text(bytes_on_node) +
         (is_shared ? " on " + std::to_string(node.n_processes) + " processes of one computer" : std::string()) +
         ", but the computer has " + bytes_text(node.memory) + " of memory.";
}

} // namespace pugh
