// The modes of a field on a sphere.
#pragma once

#include "entries.hpp"

#include "cctk.h"

#include <complex>
#include <vector>

namespace multipole {

// C_00, C_1-1, C_10, C_11, .. up to l_max on the sphere of this radius around the origin; empty but on process 0.
// Collective. A sphere that does not lie in the grid ends the run.
std::vector<std::complex<double>> decompose(cGH const* gh, Entry const& entry, double radius);

} // namespace multipole
