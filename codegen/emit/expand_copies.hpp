/// Gives temporaries one more axis for each loop of which every iteration has its own copy.
#pragma once

#include "codegen/ir/loop_tree.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::emit {

/// The loops around an access, outermost first.
using AccessPath = std::vector<ir::TreeNode const*>;

/// Returns the loops around each access of each array, by name of the array.
std::map<std::string, std::vector<AccessPath>> access_paths(ir::LoopTree const& tree);

/// Returns how many of the outer loops of all accesses contain the declaration of a temporary: those that enclose all
/// accesses and of which each iteration has its own copy. Blocks always have their own copies.
std::size_t depth_of_declaration(ir::TypedArray const& array, std::vector<AccessPath> const& paths);

struct ExpandedArray {
  std::size_t n_own_axes = 0;
  long n_threads = 0; ///< elements along the fastest axis if it is one of the additional axes, else 0
};

struct ExpandOptions {
  std::set<ir::Mapping> mappings{}; ///< the loops for which axes are added
  /// Whether tiles have an axis for each loop over the threads of a block, whose iterations are executed together.
  bool has_concurrent_threads = false;
};

/// Adds axes to temporaries of registers and tiles whose value crosses from one loop of these mappings to another loop
/// with the same variable. Threads of axis 0 and vectors become the fastest axis. The other additional axes are slower
/// than the axes that the temporary had. Returns the expanded temporaries by name.
///
///     for i block 0: t = x[i]                    for i block 0: t[i] = x[i]
///     barrier tile                         ->    barrier tile
///     for i block 0: y[i] = t                    for i block 0: y[i] = t[i]
std::map<std::string, ExpandedArray> expand_copies(ir::LoopTree& tree, ExpandOptions const& options);

} // namespace chemora::emit
