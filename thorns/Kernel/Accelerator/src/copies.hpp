// Has the device make copies, counts them and says why.
#pragma once

#include "cctk.h"
#include "validity/validity.hpp"

#include <vector>

namespace accelerator {

/// Whole arrays, or what the exchange of ghost zones needs.
enum class Extent { whole, parts };

/// Makes the copies. Bytes of parts are not known here: the device counts them; 0 is added for each.
void make(cGH const* cctkGH, std::vector<Copy> const& copies, Extent extent);

Traffic const& traffic();

/// Lists of variables, levels and time levels, as aliased functions take them.
struct Lists {
  std::vector<CCTK_INT> variables, levels, time_levels;

  explicit Lists(std::vector<Place> const& places);
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

/// Tells the device about places it has not heard of.
void introduce(cGH const* cctkGH, std::vector<Place> const& places);

} // namespace accelerator
