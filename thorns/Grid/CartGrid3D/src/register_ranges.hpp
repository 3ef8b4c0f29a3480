// Tells other thorns where the coordinates run from and to.
#pragma once

#include "cctk.h"
#include "layout/layout.hpp"

#include <array>

namespace cartgrid {

// For the systems cart3d, cart2d and cart1d.
void register_ranges(cGH const* cctkGH, std::array<Layout, 3> const& layouts);

} // namespace cartgrid
