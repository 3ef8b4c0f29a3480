// Which rows of the inputs a nest reads for the first time at a point.
#pragma once

#include "codegen/emit/c_expressions.hpp"

#include <vector>

namespace chemora::emit {

/// How far an iteration of a loop over points moves on: by as many steps as `copies` write out along its axis.
int step_of(ir::Loop const& loop, std::vector<PointCopy> const& copies);

/// Rows that the statements of the innermost loop read for these copies of the point, but not for any point of an
/// earlier iteration of the loops along y and z: the ones that come from memory where the nearest caches hold the
/// rows of the stencil. As accesses at x, sorted by variable. Rows at a place that is not the loops' point plus a
/// constant do not count.
std::vector<ir::Access> leading_rows(ir::Loops const& loops, std::vector<PointCopy> const& copies);

} // namespace chemora::emit
