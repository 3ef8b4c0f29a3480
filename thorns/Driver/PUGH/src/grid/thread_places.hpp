// Which processor each thread of the processes of a node is to stay on.
#pragma once

#include <vector>

namespace pugh {

// A process of the node: processors it may run on, ascending, and its number of threads.
struct ProcessOnNode {
  std::vector<int> processors;
  int n_threads = 1;
};

// A processor for each thread of process `mine`, no two threads of the node on the same. Empty when that cannot be, and
// when the processes leave some processor that they may use idle: then others may be at work there.
std::vector<int> places_of_threads(std::vector<ProcessOnNode> const& processes, std::size_t mine);

} // namespace pugh
