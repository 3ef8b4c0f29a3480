/// Lowers systems of recurrences to loop kernels in which each lane computes one problem and the elements of all tables
/// are computed one after another, in the order of find_order(). Nearly every valid system can be lowered in this way.
///
///     for group (blocks), lane (threads of a block):
///       for t0 = first component of the order:
///         for each group of functions with a common loop, or the next function:
///           for t1 = second component:
///             table_f[lane, ..., row of t0, group] = value of the case
///         total = element of the result if t0 is its position, otherwise total
///       result = total
///
/// **Cases.** Loops are divided where another case applies, so that the main parts have no conditions. Cases that
/// depend on the lengths of the lanes' sequences, and choices that depend on data, are selections. Subscripts of
/// alternatives that are not selected are limited to the array.
/// **Lanes of different lengths.** Loops run to the largest lengths of the group. Each lane takes its result at the
/// position that its own lengths determine; elements after it have no meaning and do not influence the result.
/// **Memory.** A function whose calls all go a constant number of iterations back in the outermost loop that it shares
/// with its callers has only the rows of these iterations. The inner loop of a two-dimensional table overwrites the
/// previous row and carries its last elements in temporaries; rows without further dimensions are temporaries. Other
/// functions, and all functions of plans that keep tables, have all elements.
/// **Reductions** of a row are combined in the loop that computes the row, if this is the previous loop.
/// **Models.** Hidden Markov models that are known should be written out before (recursion::specialised).
/// **Probabilities.** All rows have one binary exponent per lane. After every fourth iteration of the outermost loop,
/// the rows are multiplied by a power of two if their maximum is far from 1. Rows that do not represent small
/// probabilities are reported (scaled_rows.hpp). If rows have no common exponent (why_not_scaled), for example because
/// a case is the product of two probabilities, if a plan keeps tables, and if LoweringOptions::has_element_exponents is
/// true, each element has an exponent. The bits of results depend neither on the lanes nor on the groups, and are those
/// of lower_within(). Pairs of a value and an exponent are not unique.
#pragma once

#include "codegen/wavefront/lowered.hpp"

namespace chemora::wavefront {

/// Returns the reason why a system cannot be lowered by lower_ordered(), or nothing.
std::optional<std::string> why_not_ordered(recursion::System const& system, Plan const& plan,
                                           LoweringOptions const& options);

/// Returns the kernel for a plan of kind across; Plan::columns has no meaning. The system has no scalar parameters
/// (with_scalars). Throws base::InternalError if why_not_ordered() returns a reason.
Lowered lower_ordered(recursion::System const& system, Plan const& plan, LoweringOptions const& options);

} // namespace chemora::wavefront
