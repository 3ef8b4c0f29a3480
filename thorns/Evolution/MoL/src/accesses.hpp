// Places as the arrays that aliased functions take.
#pragma once

#include "fields.hpp"

#include <vector>

namespace mol {

struct Accesses {
  std::vector<CCTK_INT> variables, time_levels;
  std::vector<CCTK_REAL> factors;

  // Memory of MoL's own is nobody else's business.
  void add(Place const& place, double factor) {
    if (place.variable < 0) return;
    variables.push_back(place.variable);
    time_levels.push_back(place.time_level);
    factors.push_back(factor);
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

} // namespace mol
