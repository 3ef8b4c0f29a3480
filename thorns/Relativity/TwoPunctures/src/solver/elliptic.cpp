#include "elliptic.hpp"

#include "linear_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace twopunctures {
namespace {

Derivatives derivatives(ChebyshevBasis const& basis, Laplacian::Kind kind) {
  return kind == Laplacian::Kind::spectral ? basis.spectral_derivatives() : basis.difference_derivatives();
}

/// The matrix of U -> (u_xi,xi + coth(xi) u_xi)/(A - 1) with u = (A - 1) U. With d/dxi = (1 - A^2)/2 d/dA, u_xi,xi +
/// coth(xi) u_xi = (1 - A^2)^2/4 (u_AA + u_A/A).
Matrix part_in_A(ChebyshevBasis const& basis, Derivatives const& d) {
  Matrix matrix(basis.size());
  for (int i = 0; i < matrix.n; ++i) {
    double const A = basis.points[i], both = (1 - A) * (1 + A), factor = both * both / 4;
    double const quotient = -(1 - A) * (1 + A) * (1 + A) / 4; // factor/(A - 1)
    for (int j = 0; j < matrix.n; ++j)
      matrix(i, j) = factor * d.second(i, j) + (2 * quotient + factor / A) * d.first(i, j);
    matrix(i, i) += quotient / A;
  }
  return matrix;
}

/// The matrix of u -> u_eta,eta + cot(eta) u_eta. With d/deta = (1 + B^2)/2 d/dB, this is (1 + B^2)^2/4 (u_BB - 2 B/(1
/// - B^2) u_B).
Matrix part_in_B(ChebyshevBasis const& basis, Derivatives const& d) {
  Matrix matrix(basis.size());
  for (int i = 0; i < matrix.n; ++i) {
    double const B = basis.points[i], factor = (1 + B * B) * (1 + B * B) / 4;
    for (int j = 0; j < matrix.n; ++j)
      matrix(i, j) = factor * (d.second(i, j) - 2 * B / ((1 - B) * (1 + B)) * d.first(i, j));
  }
  return matrix;
}

} // namespace

Laplacian::Laplacian(SpectralGrid const& grid, Kind kind)
    : grid_(grid), in_A_(part_in_A(grid.in_A, derivatives(grid.in_A, kind))),
      in_B_(part_in_B(grid.in_B, derivatives(grid.in_B, kind))), to_modes_(grid.in_phi.to_coefficients()),
      from_modes_(grid.in_phi.from_coefficients()) {
  for (double const A : grid.in_A.points) pole_A_.push_back((1 - A * A) * (1 - A * A) / (4 * A * A));
  for (double const B : grid.in_B.points) {
    double const inverse = (1 + B * B) / ((1 - B) * (1 + B));
    pole_B_.push_back(inverse * inverse);
  }
}

Values Laplacian::apply(Values const& U) const {
  int const n_A = grid_.in_A.size(), n_B = grid_.in_B.size();
  Values const modes = along_phi(grid_, to_modes_, U);
  Values result(U.size());
  for (int k = 0; k < grid_.in_phi.size(); ++k) {
    double const* const from = &modes[static_cast<std::size_t>(k) * grid_.plane_size()];
    double* const to = &result[static_cast<std::size_t>(k) * grid_.plane_size()];
    double const m = FourierBasis::wave_number(k);
    for (int j = 0; j < n_B; ++j) {
      for (int i = 0; i < n_A; ++i) {
        double sum = -m * m * pole(i, j) * from[j * n_A + i];
        for (int l = 0; l < n_A; ++l) sum += in_A_(i, l) * from[j * n_A + l];
        to[j * n_A + i] = sum;
      }
      for (int l = 0; l < n_B; ++l)
        for (int i = 0; i < n_A; ++i) to[j * n_A + i] += in_B_(j, l) * from[l * n_A + i];
      for (int i = 0; i < n_A; ++i) to[j * n_A + i] /= 1 + pole(i, j);
    }
  }
  return along_phi(grid_, from_modes_, result);
}

double Laplacian::scale(int index) const {
  int const n_A = grid_.in_A.size(), n_B = grid_.in_B.size();
  return product_of_distances(grid_.point(index), grid_.b) / (1 + pole(index % n_A, index / n_A % n_B));
}

