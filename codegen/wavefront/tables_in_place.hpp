/// Tables that can be in the memory of a grid function that a later pass overwrites.
///
/// In a tridiagonal solver, the table d of the first pass can replace the values before the sweep, which only the first
/// pass reads, until the second pass replaces d by the results:
///
///     real d(...) = ... u[i, j, k] ... d(i - 1, j, k)
///     real w(...) = ... d(i, j, k) ... w(i + 1, j, k)
///     sweep u = w
#pragma once

#include "codegen/wavefront/sweep_passes.hpp"

namespace chemora::wavefront {

/// Returns the grid function for each such table, if the passes of a tile are computed one after another.
std::map<std::string, std::string> tables_in_place(recursion::Sweep const& sweep, SweepPasses const& passes);

} // namespace chemora::wavefront
