#include "arrays.hpp"

#include "Numerics/ThornTools/src/grid.hpp"
#include "cctk_Functions.h"
#include "updates/linear_combination.hpp"

#include <algorithm>

namespace mol {
namespace {

/// Whether the device updates grid functions. The result is equal on all processes if CaKernel is active.
bool device_combines(cGH const* cctkGH) {
  static bool const combines = CCTK_IsFunctionAliased("LinearCombination") != 0;
  static bool const has_all_devices = CCTK_IsFunctionAliased("CaKernel_AnyProcessHasDevice") != 0;
  static bool const has_own_device = CCTK_IsFunctionAliased("Device_GetDevice") != 0;
  if (!combines || !has_own_device) return false;
  return has_all_devices ? CaKernel_AnyProcessHasDevice(cctkGH) != 0 : Device_GetDevice(cctkGH) >= 0;
}

void combine_on_device(cGH const* cctkGH, Update const& update) {
  ScaledTimeLevels sources;
  for (auto const& source : update.sources) sources.add(source.array, source.factor);
  int const error = LinearCombination(cctkGH, update.target.variable, thorntools::refinement_level(cctkGH),
                                      update.target.time_level, update.scale, sources.variables.data(),
                                      sources.time_levels.data(), sources.factors.data(), sources.size());
  if (error)
    CCTK_VERROR("LinearCombination could not calculate %s: error %d.", CCTK_FullVarName(update.target.variable), error);
}

/// Calls an aliased function of thorn Accelerator for those arrays that are time levels of grid variables.
template <class Function>
void call_accelerator(Function const& function, cGH const* cctkGH, std::vector<ArrayRef> const& arrays) {
  thorntools::TimeLevels list;
  for (ArrayRef const& array : arrays)
    if (array.variable >= 0) list.add(array.variable, array.time_level);
  if (list.size() > 0) thorntools::call_for_host(function, cctkGH, list);
}

/// Reports to thorn Accelerator that the arrays will be overwritten, so that it completes exchanges of their ghost
/// zones.
void before_writing(cGH const* cctkGH, std::vector<ArrayRef> const& arrays) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_WillModifyRegions") != 0;
  if (!is_provided) return;
  auto const announce = [](cGH const* gh, CCTK_INT const* variables, CCTK_INT const* levels,
                           CCTK_INT const* time_levels, CCTK_INT n, CCTK_INT) {
    std::vector<CCTK_INT> const regions(static_cast<std::size_t>(n), CCTK_VALID_EVERYWHERE);
    return Accelerator_WillModifyRegions(gh, variables, levels, time_levels, regions.data(), n);
  };
  call_accelerator(announce, cctkGH, arrays);
}

template <class Real>
void combine_as(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n) {
  std::vector<CombinationOf<Real>> combinations;
  for (Update const& update : updates) {
    combinations.push_back({static_cast<Real*>(host_data(cctkGH, update.target)), update.scale, {}});
    for (ScaledArray const& source : update.sources)
      combinations.back().sources.push_back({static_cast<Real const*>(host_data(cctkGH, source.array)), source.factor});
  }
  combine<Real>(combinations, n);
}

void combine_on_host(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n) {
  std::vector<ArrayRef> reads, written;
  auto const add_read =
      [&](ArrayRef const& array) { // adds the array to `reads` unless an earlier update has written it
        if (std::find(written.begin(), written.end(), array) == written.end()) reads.push_back(array);
      };
  for (Update const& update : updates) {
    for (ScaledArray const& source : update.sources) add_read(source.array);
    if (update.scale != 0) add_read(update.target);
    written.push_back(update.target);
  }
  require_on_host(cctkGH, reads);
  before_writing(cctkGH, written);
  if (is_real4(updates.front().target))
    combine_as<CCTK_REAL4>(cctkGH, updates, n);
  else
    combine_as<CCTK_REAL>(cctkGH, updates, n);
  written_on_host(cctkGH, written);
}

} // namespace

bool is_on_grid(ArrayRef const& array) { return array.variable >= 0 && is_grid_function(array.variable); }

bool is_on_grid(Update const& update) {
  return is_on_grid(update.target) && std::all_of(update.sources.begin(), update.sources.end(),
                                                  [](ScaledArray const& source) { return is_on_grid(source.array); });
}

bool combines_on_device(cGH const* cctkGH) { return device_combines(cctkGH); }

bool is_real4(ArrayRef const& array) {
  return array.variable >= 0 && CCTK_VarTypeI(array.variable) == CCTK_VARIABLE_REAL4;
}

void* host_data(cGH const* cctkGH, ArrayRef const& array) {
  if (array.variable < 0) return array.memory;
  void* const data = CCTK_VarDataPtrI(cctkGH, array.time_level, array.variable);
  if (!data)
    CCTK_VERROR(
        "Time level %d of %s has no storage, but MoL integrates it. Add a statement STORAGE with %d or more time "
        "levels of its group to the schedule.ccl of its thorn.",
        array.time_level, CCTK_FullVarName(array.variable), array.time_level + 1);
  return data;
}

void require_on_host(cGH const* cctkGH, std::vector<ArrayRef> const& reads) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_RequireValidData") != 0;
  if (is_provided) call_accelerator(Accelerator_RequireValidData, cctkGH, reads);
}

void written_on_host(cGH const* cctkGH, std::vector<ArrayRef> const& writes) {
  static bool const is_provided = CCTK_IsFunctionAliased("Accelerator_NotifyDataModified") != 0;
  if (is_provided) call_accelerator(Accelerator_NotifyDataModified, cctkGH, writes);
}

bool is_grid_function(int variable) { return CCTK_GroupTypeFromVarI(variable) == CCTK_GF; }

bool has_past_level(cGH const* cctkGH, int variable) { return CCTK_ActiveTimeLevelsVI(cctkGH, variable) > 1; }

std::ptrdiff_t n_points(cGH const* cctkGH, int variable) {
  cGroupDynamicData data;
  int const group = CCTK_GroupIndexFromVarI(variable);
  if (CCTK_GroupDynamicData(cctkGH, group, &data) < 0)
    CCTK_VERROR("The driver provides no size of %s.", CCTK_FullVarName(variable));
  std::ptrdiff_t n = 1;
  for (int d = 0; d < data.dim; ++d) n *= data.ash[d];
  return n;
}

void update(cGH const* cctkGH, std::vector<Update> const& updates, std::ptrdiff_t n) {
  if (n == 0) return;
  if (!device_combines(cctkGH) ||
      !std::all_of(updates.begin(), updates.end(), [](Update const& entry) { return is_on_grid(entry); }))
    return combine_on_host(cctkGH, updates, n);
  for (Update const& update : updates) combine_on_device(cctkGH, update);
}

void await_update(cGH const* cctkGH) {
  static bool const is_provided = CCTK_IsFunctionAliased("CaKernel_AwaitUpdate") != 0;
  if (is_provided) CaKernel_AwaitUpdate(cctkGH);
}

} // namespace mol