namespace {

Values mean_over_phi(SpectralGrid const& grid, Values const& field) {
  Values mean(grid.plane_size(), 0.0);
  for (std::size_t i = 0; i < field.size(); ++i) mean[i % mean.size()] += field[i] / grid.in_phi.size();
  return mean;
}

} // namespace

Preconditioner::Preconditioner(SpectralGrid const& grid, Values const& slope)
    : grid_(grid), to_modes_(grid.in_phi.to_coefficients()), from_modes_(grid.in_phi.from_coefficients()) {
  Laplacian const laplacian(grid, Laplacian::Kind::differences);
  Values const mean = mean_over_phi(grid, slope);
  int const n_A = grid.in_A.size(), n_B = grid.in_B.size();
  for (int m = 0; m <= grid.in_phi.size() / 2; ++m) {
    BandedMatrix matrix(grid.plane_size(), n_A);
    for (int j = 0; j < n_B; ++j)
      for (int i = 0; i < n_A; ++i) {
        int const row = j * n_A + i;
        double const pole = laplacian.pole(i, j), weight = 1 / (1 + pole);
        matrix.at(row, row) += mean[row] - m * m * weight * pole;
        for (int l = std::max(i - 1, 0); l <= std::min(i + 1, n_A - 1); ++l)
          matrix.at(row, j * n_A + l) += weight * laplacian.in_A()(i, l);
        for (int l = std::max(j - 1, 0); l <= std::min(j + 1, n_B - 1); ++l)
          matrix.at(row, l * n_A + i) += weight * laplacian.in_B()(j, l);
      }
    if (!matrix.factorise()) throw std::runtime_error("the equation with finite differences is singular");
    factors_.push_back(std::move(matrix));
  }
}

Values Preconditioner::apply(Values const& side) const {
  Values modes = along_phi(grid_, to_modes_, side);
  std::size_t const plane = grid_.plane_size();
  for (int k = 0; k < grid_.in_phi.size(); ++k)
    factors_[FourierBasis::wave_number(k)].solve(std::span(&modes[k * plane], plane));
  return along_phi(grid_, from_modes_, modes);
}

namespace {

/// The linearised equation at U: its residual, and the derivative of the source by U.
struct Linearisation {
  Values residual, slope;
  double max_residual = 0;
};

Linearisation linearise(SpectralGrid const& grid, Laplacian const& laplacian, Source const& source, Values const& U) {
  Linearisation result{laplacian.apply(U), Values(U.size())};
  for (int i = 0; i < grid.size(); ++i) {
    SpectralPoint const at = grid.point(i);
    SourceTerm const term = source(to_cartesian(at, grid.b), (at.A - 1) * U[i]);
    double const factor = laplacian.scale(i);
    result.residual[i] += factor * term.value / (at.A - 1);
    result.slope[i] = factor * term.slope;
    if (!std::isfinite(result.residual[i])) throw std::runtime_error("the residual is not a finite number");
    result.max_residual = std::max(result.max_residual, std::abs(result.residual[i]));
  }
  return result;
}

} // namespace

EllipticSolution solve_elliptic(SpectralGrid const& grid, Source const& source, Values guess,
                                NewtonOptions const& options) {
  constexpr double linear_tolerance = 1e-4; // a step of Newton's method gains at most about four digits
  constexpr int max_linear_iterations = 100;
  Laplacian const laplacian(grid, Laplacian::Kind::spectral);
  Values U = std::move(guess);
  Linearisation linear = linearise(grid, laplacian, source, U);
  options.report({0, linear.max_residual, 0, 0});
  int step = 0;
  while (step < options.max_steps && linear.max_residual > options.tolerance) {
    Preconditioner const inverse(grid, linear.slope);
    auto const jacobian = [&](Values const& x) {
      Values image = laplacian.apply(x);
      for (std::size_t i = 0; i < x.size(); ++i) image[i] += linear.slope[i] * x[i];
      return image;
    };
    LinearSolution const change = solve_bicgstab(
        jacobian, [&](Values const& x) { return inverse.apply(x); }, linear.residual, linear_tolerance,
        max_linear_iterations);
    for (std::size_t i = 0; i < U.size(); ++i) U[i] -= change.x[i];
    linear = linearise(grid, laplacian, source, U);
    options.report({++step, linear.max_residual, change.n_iterations, change.residual});
  }
  return {std::move(U), linear.max_residual, step};
}

} // namespace twopunctures
