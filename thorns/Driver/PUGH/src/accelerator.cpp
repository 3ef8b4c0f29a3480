#include "accelerator.hpp"

#include <numeric>

namespace pugh::accelerator {
namespace {

/// Whether a thorn provides the aliased function. The result does not change after start-up, so callers cache it.
bool has(char const* function) { return CCTK_IsFunctionAliased(function) != 0; }

/// Whether the active Accelerator thorn tracks reads and writes, as Chemora's does. Other thorns only provide
/// Accelerator_PreSync and Accelerator_PostSync.
bool tracks_accesses() {
  return has("Accelerator_BeginSync") && has("Accelerator_EndSync") && has("Accelerator_NotifyInFlight");
}

} // namespace

void arrays_changed(cGH const* cctkGH) {
  static bool const is_provided = has("Accelerator_ArraysChanged");
  if (is_provided) Accelerator_ArraysChanged(cctkGH);
}

void time_levels_rotate(cGH const* cctkGH) {
  static bool const is_provided = has("Accelerator_Cycle");
  if (is_provided) Accelerator_Cycle(cctkGH);
}

ExchangeTarget begin_exchange(cGH const* cctkGH, std::vector<CCTK_INT> const& groups,
                              std::vector<CCTK_INT> const& variables) {
  static bool const tracks = tracks_accesses();
  static bool const is_provided = has("Accelerator_PreSync");
  ExchangeTarget result{std::vector<CCTK_INT>(variables.size(), 0), tracks};
  if (tracks)
    Accelerator_BeginSync(cctkGH, variables.data(), static_cast<CCTK_INT>(variables.size()), result.on_device.data());
  else if (is_provided && !groups.empty())
    Accelerator_PreSync(cctkGH, groups.data(), static_cast<CCTK_INT>(groups.size()));
  return result;
}

void end_exchange(cGH const* cctkGH, std::vector<CCTK_INT> const& groups, std::vector<CCTK_INT> const& variables) {
  static bool const tracks = tracks_accesses();
  static bool const is_provided = has("Accelerator_PostSync");
  if (tracks)
    Accelerator_EndSync(cctkGH, variables.data(), static_cast<CCTK_INT>(variables.size()));
  else if (is_provided && !groups.empty())
    Accelerator_PostSync(cctkGH, groups.data(), static_cast<CCTK_INT>(groups.size()));
}

void Boxes::add(int variable, Range const& range) {
  constexpr int dimension = 3;
  variables.push_back(variable);
  lower.insert(lower.end(), range.lower.begin(), range.lower.begin() + dimension);
  upper.insert(upper.end(), range.upper.begin(), range.upper.begin() + dimension);
}

void in_flight(cGH const* cctkGH, Boxes const& boxes) {
  Accelerator_NotifyInFlight(cctkGH, boxes.variables.data(), boxes.lower.data(), boxes.upper.data(),
                             static_cast<CCTK_INT>(boxes.variables.size()));
}

void pack(cGH const* cctkGH, Boxes const& boxes, std::byte* message) {
  Accelerator_PackBoxes(cctkGH, boxes.variables.data(), boxes.lower.data(), boxes.upper.data(),
                        static_cast<CCTK_INT>(boxes.variables.size()), message);
}

void unpack(cGH const* cctkGH, Boxes const& boxes, std::byte const* message) {
  Accelerator_UnpackBoxes(cctkGH, boxes.variables.data(), boxes.lower.data(), boxes.upper.data(),
                          static_cast<CCTK_INT>(boxes.variables.size()), message);
}

void copy_within(cGH const* cctkGH, Boxes const& from, Boxes const& to) {
  Accelerator_CopyWithin(cctkGH, from.variables.data(), from.lower.data(), from.upper.data(), to.lower.data(),
                         static_cast<CCTK_INT>(from.variables.size()));
}

void finish_deferred_launches(cGH const* cctkGH) {
  static bool const is_provided = has("CaKernel_RunDeferred");
  if (is_provided) CaKernel_RunDeferred(cctkGH, nullptr);
}

void filled_on_host(cGH const* cctkGH, int first_variable, int n_variables, int time_level) {
  static bool const is_provided = has("Accelerator_NotifyDataModified");
  if (!is_provided) return;
  auto const n = static_cast<std::size_t>(n_variables);
  std::vector<CCTK_INT> variables(n);
  std::iota(variables.begin(), variables.end(), first_variable);
  std::vector<CCTK_INT> const refinement_levels(n, 0), time_levels(n, time_level);
  constexpr CCTK_INT on_host = 0;
  Accelerator_NotifyDataModified(cctkGH, variables.data(), refinement_levels.data(), time_levels.data(), n_variables,
                                 on_host);
}

int call_function(void* function, cFunctionData* attribute, void* cctkGH) {
  static bool const has_before = has("Accelerator_PreCallFunction"), has_after = has("Accelerator_PostCallFunction");
  if (has_before) Accelerator_PreCallFunction(cctkGH, attribute);
  CCTK_CallFunction(function, attribute, cctkGH);
  if (has_after) Accelerator_PostCallFunction(cctkGH, attribute);
  return 0;
}

} // namespace pugh::accelerator
