// Values that MoL combines: a time level of a grid variable, or memory of MoL's own for grid arrays.
#include "fields.hpp"

#include "arithmetic/combine.hpp"
#include "cctk_Functions.h"

#include <algorithm>

namespace mol {
namespace {

int refinement_level(cGH const* cctkGH) {
  return CCTK_IsFunctionAliased("GetRefinementLevel") ? GetRefinementLevel(cctkGH) : 0;
}

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

// What a linear combination reads or writes, as the arrays that aliased functions take.
struct Accesses {
  std::vector<CCTK_INT> variables, time_levels;
  std::vector<CCTK_REAL> factors;

  void add(Place const& place, double factor) {
    if (place.variable < 0) return;
    variables.push_back(place.variable);
    time_levels.push_back(place.time_level);
    factors.push_back(factor);
  }
  CCTK_INT size() const { return static_cast<CCTK_INT>(variables.size()); }
};

bool combine_on_device(cGH const* cctkGH, Place const& target, double scale, Accesses const& sources) {
  static bool const available =
      CCTK_IsFunctionAliased("LinearCombination") && CCTK_IsFunctionAliased("Device_GetDevice");
  if (!available || Device_GetDevice(cctkGH) < 0) return false;
  int const error =
      LinearCombination(cctkGH, target.variable, refinement_level(cctkGH), target.time_level, scale,
                        sources.variables.data(), sources.time_levels.data(), sources.factors.data(), sources.size());
  if (error)
    CCTK_VERROR("LinearCombination could not calculate %s: error %d.", CCTK_FullVarName(target.variable), error);
  return true;
}

// Tells Accelerator that the host is about to read, or has written.
template <class Function>
void tell_accelerator(Function const& function, cGH const* cctkGH, Accesses const& accesses) {
  if (accesses.size() == 0) return;
  std::vector<CCTK_INT> const levels(accesses.variables.size(), refinement_level(cctkGH));
  CCTK_INT const on_host = 0;
  function(cctkGH, accesses.variables.data(), levels.data(), accesses.time_levels.data(), accesses.size(), on_host);
}

} // namespace

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

void linear_combination(cGH const* cctkGH, Place target, double scale, std::vector<Scaled> const& sources,
                        std::ptrdiff_t n) {
  if (n == 0) return;
  Accesses reads, write;
  for (auto const& source : sources) reads.add(source.place, source.factor);
  write.add(target, 1);
  bool const all_on_grid = target.variable >= 0 && reads.variables.size() == sources.size();
  if (all_on_grid && combine_on_device(cctkGH, target, scale, reads)) return;

  if (scale != 0) reads.add(target, scale);
  if (CCTK_IsFunctionAliased("Accelerator_RequireValidData"))
    tell_accelerator(Accelerator_RequireValidData, cctkGH, reads);
  std::vector<Source> arrays;
  for (auto const& source : sources) arrays.push_back({host_data(cctkGH, source.place), source.factor});
  combine(host_data(cctkGH, target), scale, arrays, n);
  if (CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    tell_accelerator(Accelerator_NotifyDataModified, cctkGH, write);
}

} // namespace mol
