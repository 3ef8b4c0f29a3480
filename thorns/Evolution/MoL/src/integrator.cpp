// The method of this run.
#include "integrator.hpp"

#include "cctk.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mol {
namespace {

std::vector<double> numbers(int table, char const* key) {
  std::vector<double> found;
  CCTK_INT type = 0, n = 0;
  if (Util_TableQueryValueInfo(table, &type, &n, key) != 1) return found;
  found.resize(n);
  if (Util_TableGetRealArray(table, n, found.data(), key) != n) found.clear();
  return found;
}

Choice choice_from_parameters() {
  DECLARE_CCTK_PARAMETERS;
  Choice choice{.ode_method = ODE_Method,
                .generic_type = Generic_Type,
                .n_substeps = MoL_Intermediate_Steps,
                .n_scratch = MoL_Num_Scratch_Levels,
                .icn_theta = ICN_avg_theta,
                .icn_swapped = ICN_avg_swapped != 0,
                .tiny = MoL_Tiny,
                .ab_order = std::atoi(AB_Type),
                .ab_starts_at_order_1 = AB_initially_reduce_order != 0,
                .is_adaptive = adaptive_stepsize != 0};
  if (!CCTK_Equals(ODE_Method, "Generic") || !CCTK_Equals(Generic_Type, "Table")) return choice;
  int const table = Util_TableCreateFromString(Generic_Method_Descriptor);
  if (table < 0) return choice;
  choice.alpha = numbers(table, "GenericAlphaCoeffs");
  choice.beta = numbers(table, "GenericBetaCoeffs");
  CCTK_INT steps = 0; // fewer substeps than numbers: the first ones
  if (Util_TableGetInt(table, &steps, "GenericIntermediateSteps") == 1 && steps > 0 &&
      static_cast<std::size_t>(steps) < choice.beta.size())
    choice.beta.resize(steps), choice.alpha.resize(static_cast<std::size_t>(steps) * steps);
  Util_TableDestroy(table);
  return choice;
}

} // namespace

Chosen const& integrator() {
  static Chosen const chosen = choose_method(choice_from_parameters());
  return chosen;
}

Method<double> const& method_of_step(double n_steps_before) {
  Chosen const& chosen = integrator();
  double const step = std::max(0.0, std::round(n_steps_before));
  return step < static_cast<double>(chosen.start.size()) ? chosen.start[static_cast<std::size_t>(step)] : chosen.method;
}

} // namespace mol
