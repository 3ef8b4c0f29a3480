// Whether functions write on the host only what they declare: sums over all arrays before and after.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace accelerator {

/// A number for the contents of each region (CCTK_VALID_*) of each array on the host.
using Fingerprints = std::map<std::pair<Place, int>, std::uint64_t>;

Fingerprints fingerprints(cGH const* cctkGH);

/// Ends the run with names and regions of arrays whose contents have changed since `before` though they are not among
/// `allowed`, those that `writer` declares, has told of, or had copied.
void check_writes(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& allowed,
                  std::string const& writer);

/// Warns of the same for a function that is about to have others called: `told` is what it has told of, or had copied,
/// or what others wrote for it. What else has changed they may not see.
void check_told(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& told,
                std::string const& writer);

} // namespace accelerator
