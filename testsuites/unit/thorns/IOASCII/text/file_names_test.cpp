// File names of slices, in both schemes.
#include "file_names.hpp"

namespace ioascii {
namespace {

TEST(FileNames, ShortNames) {
  NameStyle const style{.has_long_names = false};
  EXPECT_EQ(file_name("phi", {0}, false, {0, 5, 6}, style), "phi.xl");
  EXPECT_EQ(file_name("phi", {2}, false, {5, 6, 0}, style), "phi.zl");
  EXPECT_EQ(file_name("phi", {0, 1, 2}, true, {0, 0, 0}, style), "phi.dl");
  EXPECT_EQ(file_name("phi", {0, 2}, false, {0, 5, 0}, style), "phi_2d_xz.gnuplot");
  EXPECT_EQ(file_name("phi", {0, 1}, false, {0, 0}, style), "phi_2D.gnuplot");
  EXPECT_EQ(file_name("phi", {0, 1, 2}, false, {0, 0, 0}, style), "phi_3D.asc");
}

TEST(FileNames, LongNames) {
  EXPECT_EQ(file_name("phi", {0}, false, {0, 5, 6}, {}), "phi_x_[5][6].xg");
  EXPECT_EQ(file_name("phi", {1}, false, {4, 0}, {.is_xgraph = false}), "phi_y_[4].asc");
  EXPECT_EQ(file_name("phi", {0}, false, {0}, {}), "phi_1D.xg");
  EXPECT_EQ(file_name("phi", {0, 1, 2}, true, {0, 0, 0}, {}), "phi_3D_diagonal.xg");
  EXPECT_EQ(file_name("phi", {1, 2}, false, {5, 0, 0}, {}), "phi_yz_[5].asc");
  EXPECT_EQ(file_name("phi", {0, 1}, false, {0, 0}, {}), "phi_2D.asc");
}

} // namespace
} // namespace ioascii
