/// Exchanges messages between the processes of a run, and distributes the devices of a node to its processes.
#pragma once

#include "kernels/runtime/settings.hpp"

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace devices {

/// The processes of a communicator. Texts may have any length: they are exchanged in rounds, because MPI counts are of
/// type int.
class MpiExchange final : public chemora::runtime::ProcessGroup {
public:
  /// `max_bytes` is the largest number of bytes of a round, of all processes together.
  explicit MpiExchange(MPI_Comm communicator, std::size_t max_bytes = std::size_t{1} << 30)
      : communicator_(communicator), max_bytes_(max_bytes) {}

  int rank() const override;
  int size() const override;
  std::vector<std::string> all_gather(std::string const& local) override { return gather(local, true); }
  void broadcast(std::string& bytes, int root) override;

  /// Returns on process 0 the texts of all processes, indexed by rank, and nothing on other processes.
  std::vector<std::string> gather(std::string const& local) { return gather(local, false); }

  /// Number of processes on this node, including this one.
  int n_on_node();

private:
  std::vector<std::string> gather(std::string const& local, bool is_for_all);

  MPI_Comm communicator_;
  std::size_t max_bytes_;
};

/// Collective: returns the texts of all processes in the order of process numbers. Without MPI, the result is only
/// `own_text`.
std::vector<std::string> gather(std::string const& own_text);

/// Collective: returns a sentence that lists the processes of each device. All processes get the same sentence.
std::string describe_devices(std::string const& own_device);

/// Parses a list of process numbers: "all", or numbers and ranges such as "0, 2-3". Throws std::runtime_error for
/// invalid text and for process numbers of at least `n_processes`.
std::vector<int> parse_processes(std::string const& text, int n_processes);

struct NodeShare {
  bool has_device = true; ///< false: this process computes on the host
  int number = 0;         ///< this process's number among the processes with a device on its node
};

/// Collective: determines whether this process has a device, and its number among the processes of its node that have
/// one. `processes` lists the processes with a device, in the syntax of parse_processes().
NodeShare node_share(std::string const& processes);

} // namespace devices
