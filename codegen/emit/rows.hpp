/// Properties of the rows of points that a vector loop computes, and the prefetches that the loop issues.
#pragma once

#include "codegen/emit/c_expressions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::emit {

/// The loops over points along y and z. The inner loop advances from row to row.
struct RowLoops {
  ir::Loop const& outer;
  ir::Loop const& inner;
};
RowLoops loops_over_rows(ir::Loops const& loops);

/// The increment of a loop over points, which is larger than 1 if `copies` unroll it.
int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies);

/// Returns the rows that the innermost loop reads for these copies of the point and that no earlier iteration of the
/// loops along y and z has read. Such rows are loaded from memory, while the nearest caches hold the other rows of the
/// stencil. Each row is given as an access at x; the accesses are sorted by variable. Rows that are not a constant
/// displacement from the point are ignored.
std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

/// Rows next to the tile that the stencils of the tile's first and last rows read.
struct EdgeRows {
  int before = 0, after = 0; ///< the largest number of edge rows before and after the tile, over all variables
  /// The edge rows that the next iteration of the outer loop reads for the first time. Each access contains the
  /// displacement along the outer loop only. The accesses are sorted by variable.
  std::vector<ir::Access> leading{};
};
EdgeRows edge_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

/// A nest in which a vector may wrap from the end of a row into the next row. `lower` and `upper` are registers that
/// hold bounds along x as global indices. Outside these bounds, every stored value depends only on the point itself and
/// on uniform values. A vector that wraps then stores exactly what separate vectors for each row would have stored.
struct RowWraparound {
  ir::RegisterId lower, upper;
  /// Whether rows are also equivalent between the bounds, so that a vector may wrap into these points. Indices along x
  /// must then restart in the next row.
  bool has_equivalent_rows;
};

/// Returns nothing if vectors may not wrap. Rows must be the inner loop and must not be unrolled.
std::optional<RowWraparound> find_row_wraparound(ir::Loops const& loops);

/// Returns the largest linear index at which the first full vector of a row may start without loading outside the
/// arrays. `statements` compute the points of the row; `halo.from[0]` and `halo.to[0]` extend the row by further points
/// at its ends. The vectors may load outside the row. Rows that start at smaller indices in a box do not load outside
/// the arrays either. If a narrow row starts after the returned index, the vector at this index contains its points.
/// Returns nothing if no index can be guaranteed: for run-time extents, and for arrays barely larger than the loads of
/// one vector.
std::optional<long> last_vector_start(ir::Loops const& loops, std::vector<ir::Statement> const& statements,
                                      ir::Halo const& halo);

/// Returns whether full vectors may compute rows that are narrower than a vector: last_vector_start() exists for the
/// innermost loop and all buffers, no loop is unrolled, and all outputs are stored in the innermost loop.
bool may_exceed_rows(ir::Loops const& loops);

/// Names of the bounds of a loop over points: `tile_x`, `end_x`.
struct LoopBounds {
  std::string begin, end;
};

/// The source lines that prefetch the rows of Loop::prefetch, for a row with these copies of the point.
///
/// At the end of a row, prefetching continues with the next row of the tile. The memory directly after the row belongs
/// to another tile and would be evicted before its use. After the last row of a plane, prefetching continues with the
/// row next to the tile, which the stencil reads too. If edge rows are prefetched separately, it continues with the
/// first row of the next plane instead.
///
/// Processors have few outstanding requests to memory beyond the first-level cache. The printer should therefore
/// distribute the prefetches over the statements of a vector.
class Prefetches {
public:
  /// The constructor resets the copy that `expressions` has selected.
  Prefetches(ir::Loops const& loops, CExpressions& expressions, std::vector<PointCopy> const& copies,
             LoopBounds const& x, LoopBounds const& inner);

  /// Returns the linear distance from a row to the next row of the tile, as an expression of type long.
  std::string const& to_next_row() const { return to_next_row_; }
  std::vector<std::string> const& before_row() const { return before_row_; }
  /// Lines that use i, the index of the vector.
  std::vector<std::string> const& before_vector() const { return before_vector_; }
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
