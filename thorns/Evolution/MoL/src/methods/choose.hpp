/// Selects the method of the run from the parameters of MoL.
#pragma once

#include "method.hpp"

namespace mol {

/// Parameters of MoL; the descriptions are in param.ccl.
struct MethodOptions {
  std::string ode_method = "ICN";
  std::string generic_type = "RK";
  int n_substeps = 3; ///< MoL_Intermediate_Steps; 0: the number of the method
  int n_scratch = 0;  ///< MoL_Num_Scratch_Levels
  double icn_theta = 0.5;
  bool icn_swapped = false;
  std::vector<double> alpha = {}, beta = {}; ///< for Generic_Type = Table
  double tiny = 0;
  int ab_order = 1; ///< AB_Type
  bool ab_starts_at_order_1 = true;
  bool is_adaptive = false;
};

struct Integrator {
  Method<double> method;
  std::vector<Method<double>> start; ///< methods of the first steps, for which a multistep method has no past values
  std::vector<double> times;         ///< see times() in method.hpp; exact fractions, rounded once
  std::vector<std::string> errors;   ///< whole sentences; if there are any, the method is not usable
};

/// Values of MoL::ODE_Method.
std::vector<std::string> ode_methods();

/// Names are compared without regard to case, like keywords.
Integrator choose_method(MethodOptions const& options);

} // namespace mol
