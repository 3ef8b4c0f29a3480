// Which processes use a device, and which of a node's devices each of them takes.
#pragma once

#include <string>
#include <vector>

namespace device_arrays {

struct NodeShare {
  bool has_device = true; ///< else this process computes on the host
  int number = 0;         ///< among the processes of this node that have one
};

/// Which processes compute on which device, as a sentence; `mine` is the name of this process' device. Collective, and
/// the same on all processes.
std::string devices_of_processes(std::string const& mine);

/// Process numbers in order as `0-2, 5`.
std::string ranges(std::vector<int> const& numbers);

/// The process numbers of `text`: "all" (then every one below `n_processes`), or numbers and ranges as "0, 2-3". Throws
/// std::runtime_error for anything else, and for a process that there is not.
std::vector<int> parse_processes(std::string const& text, int n_processes);

/// Collective. `processes` as above.
NodeShare node_share(std::string const& processes);

} // namespace device_arrays
