/// Copies of private temporaries in local vectors of a vector loop.
#pragma once

#include "codegen/emit/host_tree.hpp"
#include "codegen/emit/tree_expressions.hpp"

#include <string>
#include <vector>

namespace chemora::emit {

/// A private temporary outside of a vector loop whose elements of the lanes are in local vectors inside it.
struct LocalCopy {
  ir::TypedArray const* array = nullptr;
  ExpandedArray expanded{};
  std::vector<ir::ExpressionPtr> thread{}; ///< subscripts of the additional axes
  long n_own = 1;                          ///< number of elements per thread
  bool is_written = false;
};

/// Returns the expanded temporaries that the vector loop accesses at one thread per lane.
std::vector<LocalCopy> local_copies(ir::TreeNode const& loop, HostTree const& host, TreeExpressions const& expressions);

/// Formats a statement for each local vector with {0}: type of the vectors, {1}: the local vector, {2}: the element
/// outside of the loop.
std::string statement_for(LocalCopy const& copy, std::string const& format, VectorLoop const& vector,
                          TreeExpressions const& expressions);

} // namespace chemora::emit
