// Through the functions of an Accelerator thorn, if one is active.
#include "device_data.hpp"

#include <cctk_Functions.h>

namespace iohdf5 {
namespace {

struct Lists {
  std::vector<CCTK_INT> variables, refinement_levels, time_levels;

  Lists(cGH const* cctkGH, std::vector<Level> const& levels) {
    CCTK_INT const refinement = CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
    for (auto const& level : levels) {
      if (CCTK_GroupTypeFromVarI(level.variable) != CCTK_GF) continue;
      variables.push_back(level.variable);
      refinement_levels.push_back(refinement);
      time_levels.push_back(level.time_level);
    }
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

} // namespace

void bring_to_host(cGH const* cctkGH, std::vector<Level> const& levels) {
  Lists const lists(cctkGH, levels);
  auto const* const v = lists.variables.data();
  auto const *const r = lists.refinement_levels.data(), *const t = lists.time_levels.data();
  constexpr CCTK_INT on_host = 0;
  if (CCTK_IsFunctionAliased("Accelerator_FetchToHost"))
    Accelerator_FetchToHost(cctkGH, v, r, t, lists.size());
  else if (CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    Accelerator_RequireValidData(cctkGH, v, r, t, lists.size(), on_host);
}

void tell_modified_on_host(cGH const* cctkGH, std::vector<Level> const& levels) {
  if (!CCTK_IsFunctionAliased("Accelerator_NotifyDataModified")) return;
  Lists const lists(cctkGH, levels);
  constexpr CCTK_INT on_host = 0;
  Accelerator_NotifyDataModified(cctkGH, lists.variables.data(), lists.refinement_levels.data(),
                                 lists.time_levels.data(), lists.size(), on_host);
}

} // namespace iohdf5
