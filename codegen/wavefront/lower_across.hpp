/// Lowers systems of recurrences to loop kernels in which each lane computes one problem.
///
///     for group (blocks), lane (threads of a block):
///       for the columns of the table, `columns` at a time:
///         for all rows:
///           load the elements of the previous columns in this row
///           compute the elements of the columns in this row, in registers
///           store the elements that the next columns need
///         combine the extrema of those columns that belong to the lane's problem
///
/// The dimension of the varying sequence is that of the columns. Columns and rows in which other cases apply are
/// computed before the loops, so that the loops contain no conditions. Columns after the end of a lane's sequence have
/// arbitrary values, which do not influence its result.
#pragma once

#include "codegen/wavefront/lowered.hpp"

namespace chemora::wavefront {

/// Returns the reason why a system cannot be lowered by lower_columns, or nothing: it needs functions of two equal
/// dimensions, calls with constant distances into previous columns or previous rows, and a result of extrema or of the
/// last element.
std::optional<std::string> why_not_columns(recursion::System const& system, LoweringOptions const& options);

/// Returns the kernel for a plan of kind across. The system has no scalar parameters (with_scalars). Throws
/// base::InternalError if why_not_columns() returns a reason.
Lowered lower_columns(recursion::System const& system, Plan const& plan, LoweringOptions const& options);

} // namespace chemora::wavefront
