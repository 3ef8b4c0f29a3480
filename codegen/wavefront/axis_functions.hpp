/// Functions of a sweep that depend on one axis only, such as the factors of a tridiagonal system with constant
/// coefficients. They are computed once for each index instead of at each point.
#pragma once

#include "codegen/wavefront/sweep_passes.hpp"

namespace chemora::wavefront {

/// The values of the functions in SweepPasses::axis_of, by name: one value for each index of the axis, or a single one
/// for functions that depend on no axis. `sizes` and `scalars` contain all values that the functions use.
std::map<std::string, std::vector<double>> axis_values(recursion::System const& system, SweepPasses const& passes,
                                                       std::map<std::string, long> const& sizes,
                                                       std::map<std::string, double> const& scalars);

} // namespace chemora::wavefront
