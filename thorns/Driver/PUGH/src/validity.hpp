// Where the data of each variable are valid: interior, outer boundary and ghost zones, as bits CCTK_VALID_*.
#pragma once

#include "cctk.h"

#include <string>
#include <vector>

namespace pugh {

class Validity {
public:
  // Everything is invalid.
  Validity();

  // Nowhere for a time level without storage.
  int region(cGH const* grid_hierarchy, int variable, int time_level) const;
  void set(int variable, int time_level, int region);
  // Writing the interior leaves the rest behind; what else is written is added.
  void write(int variable, int time_level, int region);
  // Past becomes further past among the time levels with storage; the current one is invalid.
  void rotate(cGH const* grid_hierarchy);

private:
  std::vector<std::vector<int>> regions_; // by variable and time level
};

// "interior, boundary, ghost zones", or "nowhere".
std::string region_text(int region);

// wavetoy::phi_p
std::string level_text(int variable, int time_level);

} // namespace pugh
