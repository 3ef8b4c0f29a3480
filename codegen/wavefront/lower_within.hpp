/// Lowers systems of recurrences to loop kernels in which the elements of a wavefront of one problem are computed side
/// by side, by the lanes of a vector or the threads of a block.
///
///     for group (blocks; one problem each):
///       for step:
///         for row = 0 to n_rows - 1, written out; the time is n_rows * step + row:
///           for each function and case:
///             for the elements of this time, `lanes` at a time:
///               rows_f[x, row] = value of the case
///           combine the extrema of the elements
///       combine the extrema of all x
///
/// **Memory.** With a window of w previous times, only w + 1 rows of each table are stored, in the memory of the grid
/// or of a tile (Plan::window). Recursions without a window store all elements, in either memory, and so do plans that
/// keep tables, in that of the grid.
/// **Strips.** A plan may divide tables into tiles of rows and times (strips.hpp), which several launches compute.
/// **Cases.** Each case has its own loops over its elements, so that the loops contain no conditions on indices.
/// **Letters.** A sequence that the lanes read backwards is copied in reverse order, so that lanes read contiguously.
/// **Probabilities.** All rows have one binary exponent. Every few steps, the rows are multiplied by a power of two if
/// their maximum is far from 1. Rows that do not represent small probabilities are reported (scaled_rows.hpp).
#pragma once

#include "codegen/wavefront/lowered.hpp"

namespace chemora::wavefront {

/// Returns the reason why a system cannot be lowered by lower_within(), or nothing: it needs a result of single
/// elements and of extrema or integer sums whose variables are indices, and single elements for probabilities.
std::optional<std::string> why_not_within(recursion::System const& system, Plan const& plan,
                                          LoweringOptions const& options);

/// Returns the kernel for a plan of kind within. The system has no scalar parameters (with_scalars). Throws
/// base::InternalError if why_not_within() returns a reason. The schedule must be valid for the sizes of all problems.
Lowered lower_within(recursion::System const& system, Plan const& plan, LoweringOptions const& options);

} // namespace chemora::wavefront
