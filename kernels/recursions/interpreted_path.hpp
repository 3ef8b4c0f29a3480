/// Paths of recursions for which no compiled kernel stores complete tables.
#pragma once

#include "kernels/recursions/solver.hpp"

#include <vector>

namespace chemora::recursions {

/// Returns the path of the result by the interpreter. Throws base::UserError if the tables need more than `max_bytes`
/// bytes.
std::vector<PathStep> interpreted_path(recursion::System const& system, recursion::Inputs const& inputs,
                                       long max_bytes);

} // namespace chemora::recursions
