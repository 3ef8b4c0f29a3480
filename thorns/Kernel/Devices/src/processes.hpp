/// Messages between the processes of a run, and how processes share the devices of a node.
#pragma once

#include "kernels/runtime/settings.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace devices {

/// The processes of a communicator.
class MpiExchange final : public chemora::runtime::ProcessGroup {
public:
  explicit MpiExchange(MPI_Comm communicator) : communicator_(communicator) {}

  int rank() const override;
  int size() const override;
  std::vector<std::string> all_gather(std::string const& local) override;
  void broadcast(std::string& bytes, int root) override;

  /// Number of processes on this node, including this one.
  int n_on_node();

private:
  MPI_Comm communicator_;
};

/// Collective: the texts of all processes by process number. Without MPI only `own_text`.
std::vector<std::string> gather(std::string const& own_text);

/// Collective: which processes compute on which device, as a sentence; the same on all processes.
std::string describe_devices(std::string const& own_device);

/// The process numbers that `text` names: "all", or numbers and ranges such as "0, 2-3". Throws std::runtime_error for
/// another text, and for numbers that are not below `n_processes`.
std::vector<int> parse_processes(std::string const& text, int n_processes);

struct NodeShare {
  bool has_device = true; ///< otherwise this process computes on the host
  int number = 0;         ///< of this process among those of its node that have a device
};

/// Collective. `processes` as in parse_processes().
NodeShare node_share(std::string const& processes);

} // namespace devices
