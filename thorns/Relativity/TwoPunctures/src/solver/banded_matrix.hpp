// Linear equations whose matrix has few diagonals.
#pragma once

#include <span>
#include <vector>

namespace twopunctures {

// n x n numbers that are zero but for |row - column| <= width. Solved by elimination with exchange of rows.
class BandedMatrix {
public:
  BandedMatrix(int n, int width);
  // Only within the band, and before factorise().
  double& at(int row, int column) { return rows_[offset(row, column)]; }
  // To be called once. False: the matrix is singular.
  bool factorise();
  // Overwrites the right-hand side by the solution; only after factorise().
  void solve(std::span<double> side) const;

private:
  int n_, width_;
  std::vector<double> rows_; // per row: columns row - width .. row + 2 width, the last ones filled by the exchanges
  std::vector<int> pivots_;
  std::size_t offset(int row, int column) const {
    return static_cast<std::size_t>(row) * (3 * width_ + 1) + (column - row + width_);
  }
};

} // namespace twopunctures
