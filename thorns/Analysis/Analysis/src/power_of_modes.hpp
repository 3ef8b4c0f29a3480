/// Computes the power of the modes of the Fourier transform of a grid function.
#pragma once

#include "derived_fields.hpp"

namespace analysis {

/// Sets `result` to |F|^2 / N^2 for the modes F of the transform of all N points of the grid, at the points of this
/// process. The mode (i, j, k) is at the point (i, j, k). The field is real, so that the modes (i, j, k) and (-i, -j,
/// -k) have equal power. Only modes with 2 i <= n_x are computed. The memory of the modes is retained until the end of
/// the run. Collective.
void power_of_modes(chemora::patterns::LocalField const& field, DividedGrid const& grid, std::vector<double>& result);

} // namespace analysis
