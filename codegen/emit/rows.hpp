// Properties of the rows of points that a nest with a vector loop computes.
#pragma once

#include "codegen/emit/c_expressions.hpp"

#include <optional>
#include <vector>

namespace chemora::emit {

/// The loops over points along y and z. The inner one moves from row to row.
struct RowLoops {
  ir::Loop const& outer;
  ir::Loop const& inner;
};
RowLoops loops_over_rows(ir::Loops const& loops);

/// The increment of a loop over points, which is larger than 1 if `copies` unroll it.
int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies);

/// The rows that the innermost loop reads for these copies of the point and that no earlier iteration of the loops
/// along y and z has read. These come from memory; the nearest caches hold the other rows of the stencil. The rows are
/// given as accesses at x, sorted by variable. Rows that are not a constant displacement from the point are ignored.
std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

/// Rows next to the tile that its first and last rows read.
struct EdgeRows {
  int before = 0, after = 0; ///< maximal numbers of such rows of a variable
  /// The displacements along the outer loop at which its next iteration reads such rows for the first time, as accesses
  /// at the row itself, sorted by variable.
  std::vector<ir::Access> leading{};
};
EdgeRows edge_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

/// A nest in which a vector may wrap from the end of a row into the next row. `lower` and `upper` are the registers of
/// the bounds along x, as global indices, outside which every stored value depends only on the point itself and on
/// uniform values. A vector that wraps then stores exactly what each row would have stored.
struct RowWraparound {
  ir::RegisterId lower, upper;
  /// Whether rows are equivalent between the bounds too, so that a vector may wrap into these points. Indices along x
  /// must then restart in the next row.
  bool has_equivalent_rows;
};

/// Empty if vectors may not wrap. Rows must be the inner loop, one at a time.
std::optional<RowWraparound> find_row_wraparound(ir::Loops const& loops);

/// The largest linear index at which a full vector may start without loading outside the arrays; it may load outside
/// the row. Vectors that start at earlier points of a box do not load outside the arrays either, and no point of a row
/// is after the vector at the largest index. Empty if this cannot be guaranteed: run-time extents, arrays barely larger
/// than the loads of one vector, buffers, unrolled bodies, or outputs stored outside the innermost loop.
std::optional<long> last_vector_start(ir::Loops const& loops);

} // namespace chemora::emit
