#include "binary.hpp"

#include "elliptic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace twopunctures {

SymmetricTensor bowen_york_curvature(Puncture const& puncture, Point const& from_it, double r) {
  Point const n = {from_it[0] / r, from_it[1] / r, from_it[2] / r}, &P = puncture.momentum, &S = puncture.spin;
  Point const twist = {S[1] * n[2] - S[2] * n[1], S[2] * n[0] - S[0] * n[2], S[0] * n[1] - S[1] * n[0]};
  double const along = P[0] * n[0] + P[1] * n[1] + P[2] * n[2], of_P = 1.5 / (r * r), of_S = 3 / (r * r * r);
  SymmetricTensor tensor;
  int component = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      tensor[component++] = of_P * (P[i] * n[j] + P[j] * n[i] + along * (n[i] * n[j] - (i == j))) +
                            of_S * (twist[i] * n[j] + twist[j] * n[i]);
  return tensor;
}

double square(SymmetricTensor const& t) {
  return t[0] * t[0] + t[3] * t[3] + t[5] * t[5] + 2 * (t[1] * t[1] + t[2] * t[2] + t[4] * t[4]);
}

namespace {

constexpr std::array<int, 2> sign = {+1, -1};

template <typename... Values>
std::string text(char const* format, Values... values) {
  char buffer[200];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

SourceTerm puncture_source(Binary const& binary, Point const& at, double u) {
  double const psi = 1 + newtonian_part(binary, at) + u;
  double const value = square(curvature(binary, at)) / 8 * std::pow(psi, -7);
  return {value, -7 * value / psi};
}

EllipticSolution solve(Binary const& binary, SpectralGrid const& grid, Values guess, BinaryOptions const& options) {
  NewtonOptions newton{.tolerance = options.newton_tolerance, .max_steps = options.max_newton_steps};
  newton.report = [&](NewtonStep const& step) {
    options.report(step.number == 0 ? text("Newton's method starts with a residual of %.3g", step.residual)
                                    : text("Newton step %d: residual %.3g, after %d linear iterations (to %.1g)",
                                           step.number, step.residual, step.linear_iterations, step.linear_residual));
  };
  EllipticSolution solution = solve_elliptic(
      grid, [&](Point const& at, double u) { return puncture_source(binary, at, u); }, std::move(guess), newton);
  if (solution.residual > options.newton_tolerance)
    throw std::runtime_error(text("the residual of the puncture equation is %.3g after %d Newton steps, more than %.3g",
                                  solution.residual, solution.n_steps, options.newton_tolerance));
  return solution;
}

/// The ratio of the ADM mass of a puncture to its bare mass.
double mass_factor(Binary const& binary, Expansion const& u, int which) {
  double const b = binary.half_distance;
  return 1 + u.value({sign[which] * b, 0, 0}) + binary.puncture[1 - which].mass / (4 * b);
}

BinarySolution describe(Binary const& binary, Expansion u, double residual) {
  BinarySolution solution{binary, std::move(u), residual, {}, 0, {0, 0, 0}};
  double const b = binary.half_distance;
  solution.adm_energy = -2 * b * solution.u.limit_at_infinity();
  for (int which : {0, 1}) {
    Puncture const& puncture = binary.puncture[which];
    solution.adm_masses[which] = puncture.mass * mass_factor(binary, solution.u, which);
    solution.adm_energy += puncture.mass;
    for (int i = 0; i < 3; ++i) solution.angular_momentum[i] += puncture.spin[i];
    solution.angular_momentum[1] -= sign[which] * b * puncture.momentum[2]; // cross product of position and momentum
    solution.angular_momentum[2] += sign[which] * b * puncture.momentum[1];
  }
  return solution;
}

} // namespace

std::array<double, 2> distances(Binary const& binary, Point const& at, Softening const& softening) {
  std::array<double, 2> r;
  for (int which : {0, 1}) {
    r[which] = std::hypot(at[0] - sign[which] * binary.half_distance, at[1], at[2]);
    if (softening.epsilon > 0) r[which] = std::pow(std::pow(r[which], 4) + std::pow(softening.epsilon, 4), 0.25);
    r[which] = std::max(r[which], softening.tiny);
  }
  return r;
}

double newtonian_part(Binary const& binary, Point const& at, Softening const& softening) {
  auto const r = distances(binary, at, softening);
  double sum = 0;
  for (int which : {0, 1})
    if (double const mass = binary.puncture[which].mass; mass != 0) sum += mass / (2 * r[which]);
  return sum;
}

SymmetricTensor curvature(Binary const& binary, Point const& at, Softening const& softening) {
  auto const r = distances(binary, at, softening);
  SymmetricTensor sum{};
  for (int which : {0, 1}) {
    if (binary.puncture[which].mass == 0) continue; // a puncture of mass 0 has neither momentum nor spin
    Point const from_it = {at[0] - sign[which] * binary.half_distance, at[1], at[2]};
    SymmetricTensor const part = bowen_york_curvature(binary.puncture[which], from_it, r[which]);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  }
  return sum;
}

BinarySolution solve_binary(Binary const& initial, BinaryOptions const& options) {
  constexpr int max_searches = 50;
  SpectralGrid const grid(options.n_A, options.n_B, options.n_phi, initial.half_distance);
  Binary binary = initial;
  Values guess(grid.size(), 0.0);
  for (int search = 0; search < max_searches; ++search) {
    EllipticSolution solution = solve(binary, grid, std::move(guess), options);
    BinarySolution result = describe(binary, Expansion(grid, solution.U), solution.residual);
    if (!options.target_masses) return result;
    auto const& target_masses = *options.target_masses;
    auto const& adm_masses = result.adm_masses;
    options.report(text("Bare masses %.15g and %.15g give ADM masses %.15g and %.15g", binary.puncture[0].mass,
                        binary.puncture[1].mass, adm_masses[0], adm_masses[1]));
    double const error =
        std::max(std::abs(adm_masses[0] - target_masses[0]), std::abs(adm_masses[1] - target_masses[1]));
    if (error <= options.mass_tolerance) return result;
    for (int which : {0, 1})
      binary.puncture[which].mass = target_masses[which] / mass_factor(result.binary, result.u, which);
    guess = std::move(solution.U);
  }
  throw std::runtime_error(text("no bare masses with ADM masses %.15g and %.15g were found in %d searches",
                                (*options.target_masses)[0], (*options.target_masses)[1], max_searches));
}

} // namespace twopunctures
