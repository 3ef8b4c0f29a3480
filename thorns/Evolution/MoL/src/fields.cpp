// Values that MoL combines: a time level of a grid variable, or memory of MoL's own for grid arrays.
#include "fields.hpp"

#include "accesses.hpp"
#include "arithmetic/combine.hpp"
#include "cctk_Functions.h"

#include <algorithm>

namespace mol {
namespace {

int refinement_level(cGH const* cctkGH) {
  static bool const is_provided = CCTK_IsFunctionAliased("GetRefinementLevel") != 0;
  return is_provided ? GetRefinementLevel(cctkGH) : 0;
}

// The same on all processes, if the thorn that combines can tell.
bool device_combines(cGH const* cctkGH) {
  static bool const combines = CCTK_IsFunctionAliased("LinearCombination") != 0;
  static bool const knows_all = CCTK_IsFunctionAliased("CaKernel_AnyProcessHasDevice") != 0;
  static bool const knows_own = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  if (!combines || !knows_own) return false;
  return knows_all ? CaKernel_AnyProcessHasDevice(cctkGH) != 0 : Device_GetDevice(cctkGH) >= 0;
}

void combine_on_device(cGH const* cctkGH, Update const& update) {
  Accesses reads;
  for (auto const& source : update.sources) reads.add(source.place, source.factor);
  int const error = LinearCombination(cctkGH, update.target.variable, refinement_level(cctkGH),
                                      update.target.time_level, update.scale, reads.variables.data(),
                                      reads.time_levels.data(), reads.factors.data(), reads.size());
  if (error)
    CCTK_VERROR("LinearCombination could not calculate %s: error %d.", CCTK_FullVarName(update.target.variable), error);
}

template <class Function>
void tell_accelerator(Function const& function, cGH const* cctkGH, std::vector<Place> const& places) {
  Accesses accesses;
  for (Place const& place : places) accesses.add(place, 1);
  if (accesses.size() == 0) return;
  std::vector<CCTK_INT> const levels(accesses.variables.size(), refinement_level(cctkGH));
  CCTK_INT const on_host = 0;
  function(cctkGH, accesses.variables.data(), levels.data(), accesses.time_levels.data(), accesses.size(), on_host);
}

// Ghost zones that are on their way to what is going to be overwritten arrive first.
void before_writing(cGH const* cctkGH, std::vector<Place> const& places) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_WillModifyRegions") != 0;
  if (!is_provided) return;
  auto const announce = [](cGH const* gh, CCTK_INT const* variables, CCTK_INT const* levels,
                           CCTK_INT const* time_levels, CCTK_INT n, CCTK_INT) {
    std::vector<CCTK_INT> const regions(static_cast<std::size_t>(n), CCTK_VALID_EVERYWHERE);
    return Accelerator_WillModifyRegions(gh, variables, levels, time_levels, regions.data(), n);
  };
  tell_accelerator(announce, cctkGH, places);
}

bool same_place(Place const& a, Place const& b) {
  return a.variable == b.variable && a.time_level == b.time_level && a.memory == b.memory;
}

void combine_on_host(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n) {
  std::vector<Place> reads, written;
  auto const read = [&](Place const& place) { // unless an earlier update has written it
    if (std::none_of(written.begin(), written.end(), [&](Place const& other) { return same_place(place, other); }))
      reads.push_back(place);
  };
  for (Update const& update : updates) {
    for (Scaled const& source : update.sources) read(source.place);
    if (update.scale != 0) read(update.target);
    written.push_back(update.target);
  }
  require_on_host(cctkGH, reads);
  before_writing(cctkGH, written);
  std::vector<Combination> combinations;
  for (Update const& update : updates) {
    combinations.push_back({host_data(cctkGH, update.target), update.scale, {}});
    for (Scaled const& source : update.sources)
      combinations.back().sources.push_back({host_data(cctkGH, source.place), source.factor});
  }
  combine(combinations, n);
  written_on_host(cctkGH, written);
}

} // namespace

bool is_on_grid(Place const& place) { return place.variable >= 0 && is_grid_function(place.variable); }

bool is_on_grid(Update const& update) {
  return is_on_grid(update.target) && std::all_of(update.sources.begin(), update.sources.end(),
                                                  [](Scaled const& source) { return is_on_grid(source.place); });
}

bool combines_on_device(cGH const* cctkGH) { return device_combines(cctkGH); }

double* host_data(cGH const* cctkGH, Place const& place) {
  if (place.variable < 0) return place.memory;
  auto* const data = static_cast<double*>(CCTK_VarDataPtrI(cctkGH, place.time_level, place.variable));
  if (!data)
    CCTK_VERROR(
        "Time level %d of %s has no storage, but MoL integrates it. Add a statement STORAGE with %d or more time "
        "levels of its group to the schedule.ccl of its thorn.",
        place.time_level, CCTK_FullVarName(place.variable), place.time_level + 1);
  return data;
}

void require_on_host(cGH const* cctkGH, std::vector<Place> const& reads) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_RequireValidData") != 0;
  if (is_provided) tell_accelerator(Accelerator_RequireValidData, cctkGH, reads);
}

void written_on_host(cGH const* cctkGH, std::vector<Place> const& writes) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_NotifyDataModified") != 0;
  if (is_provided) tell_accelerator(Accelerator_NotifyDataModified, cctkGH, writes);
}

bool is_grid_function(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_GF; }

bool has_past_level(cGH const* cctkGH, int variable) { return CCTK_ActiveTimeLevelsVI(cctkGH, variable) > 1; }

std::ptrdiff_t n_points(cGH const* cctkGH, int variable) {
  cGroupDynamicData data;
  int const group = CCTK_GroupIndexFromVarI(variable);
  if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0)
    CCTK_VERROR("The driver does not know the size of %s.", CCTK_FullVarName(variable));
  std::ptrdiff_t n = 1;
  for (int d = 0; d < data.dim; ++d) n *= data.ash[d];
  return n;
}

void update(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n) {
  if (n == 0) return;
  if (!device_combines(cctkGH) ||
      !std::all_of(updates.begin(), updates.end(), [](Update const& u) { return is_on_grid(u); }))
    return combine_on_host(cctkGH, updates, n);
  for (Update const& update : updates) combine_on_device(cctkGH, update);
}

void await_update(cGH const* cctkGH) {
  static bool const is_provided = CCTK_IsFunctionAliased("CaKernel_AwaitUpdate") != 0;
  if (is_provided) CaKernel_AwaitUpdate(cctkGH);
}

} // namespace mol
