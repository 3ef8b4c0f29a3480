/// Tests that every interpolation point is assigned to the process that owns the nearest grid point.
#include "owners.hpp"

#include <limits>
#include <stdexcept>

namespace pughinterp {
namespace {

// Returns the boxes of a grid that is divided into two parts in x and three parts in y. The ranks increase along x
// first, and one process owns no points.
std::vector<Owned> lattice() {
  std::vector<Owned> boxes;
  int const x[] = {0, 5, 9}, y[] = {0, 2, 4, 8};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 2; ++i) boxes.push_back({{x[i], y[j]}, {x[i + 1], y[j + 1]}});
  boxes.push_back({});
  return boxes;
}

TEST(Owners, OwnTheNearestPoints) {
  auto const boxes = lattice();
  Owners const owners(boxes, 2);
  for (double x = -3; x < 12; x += 0.25)
    for (double y = -3; y < 11; y += 0.25) {
      int const i = x < 4.5 ? 0 : 1, j = y < 1.5 ? 0 : y < 3.5 ? 1 : 2;
      EXPECT_EQ(owners.at(std::vector<double>{x, y}), i + 2 * j) << x << ' ' << y;
    }
}

TEST(Owners, AcceptPointsOutsideAndRejectNan) {
  auto const boxes = lattice();
  Owners const owners(boxes, 2);
  double const infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(owners.at(std::vector<double>{-infinite, infinite}), 4);
  EXPECT_EQ(owners.at(std::vector<double>{1e300, -1e300}), 1);
  EXPECT_EQ(owners.at(std::vector<double>{0, std::numeric_limits<double>::quiet_NaN()}), -1);
  EXPECT_EQ(Owners({}, 2).at(std::vector<double>{0, 0}), -1);
}

TEST(Owners, RejectBoxesThatFormNoLattice) {
  std::vector<Owned> const staggered = {{{0, 0}, {4, 4}}, {{4, 0}, {8, 4}}, {{0, 4}, {3, 8}}, {{3, 4}, {8, 8}}};
  EXPECT_THROW(Owners(staggered, 2), std::invalid_argument);
}

} // namespace
} // namespace pughinterp
