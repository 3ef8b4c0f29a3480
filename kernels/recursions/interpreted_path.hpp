/// Paths of recursions for which no compiled kernel stores complete tables.
#pragma once

#include "kernels/recursions/memory_limit.hpp"
#include "kernels/recursions/solver.hpp"

#include <vector>

namespace chemora::recursions {

/// Returns the path of the result by the interpreter. Throws base::UserError if the tables exceed the limit of memory.
std::vector<PathStep> interpreted_path(recursion::System const& system, recursion::Inputs const& inputs,
                                       MemoryLimit& memory);

} // namespace chemora::recursions
