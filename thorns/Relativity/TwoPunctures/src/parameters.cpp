#include "parameters.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>

namespace twopunctures {

Binary binary_from_parameters() {
  DECLARE_CCTK_PARAMETERS
  auto const vector = [](CCTK_REAL const* components) { return Point{components[0], components[1], components[2]}; };
  return {par_b,
          {Puncture{par_m_plus, vector(par_P_plus), vector(par_S_plus)},
           Puncture{par_m_minus, vector(par_P_minus), vector(par_S_minus)}}};
}

BinaryOptions options_from_parameters() {
  DECLARE_CCTK_PARAMETERS
  BinaryOptions options;
  options.n_A = static_cast<int>(npoints_A);
  options.n_B = static_cast<int>(npoints_B);
  options.n_phi = static_cast<int>(npoints_phi);
  options.newton_tolerance = Newton_tol;
  options.max_newton_steps = static_cast<int>(Newton_maxit);
  if (!give_bare_mass) options.target_masses = {target_M_plus, target_M_minus};
  options.mass_tolerance = adm_tol;
  return options;
}

Softening softening_from_parameters() {
  DECLARE_CCTK_PARAMETERS
  return {TP_epsilon, TP_Tiny};
}

Point in_solver_coordinates(double x, double y, double z) {
  DECLARE_CCTK_PARAMETERS
  Point const point = {x - center_offset[0], y - center_offset[1], z - center_offset[2]};
  return swap_xz ? Point{point[2], point[1], point[0]} : point;
}

SymmetricTensor on_grid(SymmetricTensor const& t) {
  DECLARE_CCTK_PARAMETERS
  return swap_xz ? SymmetricTensor{t[5], t[4], t[2], t[3], t[1], t[0]} : t;
}

/// The exchange of two axes is a reflection, which reverses axial vectors.
Point on_grid(Point const& v) {
  DECLARE_CCTK_PARAMETERS
  return swap_xz ? Point{-v[2], -v[1], -v[0]} : v;
}

namespace {

bool is_zero(Point const& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return x == 0; });
}

bool is_lapse_of_this_thorn(char const* name) {
  for (char const* lapse : {"twopunctures-antisymmetric", "twopunctures-averaged", "psi^n", "brownsville"})
    if (CCTK_EQUALS(name, lapse)) return true;
  return false;
}

/// Rejects features of the thorn of this name in the Einstein Toolkit that are not implemented.
void reject_unsupported_features() {
  DECLARE_CCTK_PARAMETERS
  struct Feature {
    char const* name;
    CCTK_INT is_requested;
  };
  for (Feature const& feature : {Feature{"use_sources", use_sources},
                                 {"use_external_initial_guess", use_external_initial_guess},
                                 {"multiply_old_lapse", multiply_old_lapse},
                                 {"solve_momentum_constraint", solve_momentum_constraint}})
    if (feature.is_requested)
      CCTK_VPARAMWARN(
          "TwoPunctures::%s = yes is not implemented: the solver is for vacuum and the curvature of Bowen and "
          "York, and the lapse does not depend on an older one. Remove this setting.",
          feature.name);
}

/// Warns of parameters without effect.
void warn_of_no_effect() {
  DECLARE_CCTK_PARAMETERS
  if (!schedule_in_ADMBase_InitialData)
    CCTK_VWARN(CCTK_WARN_ALERT, "TwoPunctures::schedule_in_ADMBase_InitialData = no has no effect: the data are set in "
                                "ADMBase_InitialData in any case.");
  if (do_residuum_debug_output)
    CCTK_VWARN(CCTK_WARN_ALERT, "TwoPunctures::do_residuum_debug_output = yes has no effect: the residuals are in the "
                                "log if TwoPunctures::verbose is yes.");
  if (do_initial_debug_output)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "TwoPunctures::do_initial_debug_output = yes has no effect: there is no initial guess.");
}

} // namespace

extern "C" void TwoPunctures_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_EQUALS(initial_data, "twopunctures")) {
    if (is_lapse_of_this_thorn(initial_lapse))
      CCTK_VPARAMWARN("ADMBase::initial_lapse = \"%s\" belongs to the black holes of TwoPunctures, but "
                      "ADMBase::initial_data is \"%s\": set it to \"twopunctures\", or choose another lapse.",
                      initial_lapse, initial_data);
    return;
  }
  reject_unsupported_features();
  warn_of_no_effect();
  Binary const binary = binary_from_parameters();
  char const* const names[] = {"plus", "minus"};
  for (int which : {0, 1}) {
    Puncture const& puncture = binary.puncture[which];
    if (puncture.mass == 0 && !(is_zero(puncture.momentum) && is_zero(puncture.spin)))
      CCTK_VPARAMWARN("TwoPunctures::par_m_%s is 0, so there is no hole, but par_P_%s or par_S_%s is not 0.",
                      names[which], names[which], names[which]);
    if (puncture.mass == 0 && !give_bare_mass)
      CCTK_VPARAMWARN(
          "TwoPunctures::par_m_%s is 0; with give_bare_mass = no it is the first guess of the bare mass, and "
          "must be positive.",
          names[which]);
  }
}

} // namespace twopunctures
