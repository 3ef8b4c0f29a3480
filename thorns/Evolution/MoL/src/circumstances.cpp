// What the flesh tells.
#include "circumstances.hpp"

#include "fields.hpp"
#include "roles/changes.hpp"

namespace mol {

std::uint64_t circumstances(cGH const* cctkGH) {
  static Changes changes;
  return changes.number(registry(), CCTK_GroupIndexFromVarI, [&](int variable) -> Extent {
    return {CCTK_ActiveTimeLevelsVI(cctkGH, variable), n_points(cctkGH, variable), is_grid_function(variable)};
  });
}

} // namespace mol
