// Has the device make copies, counts them and says why.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <string>
#include <vector>

namespace accelerator {

void make(cGH const* cctkGH, std::vector<Copy> const& copies);

/// What was copied so far on this process: a line for each variable, part, direction and reader, and the sums.
std::string traffic_report();

/// Lists of variables, levels and time levels, as aliased functions take them.
struct Lists {
  std::vector<CCTK_INT> variables, levels, time_levels;

  void add(Place const& place);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

} // namespace accelerator
