// Messages between processes about their devices, and how processes share the devices of a node.
#pragma once

#include <string>
#include <vector>

namespace devices {

/// Collective: the texts of all processes by process number. Without MPI only `own_text`. Texts have no zero bytes.
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
