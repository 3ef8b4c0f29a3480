/// Prepares a loop tree for the host, which executes the threads of a block in loops.
#pragma once

#include "codegen/emit/expand_copies.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::emit {

/// A tree without interleaved loops and with few unrolled loops, in which each thread of a block has its own element of
/// those private temporaries whose value crosses from one loop over threads to another one.
struct HostTree {
  explicit HostTree(ir::LoopTree const& tree_for_devices);
  HostTree(HostTree const&) = delete;
  HostTree& operator=(HostTree const&) = delete;

  /// Returns the temporaries of registers and tiles to declare at the start of a loop's body; null is the whole kernel.
  std::vector<ir::TypedArray const*> temporaries_of(ir::TreeNode const* loop) const;

  /// Returns whether no node accesses the temporary after `loop`, a loop over threads or a vector loop, before the
  /// temporary is declared again.
  bool is_last_use(std::string const& array, ir::TreeNode const* loop) const;

  ir::LoopTree tree;
  std::map<std::string, ExpandedArray> expanded{}; ///< temporaries with axes for threads of a block and vectors
  std::map<ir::TreeNode const*, std::vector<std::string>> temporaries{};
  std::map<std::string, AccessPath> last_uses{}; ///< loops between the declaration and the last access of a temporary
};

} // namespace chemora::emit
