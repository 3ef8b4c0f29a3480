/// Scheduled functions that check the parameters, solve the puncture equation, and set metric, extrinsic curvature and
/// lapse on the grid.
#include "solver/binary.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace twopunctures {
namespace {

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

/// Converts a position on the grid to the coordinates of the solver, whose punctures are on the x axis around the
/// origin.
Point in_solver_coordinates(double x, double y, double z) {
  DECLARE_CCTK_PARAMETERS
  Point const point = {x - center_offset[0], y - center_offset[1], z - center_offset[2]};
  return swap_xz ? Point{point[2], point[1], point[0]} : point;
}

/// Converts the components of a tensor from the coordinates of the solver to those of the grid.
SymmetricTensor on_grid(SymmetricTensor const& t) {
  DECLARE_CCTK_PARAMETERS
  return swap_xz ? SymmetricTensor{t[5], t[4], t[2], t[3], t[1], t[0]} : t;
}

/// Converts the components of an axial vector. The exchange of two axes is a reflection, which reverses axial vectors.
Point on_grid(Point const& v) {
  DECLARE_CCTK_PARAMETERS
  return swap_xz ? Point{-v[2], -v[1], -v[0]} : v;
}

bool is_zero(Point const& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return x == 0; });
}

bool is_lapse_of_this_thorn(char const* name) {
  for (char const* lapse : {"twopunctures-antisymmetric", "twopunctures-averaged", "psi^n", "brownsville"})
    if (CCTK_EQUALS(name, lapse)) return true;
  return false;
}

/// Rejects parameter values that request features of EinsteinInitialData/TwoPunctures that are not implemented.
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

/// Warns of parameter settings that have no effect.
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

namespace {

BinarySolution solve(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  BinaryOptions options = options_from_parameters();
  if (CCTK_MyProc(cctkGH) == 0) {
    CCTK_VINFO("Solving the puncture equation with %d x %d x %d collocation points", options.n_A, options.n_B,
               options.n_phi);
    if (verbose) options.report = [](std::string const& line) { CCTK_VINFO("%s", line.c_str()); };
  }
  try {
    return solve_binary(binary_from_parameters(), options);
  } catch (std::runtime_error const& error) {
    CCTK_VERROR("TwoPunctures: %s. More collocation points (npoints_A, npoints_B, npoints_phi), a larger Newton_maxit "
                "or a larger tolerance may help.",
                error.what());
  }
}

void print_masses(cGH const* cctkGH, BinarySolution const& solution) {
  if (CCTK_MyProc(cctkGH) != 0) return;
  auto const& puncture = solution.binary.puncture;
  CCTK_VINFO("Bare masses %.15g and %.15g, ADM masses %.15g and %.15g", puncture[0].mass, puncture[1].mass,
             solution.adm_masses[0], solution.adm_masses[1]);
  CCTK_VINFO("ADM energy %.15g, angular momentum (%.10g, %.10g, %.10g)", solution.adm_energy,
             solution.angular_momentum[0], solution.angular_momentum[1], solution.angular_momentum[2]);
}

/// Prints the fraction of evaluated grid points at most once in ten seconds.
class Progress {
public:
  Progress(cGH const* cctkGH, int n) : is_shown_(CCTK_MyProc(cctkGH) == 0), n_(n) {}
  void update(int i) {
    auto const now = std::chrono::steady_clock::now();
    if (!is_shown_ || now - last_ < std::chrono::seconds(10)) return;
    CCTK_VINFO("The solution has been evaluated at %d%% of the grid points", static_cast<int>(100.0 * (i + 1) / n_));
    last_ = now;
  }

private:
  bool is_shown_;
  int n_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

} // namespace

extern "C" void TwoPunctures_SetData(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  BinarySolution const solution = solve(cctkGH);
  print_masses(cctkGH, solution);
  *E = solution.adm_energy;
  Point const J = on_grid(solution.angular_momentum);
  *J1 = J[0], *J2 = J[1], *J3 = J[2];
  *mp = solution.binary.puncture[0].mass;
  *mm = solution.binary.puncture[1].mass;
  *mp_adm = solution.adm_masses[0];
  *mm_adm = solution.adm_masses[1];

  Softening const softening = softening_from_parameters();
  Progress progress(cctkGH, cctk_lsh[2]);
  for (int k = 0; k < cctk_lsh[2]; ++k) {
#pragma omp parallel for schedule(dynamic)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        Point const position = in_solver_coordinates(x[point], y[point], z[point]);
        double const u = solution.u.value(position);
        double const psi = 1 + newtonian_part(solution.binary, position, softening) + u;
        if (!std::isfinite(psi))
          CCTK_VERROR("The grid point (%g, %g, %g) is at a puncture, where the metric is infinite. Choose a grid that "
                      "avoids it, or a positive TwoPunctures::TP_Tiny or TP_epsilon.",
                      x[point], y[point], z[point]);
        SymmetricTensor const K = on_grid(curvature(solution.binary, position, softening));
        puncture_u[point] = u;
        gxx[point] = gyy[point] = gzz[point] = std::pow(psi, 4);
        gxy[point] = gxz[point] = gyz[point] = 0;
        CCTK_REAL* const components[] = {kxx, kxy, kxz, kyy, kyz, kzz};
        for (int c = 0; c < 6; ++c) components[c][point] = K[c] / (psi * psi);
      }
    progress.update(k);
  }
}

namespace {

enum class Profile { antisymmetric, averaged, power, brownsville };

Profile parse_profile(char const* name) {
  if (CCTK_EQUALS(name, "twopunctures-antisymmetric")) return Profile::antisymmetric;
  if (CCTK_EQUALS(name, "twopunctures-averaged")) return Profile::averaged;
  return CCTK_EQUALS(name, "psi^n") ? Profile::power : Profile::brownsville;
}

/// The lapse at a point, where s is the sum of m/(2 r) over both punctures.
double lapse_of(Profile profile, double s, double exponent) {
  switch (profile) {
  case Profile::antisymmetric:
    return (1 - s) / (1 + s);
  case Profile::averaged:
    return 1 / (1 + s);
  case Profile::power:
    return std::pow(1 + s, exponent);
  case Profile::brownsville:
    break;
  }
  return 2 / (1 + std::pow(1 + s, exponent));
}

} // namespace

extern "C" void TwoPunctures_SetLapse(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS
  DECLARE_CCTK_PARAMETERS
  Binary binary = binary_from_parameters();
  binary.puncture[0].mass = *mp;
  binary.puncture[1].mass = *mm;
  Profile const profile = parse_profile(initial_lapse);
  Softening const softening = softening_from_parameters();
#pragma omp parallel for
  for (int k = 0; k < cctk_lsh[2]; ++k)
    for (int j = 0; j < cctk_lsh[1]; ++j)
      for (int i = 0; i < cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        Point const position = in_solver_coordinates(x[point], y[point], z[point]);
        alp[point] = lapse_of(profile, newtonian_part(binary, position, softening), initial_lapse_psi_exponent);
      }
}

} // namespace twopunctures
