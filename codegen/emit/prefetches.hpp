// Prefetches that a vector loop issues.
#pragma once

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/rows.hpp"

#include <string>
#include <vector>

namespace chemora::emit {

/// Names of the bounds of a loop over points: `tile_x`, `end_x`.
struct LoopBounds {
  std::string begin, end;
};

/// The source lines that prefetch the rows of Loop::prefetch, for a row with these copies of the point.
///
/// Prefetching continues at the end of a row with the next row of the tile. The memory after the end of the row belongs
/// to another tile and would be evicted before it is used. After the last row of a plane it continues with the row next
/// to the tile, which the stencil reads too; if edge rows are prefetched separately, it continues with the first row of
/// the next plane.
///
/// Processors have few outstanding requests to memory beyond the first-level cache. So the prefetches are to be spread
/// over the statements of a vector.
class Prefetches {
public:
  /// Resets the copy of `expressions`.
  Prefetches(ir::Loops const& loops, CExpressions& expressions, std::vector<PointCopy> const& copies,
             LoopBounds const& x, LoopBounds const& inner);

  /// The linear distance from a row to the next row of the tile, an expression of type long.
  std::string const& to_next_row() const { return to_next_row_; }
  std::vector<std::string> const& before_row() const { return before_row_; }
  std::vector<std::string> const& before_vector() const { return before_vector_; } ///< uses i, the index of the vector
  std::vector<std::string> const& prefetches() const { return prefetches_; }

private:
  void prefetch_loads();
  void prefetch_stores();
  void prefetch_edges(LoopBounds const& inner);
  std::string next_row(LoopBounds const& inner) const;
  int edges_per_row(int n_edges) const;

  ir::Loops const& loops_;
  CExpressions& expressions_;
  std::vector<PointCopy> const& copies_;
  RowLoops rows_;
  std::string to_next_row_;
  std::vector<std::string> before_row_, before_vector_, prefetches_;
};

} // namespace chemora::emit
