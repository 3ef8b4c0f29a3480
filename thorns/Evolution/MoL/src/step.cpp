// Scheduled functions of a step. They copy, clear, update and restore variables, and search right-hand sides for NaNs.
#include "step.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <cmath>
#include <string>

namespace mol {
namespace {

void copy_past_level(cGH const* cctkGH, int variable) {
  if (has_past_level(cctkGH, variable))
    copy(cctkGH, level(variable, 0), level(variable, 1), n_points(cctkGH, variable));
}

void fill_past_levels(cGH const* cctkGH, int variable) {
  for (int past = 1; past < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++past)
    copy(cctkGH, level(variable, past), level(variable, 0), n_points(cctkGH, variable));
}

/// Whether the i-th element of the array is a grid point; false for padding.
bool is_point(cGroupDynamicData const& data, std::ptrdiff_t i) {
  for (int d = 0; d < data.dim; i /= data.ash[d++])
    if (i % data.ash[d] >= data.lsh[d]) return false;
  return true;
}

/// The global index of the i-th element of a variable as text, for example "(3, 0, 12)".
std::string global_index(cGroupDynamicData const& data, std::ptrdiff_t i) {
  std::string text = "(";
  for (int d = 0; d < data.dim; ++d) {
    text += (d ? ", " : "") + std::to_string(data.lbnd[d] + i % data.ash[d]);
    i /= data.ash[d];
  }
  return text + ")";
}

} // namespace

extern "C" {

/// Copies the past time level to the current one, because the driver has rotated the time levels and the current level
/// is undefined. With skip_initial_copy another thorn sets the current level. The values of variables with a single
/// time level are copied to scratch storage.
void MoL_InitialCopy(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  for (Integrated const& entry : integrated_variables(cctkGH)) {
    int const variable = entry.evolved.variable;
    if (!has_past_level(cctkGH, variable)) copy(cctkGH, entry.previous, level(variable, 0), entry.n);
  }
  auto const arrays = saved_arrays(cctkGH);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    int const variable = registry().saved()[i];
    copy(cctkGH, arrays[i], level(variable, 0), n_points(cctkGH, variable));
    if (!skip_initial_copy) copy_past_level(cctkGH, variable);
  }
  if (skip_initial_copy) return;
  for (int const variable : registry().constrained())
    if (is_grid_function(variable)) copy_past_level(cctkGH, variable); // Cactus does not copy constrained grid arrays
  initial_copies(cctkGH).apply(cctkGH, true);
}

void MoL_Prepare(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Prepare);
  for (auto const& [updates, n] : prepared_values(cctkGH, integrator().method, *MoL_Intermediate_Step).batches())
    update(cctkGH, updates, n);
  await_update(cctkGH);
}

/// Slow right-hand sides that are not evaluated in this substep are not cleared, because the method uses them again.
void MoL_InitRHS(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_InitRHS);
  zeroed_rhs(cctkGH, *MoL_SlowStep != 0).apply(cctkGH, true);
}

void MoL_Add(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_Add);
  DECLARE_CCTK_PARAMETERS;
  double const dt = *Original_Delta_Time / cctk_timefac;
  double const begin = *Original_Time - dt;
  auto const& method = method_of_step((begin - cctk_initial_time) / dt);
  new_values(cctkGH, method, *MoL_Intermediate_Step, dt).apply(cctkGH, false);
}

void MoL_RestoreSandR(CCTK_ARGUMENTS) {
  auto const arrays = saved_arrays(cctkGH);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    int const variable = registry().saved()[i];
    copy(cctkGH, level(variable, 0), arrays[i], n_points(cctkGH, variable));
  }
}

void MoL_FillAllLevels(CCTK_ARGUMENTS) {
  for (Evolved const& evolved : registry().evolved()) fill_past_levels(cctkGH, evolved.variable);
  for (int const variable : registry().constrained()) fill_past_levels(cctkGH, variable);
  for (int const variable : registry().saved()) fill_past_levels(cctkGH, variable);
}

/// Ends the run if a right-hand side contains NaNs, and reports the position of the first one.
void MoL_NaNCheck(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(MoL_NaNCheck);
  int n_variables = 0;
  for (Evolved const& evolved : registry().evolved()) {
    require_on_host(cctkGH, {level(evolved.rhs, 0)});
    void const* const values = CCTK_VarDataPtrI(cctkGH, 0, evolved.rhs);
    bool const is_real32 = is_real4(level(evolved.rhs, 0));
    auto const is_nan = [&](std::ptrdiff_t i) {
      return is_real32 ? std::isnan(static_cast<CCTK_REAL4 const*>(values)[i])
                       : std::isnan(static_cast<CCTK_REAL const*>(values)[i]);
    };
    std::ptrdiff_t const n = values ? n_points(cctkGH, evolved.rhs) : 0;
    cGroupDynamicData data;
    CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(evolved.rhs), &data);
    std::ptrdiff_t first = n, count = 0;
    for (std::ptrdiff_t i = n - 1; i >= 0; --i)
      if (is_nan(i) && is_point(data, i)) first = i, ++count;
    if (count == 0) continue;
    ++n_variables;
    CCTK_VWARN(CCTK_WARN_ALERT, "%s has %td NaNs on process %d, the first at the point with global index %s",
               CCTK_FullVarName(evolved.rhs), count, CCTK_MyProc(cctkGH), global_index(data, first).c_str());
  }
  if (n_variables > 0)
    CCTK_VERROR("%d right-hand sides contain NaNs in substep %d of iteration %d, time %g.", n_variables,
                integrator().method.n_substeps() - *MoL_Intermediate_Step + 1, cctk_iteration,
                static_cast<double>(cctk_time));
}

} // extern "C"
} // namespace mol
