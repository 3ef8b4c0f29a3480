/// The memory of arrays that a program stores.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Returns a lower bound of the bytes of the arrays that exist at the same time on one process: inputs, and the largest
/// sum of arrays that `let`, `var` and outputs define by `map` with extents that do not follow from data. `own_points`
/// is the number of points of the grid on this process, which a map over the grid stores; inputs.points are those of
/// the whole grid. Results of inner maps (inner_results.hpp) are counted for one iteration of their outer levels, and
/// for the statement whose results are largest.
double array_bytes(Program const& program, Inputs const& inputs, double own_points);

} // namespace chemora::patterns
