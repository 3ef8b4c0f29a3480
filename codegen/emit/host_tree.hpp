/// Prepares a loop tree for the host, which executes the threads of a block in loops.
#pragma once

#include "codegen/emit/tree_expressions.hpp"

#include <map>
#include <vector>

namespace chemora::emit {

/// A tree whose private temporaries are expanded, and the loops in which its temporaries are declared.
///
/// A private temporary is declared in the innermost loop that contains all its accesses and whose enclosing loops all
/// have separate copies of it. A temporary whose value crosses from one loop over threads of a block to another one is
/// declared outside of these loops. It receives one more axis for each such loop, so that each thread has an element of
/// its own. The axis of the threads along axis 0 varies fastest:
///
///     for i block 0: t = x[i]                    for i block 0: t[i] = x[i]
///     barrier tile                         ->    barrier tile
///     for i block 0: y[i] = t                    for i block 0: y[i] = t[i]
struct HostTree {
  explicit HostTree(ir::LoopTree tree_for_devices);
  HostTree(HostTree const&) = delete;
  HostTree& operator=(HostTree const&) = delete;

  /// Returns the temporaries of registers and tiles to declare at the start of a loop's body; null is the whole kernel.
  std::vector<ir::TypedArray const*> temporaries_of(ir::TreeNode const* loop) const;

  ir::LoopTree tree;
  std::map<std::string, ExpandedArray> expanded{}; ///< arrays with an axis for the threads along axis 0
  std::map<ir::TreeNode const*, std::vector<std::string>> temporaries{};
};

} // namespace chemora::emit
