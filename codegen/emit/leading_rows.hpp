// Which rows of the inputs a nest reads for the first time at a point.
#pragma once

#include "codegen/emit/c_expressions.hpp"

#include <vector>

namespace chemora::emit {

/// The loops over points along y and z, of which the inner one goes from row to row.
struct RowLoops {
  ir::Loop const& outer;
  ir::Loop const& inner;
};
RowLoops loops_over_rows(ir::Loops const& loops);

/// How far an iteration of a loop over points moves on: by as many steps as `copies` write out along its axis.
int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies);

/// Rows that the statements of the innermost loop read for these copies of the point, but not for any point of an
/// earlier iteration of the loops along y and z: the ones that come from memory where the nearest caches hold the
/// rows of the stencil. As accesses at x, sorted by variable. Rows at a place that is not the loops' point plus a
/// constant do not count.
std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

/// Rows beside those of the tile that its first and last ones read.
struct EdgeRows {
  int before = 0, behind = 0; ///< so many, of the variables that read most of them
  /// Where the next iteration of the outer loop reads such rows for the first time, as a displacement along that loop
  /// from the present one. As accesses at the row itself, sorted by variable.
  std::vector<ir::Access> leading{};
};
EdgeRows edge_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

} // namespace chemora::emit
