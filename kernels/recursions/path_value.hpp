/// Computes the value of a single path through the tables of a system, to check alignments.
#pragma once

#include "codegen/recursion/system.hpp"
#include "kernels/recursions/solver.hpp"

#include <vector>

namespace chemora::recursions {

/// Returns the value that the result has if each element of a table on the path follows only from the element before it
/// on the path. For maxima and minima, it equals the value of the result if the path is optimal. Tables of
/// probabilities must be proportional to the elements that they follow from, and the result must be linear in the
/// logarithm of the table; then no probability is too small. Throws base::InternalError if an element of the path does
/// not exist.
double value_of_path(recursion::System const& system, recursion::Inputs const& inputs,
                     std::vector<PathStep> const& path);

} // namespace chemora::recursions
