// The points behind a mirror.
#pragma once

#include "cctk.h"

namespace cartgrid {

// Fills the ghost points behind a mirror face with parity times the value of their mirror image. The mirror goes
// through the first interior point, or half a spacing outside of it if the grid avoids the origin.
void reflect(cGH const* cctkGH, int variable, int face, int parity, bool avoids_origin);

} // namespace cartgrid
