/// Solves the puncture equation and sets metric, extrinsic curvature and lapse on the grid.
#include "parameters.hpp"

#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <chrono>
#include <cmath>
#include <stdexcept>

namespace twopunctures {
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

/// Prints the progress at most once in ten seconds.
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

/// The lapse for s, the sum of m/(2 r).
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
