// What the parameters of the thorn say, in the terms of the solver.
#include "parameters.hpp"

#include "cctk.h"
#include "cctk_Parameters.h"

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
  Point const at = {x - center_offset[0], y - center_offset[1], z - center_offset[2]};
  return swap_xz ? Point{at[2], at[1], at[0]} : at;
}

SymmetricTensor on_grid(SymmetricTensor const& t) {
  DECLARE_CCTK_PARAMETERS
  return swap_xz ? SymmetricTensor{t[5], t[4], t[2], t[3], t[1], t[0]} : t;
}

// The exchange of two axes is a reflection, which turns axial vectors around.
Point on_grid(Point const& v) {
  DECLARE_CCTK_PARAMETERS
  return swap_xz ? Point{-v[2], -v[1], -v[0]} : v;
}

} // namespace twopunctures
