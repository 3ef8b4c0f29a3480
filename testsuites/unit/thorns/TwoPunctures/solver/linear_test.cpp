// Solves random linear equations by banded elimination and by stabilised bi-conjugate gradients.
#include "linear_solvers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace twopunctures;

namespace {

using Vector = std::vector<double>;

// A banded matrix with zeros on its diagonal, which requires row pivoting.
double entry(int row, int column, int width) {
  if (std::abs(row - column) > width || row == column) return 0;
  return std::sin(1.0 + 7.3 * row + 1.7 * column);
}

TEST(BandedMatrix, SolvesWithRowPivoting) {
  for (int const width : {1, 3, 6}) {
    constexpr int n = 24;
    BandedMatrix matrix(n, width);
    Vector solution(n), side(n, 0.0);
    for (int i = 0; i < n; ++i) solution[i] = std::cos(i);
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - width); j <= std::min(n - 1, i + width); ++j) {
        matrix.at(i, j) = entry(i, j, width);
        side[i] += entry(i, j, width) * solution[j];
      }
    ASSERT_TRUE(matrix.factorise());
    matrix.solve(side);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(side[i], solution[i], 1e-10) << width;
  }
}

TEST(BandedMatrix, ReportsSingularMatrices) {
  BandedMatrix matrix(3, 1);
  matrix.at(0, 0) = matrix.at(0, 1) = matrix.at(1, 0) = matrix.at(1, 1) = 1;
  EXPECT_FALSE(matrix.factorise());
}

struct RandomEquations {
  static constexpr int n = 60;
  std::vector<Vector> rows{n, Vector(n)};
  Vector solution = Vector(n), side;
  RandomEquations() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int i = 0; i < n; ++i) {
      for (double& x : rows[i]) x = 0.05 * number(random);
      rows[i][i] += 1 + i;
      solution[i] = number(random);
    }
    side = times(solution);
  }
  Vector times(Vector const& x) const {
    Vector result(n, 0.0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) result[i] += rows[i][j] * x[j];
    return result;
  }
};

TEST(Bicgstab, SolvesWithAnApproximateInverse) {
  RandomEquations const equations;
  auto const diagonal = [&](Vector x) {
    for (int i = 0; i < equations.n; ++i) x[i] /= equations.rows[i][i];
    return x;
  };
  LinearMap const matrix = [&](Vector const& x) { return equations.times(x); };
  LinearSolution const found = solve_bicgstab(matrix, diagonal, equations.side, 1e-13, 50);
  EXPECT_LE(found.residual, 1e-13);
  EXPECT_LT(found.n_iterations, 20);
  for (int i = 0; i < equations.n; ++i) EXPECT_NEAR(found.x[i], equations.solution[i], 1e-11);
}

TEST(Bicgstab, TakesOneIterationWithTheInverseAndNoneForZero) {
  LinearMap const twice = [](Vector const& x) { return Vector{2 * x[0], 2 * x[1]}; };
  LinearMap const half = [](Vector const& x) { return Vector{x[0] / 2, x[1] / 2}; };
  LinearSolution const found = solve_bicgstab(twice, half, {3, -8}, 1e-14, 9);
  EXPECT_EQ(found.n_iterations, 1);
  EXPECT_EQ(found.x, (Vector{1.5, -4}));
  EXPECT_EQ(solve_bicgstab(twice, half, {0, 0}, 1e-14, 9).n_iterations, 0);
}

TEST(Bicgstab, StopsAtTheLimitAndReturnsTheResidual) {
  RandomEquations const equations;
  LinearMap const matrix = [&](Vector const& x) { return equations.times(x); };
  LinearMap const nothing = [](Vector const& x) { return x; };
  LinearSolution const found = solve_bicgstab(matrix, nothing, equations.side, 1e-13, 3);
  EXPECT_EQ(found.n_iterations, 3);
  EXPECT_GT(found.residual, 1e-6);
}

} // namespace
