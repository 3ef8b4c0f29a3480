#include "memory_limit.hpp"

#include "grid/size_limits.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace pugh {
namespace {

// The memory of the computer, or less where the process runs in a container with a limit.
double measured_memory() {
  double bytes = std::numeric_limits<double>::infinity();
  long const n_pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (n_pages > 0 && page > 0) bytes = static_cast<double>(n_pages) * static_cast<double>(page);
  double limit = 0; // the file holds "max" where there is no limit
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit && limit > 0) bytes = std::min(bytes, limit);
  return bytes;
}

double memory_of_this_node() {
  static double const bytes = measured_memory();
  return bytes;
}

// Processes of `communicator` that share memory with this one.
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

std::string why_too_large(double bytes_on_node, Node const& node) {
  if (bytes_on_node <= node.memory) return "";
  bool const is_shared = node.n_processes > 1;
  return "The grid variables take at least " + bytes_text(bytes_on_node) +
         (is_shared ? " on " + std::to_string(node.n_processes) + " processes of one computer" : std::string()) +
         ", but the computer has " + bytes_text(node.memory) + " of memory.";
}

} // namespace pugh
