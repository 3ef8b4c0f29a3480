// Scheduled functions that check variables, set the mask of points with NaN or infinite values, and take the action.
#include "NaNCheck.h"
#include "check.hpp"

#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>

namespace nanchecker {
namespace {

bool is_due(int iteration) {
  DECLARE_CCTK_PARAMETERS
  return check_every > 0 && iteration >= check_after && iteration % check_every == 0;
}

/// For each variable, the number of NaN or infinite values on all processes.
std::vector<CCTK_INT> counts_on_all_processes(cGH const* cctkGH, std::vector<CheckedVariable> const& variables) {
  std::vector<CCTK_INT> local, total(variables.size(), 0);
  for (CheckedVariable const& checked : variables) local.push_back(static_cast<CCTK_INT>(checked.bad.size()));
  if (local.empty()) return total;
  if (CCTK_ReduceLocArrayToArray1D(cctkGH, -1, CCTK_ReductionArrayHandle("sum"), local.data(), total.data(),
                                   static_cast<int>(local.size()), CCTK_VARIABLE_INT) < 0)
    CCTK_ERROR(
        "NaNChecker cannot sum over processes. Add a thorn with reductions to ActiveThorns, such as PUGHReduce.");
  return total;
}

/// Sets the mask. Each grid function with NaN or infinite values on any process gets one bit of the mask, in the order
/// of the list, until all bits are used.
void mark(std::vector<CheckedVariable> const& variables, std::vector<CCTK_INT> const& total, CCTK_INT* mask,
          std::size_t n_points) {
  std::fill(mask, mask + n_points, 0);
  int bit = 0;
  constexpr int n_bits = 8 * sizeof(CCTK_INT);
  std::string unmarked;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Variable const& variable = variables[i].variable;
    if (!variable.is_grid_function || total[i] == 0 || variable.n_points() != n_points) continue;
    if (bit == n_bits) {
      unmarked += " '" + variable.name + "'";
      continue;
    }
    for (std::size_t const number : variables[i].bad)
      mask[number / variable.numbers_per_point] |= static_cast<CCTK_INT>(1u << bit);
    if (CCTK_MyProc(nullptr) == 0) CCTK_VINFO("Bit %d of NaNChecker::NaNmask marks '%s'", bit, variable.name.c_str());
    ++bit;
  }
  if (!unmarked.empty() && CCTK_MyProc(nullptr) == 0)
    CCTK_VWARN(CCTK_WARN_ALERT, "NaNChecker::NaNmask has %d bits; these bad variables are not marked in it:%s", n_bits,
               unmarked.c_str());
}

} // namespace

extern "C" void NaNChecker_CheckParameters(CCTK_ARGUMENTS) {
  (void)cctkGH;
  DECLARE_CCTK_PARAMETERS
  if (check_every <= 0) return;
  auto const ignore = [](int, char const*, void*) {};
  if (CCTK_TraverseString(check_vars, ignore, nullptr, CCTK_GROUP_OR_VAR) < 0)
    CCTK_VPARAMWARN("NaNChecker::check_vars = \"%s\" is not a list of variables and groups of active thorns.",
                    check_vars);
}

extern "C" void NaNChecker_ResetCounter(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  *NaNsFound = 0;
}

extern "C" void NaNChecker_NaNCheck_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (!is_due(cctk_iteration)) return;
  auto const variables = check(cctkGH, check_vars, *parse_searched_values(check_for),
                               ignore_restricted_points ? restriction_mask : nullptr);
  if (!variables)
    CCTK_VERROR("NaNChecker::check_vars = \"%s\" is not a list of variables and groups of active thorns.", check_vars);
  for (CheckedVariable const& checked : *variables)
    report(cctkGH, checked, CCTK_EQUALS(verbose, "all"), static_cast<int>(report_max));
  auto const total = counts_on_all_processes(cctkGH, *variables);
  std::size_t n_points = 1;
  for (int d = 0; d < cctk_dim; ++d) n_points *= static_cast<std::size_t>(cctk_ash[d]);
  if (out_NaNmask) mark(*variables, total, NaNmask, n_points);
  for (CCTK_INT const n : total) *NaNsFound += n;
}

extern "C" void NaNChecker_TakeAction(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  static int last_output = -1; // the mask is written at most once per iteration
  if (*NaNsFound == 0) return;
  if (out_NaNmask && cctk_iteration != last_output) {
    last_output = cctk_iteration;
    if (CCTK_OutputVarAsByMethod(cctkGH, "NaNChecker::NaNmask{downsample={1 1 1}}", "IOHDF5", "NaNmask") < 0)
      CCTK_WARN(CCTK_WARN_ALERT,
                "NaNChecker::NaNmask is not written. Activate thorn IOHDF5, or set NaNChecker::out_NaNmask = no.");
  }
  take_action(cctkGH, action_if_found);
}

extern "C" void NaNChecker_SetupTest(CCTK_ARGUMENTS) {
  NaNChecker::NaNChecker_SetVarsToNaN(cctkGH, "NaNChecker::TestGF");
}

} // namespace nanchecker
