// A cheap approximate inverse of the linearised puncture equation.
#include "preconditioner.hpp"

#include <algorithm>
#include <stdexcept>

namespace twopunctures {
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
    if (!matrix.factorise()) throw std::runtime_error("the equation with differences of neighbours is singular");
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

} // namespace twopunctures
