/// Copies between arrays on the host of which one is contiguous along each of two loops. They transpose squares of
/// vectors in registers instead of gathering single elements.
#pragma once

#include "codegen/emit/tree_expressions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::emit {

struct TransposedCopy {
  ir::TreeNode const* inner;
  ir::ExpressionPtr target, source;
  /// Whether the target is contiguous along the inner loop, and the source along the outer one; otherwise conversely.
  bool is_target_along_inner;
  AccessStride target_stride, source_stride; ///< along the other loop
};

/// Returns the copy if the loop has only an inner vector loop, which only copies real64 elements in this way.
std::optional<TransposedCopy> find_transposed_copy(ir::TreeNode const& loop, TreeExpressions const& expressions);

/// Returns statements that execute the copy.
std::vector<std::string> lines_of(TransposedCopy const& copy, ir::TreeNode const& loop,
                                  TreeExpressions const& expressions);

/// Returns the definition of copy_transposed(to, to_stride, from, from_stride, n, m), which these statements call. It
/// copies to[a + to_stride b] = from[b + from_stride a].
std::string transposition_definitions();

} // namespace chemora::emit
