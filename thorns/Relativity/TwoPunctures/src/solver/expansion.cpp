// A field between the collocation points: its expansion in Chebyshev polynomials and Fourier modes.
#include "expansion.hpp"

#include <algorithm>
#include <cmath>

namespace twopunctures {
namespace {

Values all_coefficients(SpectralGrid const& grid, Values const& U) {
  int const n_A = grid.in_A.size(), n_B = grid.in_B.size();
  Matrix const to_A = grid.in_A.to_coefficients(), to_B = grid.in_B.to_coefficients();
  Values const modes = along_phi(grid, grid.in_phi.to_coefficients(), U);
  Values half(U.size(), 0.0), all(U.size(), 0.0);
  for (int kj = 0; kj < grid.in_phi.size() * n_B; ++kj)
    for (int i = 0; i < n_A; ++i)
      for (int l = 0; l < n_A; ++l) half[kj * n_A + i] += to_A(i, l) * modes[kj * n_A + l];
  for (int k = 0; k < grid.in_phi.size(); ++k)
    for (int j = 0; j < n_B; ++j)
      for (int l = 0; l < n_B; ++l)
        for (int i = 0; i < n_A; ++i) all[(k * n_B + j) * n_A + i] += to_B(j, l) * half[(k * n_B + l) * n_A + i];
  return all;
}

double largest(Values const& numbers, std::size_t first, std::size_t n) {
  double result = 0;
  for (std::size_t i = first; i < first + n; ++i) result = std::max(result, std::abs(numbers[i]));
  return result;
}

} // namespace

Expansion::Expansion(SpectralGrid const& grid, Values const& U)
    : grid_(grid), coefficients_(all_coefficients(grid, U)) {
  constexpr double round_off = 1e-17;
  double const bound = round_off * largest(coefficients_, 0, coefficients_.size());
  std::size_t const n_A = grid.in_A.size();
  for (std::size_t kj = 0; kj < coefficients_.size() / n_A; ++kj)
    matters_.push_back(largest(coefficients_, kj * n_A, n_A) > bound);
}

// First the sum over B and phi, for all powers of A at once; then that over A.
double Expansion::scaled_value(SpectralPoint const& at) const {
  std::size_t const n_A = grid_.in_A.size(), n_B = grid_.in_B.size(), n_phi = grid_.in_phi.size();
  thread_local std::vector<double> in_A, in_B, in_phi, sums;
  in_A.resize(n_A);
  in_B.resize(n_B);
  in_phi.resize(n_phi);
  sums.assign(n_A, 0.0);
  grid_.in_A.values_at(at.A, in_A);
  grid_.in_B.values_at(at.B, in_B);
  grid_.in_phi.values_at(at.phi, in_phi);
  for (std::size_t k = 0; k < n_phi; ++k)
    for (std::size_t j = 0; j < n_B; ++j) {
      if (!matters_[k * n_B + j]) continue;
      double const factor = in_phi[k] * in_B[j];
      double const* const row = &coefficients_[(k * n_B + j) * n_A];
      for (std::size_t i = 0; i < n_A; ++i) sums[i] += factor * row[i];
    }
  double result = 0;
  for (std::size_t i = 0; i < n_A; ++i) result += in_A[i] * sums[i];
  return result;
}

double Expansion::value(Point const& at) const {
  SpectralPoint const where = to_spectral(at, grid_.b);
  return (where.A - 1) * scaled_value(where);
}

// The field does not depend on direction there; the mean over B and phi takes out the error of the expansion.
double Expansion::limit_at_infinity() const {
  double sum = 0;
  for (double const B : grid_.in_B.points)
    for (double const phi : grid_.in_phi.points) sum += scaled_value({1, B, phi});
  return sum / (grid_.in_B.size() * grid_.in_phi.size());
}

} // namespace twopunctures
