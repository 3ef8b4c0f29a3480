/// Assignment of processors to the threads of all processes of a node.
#pragma once

#include <vector>

namespace pugh {

/// A process of the node: the processors it may run on, in ascending order, and its number of threads.
struct ProcessOnNode {
  std::vector<int> processors;
  int n_threads = 1;
};

/// A processor for each thread of process `process`. No two threads of the node share a processor; processes with the
/// fewest permitted processors choose first. The result is empty if that is impossible. It is also empty if a permitted
/// processor would remain idle, because another program may then use some of these processors.
std::vector<int> assign_processors(std::vector<ProcessOnNode> const& processes, std::size_t process);

} // namespace pugh
