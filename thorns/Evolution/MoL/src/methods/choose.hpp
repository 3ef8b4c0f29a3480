// From the parameters of MoL to a method, or to sentences that say why there is none.
#pragma once

#include "method.hpp"

namespace mol {

struct Choice {
  std::string ode_method = "ICN";
  std::string generic_type = "RK";
  int n_substeps = 3; // MoL_Intermediate_Steps
  int n_scratch = 0;  // MoL_Num_Scratch_Levels
  double icn_theta = 0.5;
  bool icn_swapped = false;
  std::vector<double> alpha = {}, beta = {}; // Generic_Type = Table
  double tiny = 0;
  int ab_order = 1; // AB_Type
  bool ab_starts_at_order_1 = true;
  bool is_adaptive = false;
};

struct Chosen {
  Method<double> method;
  std::vector<Method<double>> start; // instead of `method` in the first steps: multistep methods have no past yet
  std::vector<double> times;         // see times() in method.hpp, but rounded only once
  std::vector<std::string> errors;
};

// What MoL::ODE_Method may be; param.ccl describes each.
std::vector<std::string> ode_methods();

// Names are compared as keywords are, without regard to case.
Chosen choose_method(Choice const& choice);

} // namespace mol
