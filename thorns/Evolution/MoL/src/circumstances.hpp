// What lists of updates follow from besides the method.
#pragma once

#include "cctk.h"

#include <cstdint>

namespace mol {

// Another number whenever registrations, or sizes or numbers of time levels of what is evolved, have changed since the
// last call: what was worked out from them holds as long as it stays. Where arrays are evolved, which MoL keeps in
// memory of its own, it is another one each time.
std::uint64_t circumstances(cGH const* cctkGH);

} // namespace mol
