// Linear equations whose matrix has few diagonals.
#include "banded_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace twopunctures {

BandedMatrix::BandedMatrix(int n, int width)
    : n_(n), width_(width), rows_(static_cast<std::size_t>(n) * (3 * width + 1), 0.0), pivots_(n) {}

bool BandedMatrix::factorise() {
  for (int k = 0; k < n_; ++k) {
    int const last_row = std::min(k + width_, n_ - 1), last_column = std::min(k + 2 * width_, n_ - 1);
    int pivot = k;
    for (int i = k + 1; i <= last_row; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    pivots_[k] = pivot;
    if (!(std::abs(at(pivot, k)) > 0)) return false;
    if (pivot != k)
      for (int j = k; j <= last_column; ++j) std::swap(at(k, j), at(pivot, j));
    for (int i = k + 1; i <= last_row; ++i) {
      double const factor = at(i, k) / at(k, k);
      at(i, k) = factor;
      double const* const from = &rows_[offset(k, k)];
      double* const to = &rows_[offset(i, k)];
      for (int j = 1; j <= last_column - k; ++j) to[j] -= factor * from[j];
    }
  }
  return true;
}

void BandedMatrix::solve(std::span<double> side) const {
  for (int k = 0; k < n_; ++k) {
    std::swap(side[k], side[pivots_[k]]);
    for (int i = k + 1; i <= std::min(k + width_, n_ - 1); ++i) side[i] -= rows_[offset(i, k)] * side[k];
  }
  for (int k = n_ - 1; k >= 0; --k) {
    double sum = side[k];
    for (int j = k + 1; j <= std::min(k + 2 * width_, n_ - 1); ++j) sum -= rows_[offset(k, j)] * side[j];
    side[k] = sum / rows_[offset(k, k)];
  }
}

} // namespace twopunctures
