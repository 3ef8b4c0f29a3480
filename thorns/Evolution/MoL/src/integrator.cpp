// The integrator that the parameters of MoL select, and its method for each step.
#include "step.hpp"

#include "cctk.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace mol {
namespace {

std::vector<double> numbers(int table, char const* key) {
  std::vector<double> values;
  CCTK_INT type = 0, n = 0;
  if (Util_TableQueryValueInfo(table, &type, &n, key) != 1) return values;
  values.resize(n);
  if (Util_TableGetRealArray(table, n, values.data(), key) != n) values.clear();
  return values;
}

MethodOptions read_options() {
  DECLARE_CCTK_PARAMETERS;
  MethodOptions options{.ode_method = ODE_Method,
                        .generic_type = Generic_Type,
                        .n_substeps = MoL_Intermediate_Steps,
                        .n_scratch = MoL_Num_Scratch_Levels,
                        .icn_theta = ICN_avg_theta,
                        .icn_swapped = ICN_avg_swapped != 0,
                        .tiny = MoL_Tiny,
                        .ab_order = std::atoi(AB_Type),
                        .ab_starts_at_order_1 = AB_initially_reduce_order != 0,
                        .is_adaptive = adaptive_stepsize != 0};
  if (!CCTK_Equals(ODE_Method, "Generic") || !CCTK_Equals(Generic_Type, "Table")) return options;
  int const table = Util_TableCreateFromString(Generic_Method_Descriptor);
  if (table < 0) return options;
  options.alpha = numbers(table, "GenericAlphaCoeffs");
  options.beta = numbers(table, "GenericBetaCoeffs");
  CCTK_INT steps = 0; // the number of substeps, which may be smaller than the number of values beta
  if (Util_TableGetInt(table, &steps, "GenericIntermediateSteps") == 1 && steps > 0 &&
      static_cast<std::size_t>(steps) < options.beta.size())
    options.beta.resize(steps), options.alpha.resize(static_cast<std::size_t>(steps) * steps);
  Util_TableDestroy(table);
  return options;
}

} // namespace

Integrator const& integrator() {
  static Integrator const result = choose_method(read_options());
  return result;
}

Method<double> const& method_of_step(double n_steps_before) {
  Integrator const& result = integrator();
  double const step = std::max(0.0, std::round(n_steps_before));
  return step < static_cast<double>(result.start.size()) ? result.start[static_cast<std::size_t>(step)] : result.method;
}

} // namespace mol
