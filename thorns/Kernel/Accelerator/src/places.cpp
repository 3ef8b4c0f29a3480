// Reads the properties of scheduled functions and groups.
#include "places.hpp"

#include "util_Table.h"

namespace accelerator {

Validity& validity() {
  static Validity state;
  return state;
}

int refinement_level(cGH const* cctkGH) {
  return CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
}

bool is_tracked(cGH const* cctkGH, Place const& place) {
  if (CCTK_GroupTypeFromVarI(place.variable) != CCTK_GF) return false;
  if (CCTK_ActiveTimeLevelsVI(cctkGH, place.variable) > place.time_level) return true;
  validity().forget(place);
  return false;
}

std::string name_of(Place const& place) {
  std::string const name = CCTK_FullVarName(place.variable);
  return place.time_level == 0 ? name : name + " (time level " + std::to_string(place.time_level) + ")";
}

Side side_of(cGH const* cctkGH, cFunctionData const& function) {
  CCTK_INT is_for_device = 0;
  if (function.tags >= 0 && Util_TableGetInt(function.tags, &is_for_device, "Device") < 0) is_for_device = 0;
  bool const has_device = CCTK_IsFunctionAliased("Device_GetDevice") && Device_GetDevice(cctkGH) >= 0;
  return is_for_device && has_device ? Side::device : Side::host;
}

Declared declared(cGH const* cctkGH, cFunctionData const& function) {
  Declared result;
  result.declares_nothing = function.n_ReadsClauses == 0 && function.n_WritesClauses == 0;
  int const level = refinement_level(cctkGH);
  for (int i = 0; i < function.n_RDWR; ++i) {
    RDWR_entry const& entry = function.RDWR[i];
    Place const place{entry.varindex, level, entry.timelevel};
    if (!is_tracked(cctkGH, place)) continue;
    if (entry.where_rd != 0) result.reads.push_back(place);
    if (entry.where_wr == 0) continue;
    result.writes.push_back(place);
    if ((entry.where_wr & CCTK_VALID_EVERYWHERE) != CCTK_VALID_EVERYWHERE) result.partial_writes.push_back(place);
  }
  return result;
}

std::vector<Place> places(cGH const* cctkGH, CCTK_INT const* variables, CCTK_INT const* levels,
                          CCTK_INT const* time_levels, CCTK_INT n) {
  std::vector<Place> result;
  for (CCTK_INT i = 0; i < n; ++i) {
    Place const place{variables[i], levels[i], time_levels[i]};
    if (is_tracked(cctkGH, place)) result.push_back(place);
  }
  return result;
}

std::vector<Place> places_of_groups(cGH const* cctkGH, CCTK_INT const* groups, CCTK_INT n) {
  std::vector<Place> result;
  int const level = refinement_level(cctkGH);
  for (CCTK_INT i = 0; i < n; ++i) {
    int const first = CCTK_FirstVarIndexI(groups[i]);
    for (int variable = first; variable >= 0 && variable < first + CCTK_NumVarsInGroupI(groups[i]); ++variable)
      if (Place const place{variable, level, 0}; is_tracked(cctkGH, place)) result.push_back(place);
  }
  return result;
}

} // namespace accelerator
