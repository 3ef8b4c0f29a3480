// The scheduled checks, the mask of bad points, and what happens then.
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

// The numbers of bad values on all processes, by variable.
std::vector<CCTK_INT> on_all_processes(cGH const* gh, std::vector<Found> const& all) {
  std::vector<CCTK_INT> mine, total(all.size(), 0);
  for (Found const& found : all) mine.push_back(static_cast<CCTK_INT>(found.bad.size()));
  if (mine.empty()) return total;
  if (CCTK_ReduceLocArrayToArray1D(gh, -1, CCTK_ReductionArrayHandle("sum"), mine.data(), total.data(),
                                   static_cast<int>(mine.size()), CCTK_VARIABLE_INT) < 0)
    CCTK_ERROR(
        "NaNChecker cannot sum over processes. Add a thorn with reductions to ActiveThorns, such as PUGHReduce.");
  return total;
}

// Each grid function with bad values somewhere gets a bit, in the order of the list, as long as there are bits.
void mark(std::vector<Found> const& all, std::vector<CCTK_INT> const& total, CCTK_INT* mask, std::size_t n_points) {
  std::fill(mask, mask + n_points, 0);
  int bit = 0;
  constexpr int n_bits = 8 * sizeof(CCTK_INT);
  std::string left_out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Variable const& variable = all[i].variable;
    if (!variable.is_grid_function || total[i] == 0 || variable.n_points() != n_points) continue;
    if (bit == n_bits) {
      left_out += " '" + variable.name + "'";
      continue;
    }
    for (std::size_t const number : all[i].bad)
      mask[number / variable.numbers_per_point] |= static_cast<CCTK_INT>(1u << bit);
    if (CCTK_MyProc(nullptr) == 0)
      CCTK_VINFO("Bit %d of NaNChecker::NaNmask stands for '%s'", bit, variable.name.c_str());
    ++bit;
  }
  if (!left_out.empty() && CCTK_MyProc(nullptr) == 0)
    CCTK_VWARN(CCTK_WARN_ALERT, "NaNChecker::NaNmask has %d bits; these bad variables are not marked in it:%s", n_bits,
               left_out.c_str());
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
  auto const all =
      check(cctkGH, check_vars, *parse_wanted(check_for), ignore_restricted_points ? restriction_mask : nullptr);
  if (!all) CCTK_VERROR("NaNChecker::check_vars = \"%s\" cannot be understood.", check_vars);
  for (Found const& found : *all) report(cctkGH, found, CCTK_EQUALS(verbose, "all"), static_cast<int>(report_max));
  auto const total = on_all_processes(cctkGH, *all);
  std::size_t n_points = 1;
  for (int d = 0; d < cctk_dim; ++d) n_points *= static_cast<std::size_t>(cctk_ash[d]);
  if (out_NaNmask) mark(*all, total, NaNmask, n_points);
  for (CCTK_INT const n : total) *NaNsFound += n;
}

extern "C" void NaNChecker_TakeAction(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  static int last_output = -1; // a mask can be written once per iteration
  if (*NaNsFound == 0) return;
  if (out_NaNmask && cctk_iteration != last_output) {
    last_output = cctk_iteration;
    if (CCTK_OutputVarAsByMethod(cctkGH, "NaNChecker::NaNmask{downsample={1 1 1}}", "IOHDF5", "NaNmask") < 0)
      CCTK_WARN(CCTK_WARN_ALERT, "NaNChecker::NaNmask is not written: that takes thorn IOHDF5, or out_NaNmask = no");
  }
  take_action(cctkGH, action_if_found);
}

extern "C" void NaNChecker_SetupTest(CCTK_ARGUMENTS) {
  NaNChecker::NaNChecker_SetVarsToNaN(cctkGH, "NaNChecker::TestGF");
}

} // namespace nanchecker
