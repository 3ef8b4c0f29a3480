/// Tests the names of text files and the text output of lines, planes and boxes.
#include "text.hpp"

namespace ioascii {
namespace {

TEST(FileNames, HaveAShortForm) {
  NameStyle const style{.has_long_names = false};
  EXPECT_EQ(file_name("phi", {0}, false, {0, 5, 6}, style), "phi.xl");
  EXPECT_EQ(file_name("phi", {2}, false, {5, 6, 0}, style), "phi.zl");
  EXPECT_EQ(file_name("phi", {0, 1, 2}, true, {0, 0, 0}, style), "phi.dl");
  EXPECT_EQ(file_name("phi", {0, 2}, false, {0, 5, 0}, style), "phi_2d_xz.gnuplot");
  EXPECT_EQ(file_name("phi", {0, 1}, false, {0, 0}, style), "phi_2D.gnuplot");
  EXPECT_EQ(file_name("phi", {0, 1, 2}, false, {0, 0, 0}, style), "phi_3D.asc");
}

TEST(FileNames, HaveALongForm) {
  EXPECT_EQ(file_name("phi", {0}, false, {0, 5, 6}, {}), "phi_x_[5][6].xg");
  EXPECT_EQ(file_name("phi", {1}, false, {4, 0}, {.is_xgraph = false}), "phi_y_[4].asc");
  EXPECT_EQ(file_name("phi", {0}, false, {0}, {}), "phi_1D.xg");
  EXPECT_EQ(file_name("phi", {0, 1, 2}, true, {0, 0, 0}, {}), "phi_3D_diagonal.xg");
  EXPECT_EQ(file_name("phi", {1, 2}, false, {5, 0, 0}, {}), "phi_yz_[5].asc");
  EXPECT_EQ(file_name("phi", {0, 1}, false, {0, 0}, {}), "phi_2D.asc");
}

Points const line{.axes = {{-0.5, 0.5}}, .has_coordinates = true, .columns = {[](std::size_t i) { return 1. + i; }}};

TEST(PointsText, WritesALineForXgraph) {
  EXPECT_EQ(points_text(line, 0.25, {.format = ".2f", .is_xgraph = true}),
            "\n\n\"Time = 0.25\n-0.50\t\t1.00\n0.50\t\t2.00\n");
}

TEST(PointsText, WritesALineForGnuplot) {
  EXPECT_EQ(points_text(line, 0.25, {.format = ".2f"}), "\n#Time = 0.25\n-0.50\t\t1.00\n0.50\t\t2.00\n");
  EXPECT_EQ(points_text(line, 0.25, {.format = ".2f", .has_time_column = true}),
            "\n#Time = 0.25\n0.25\t\t-0.50\t\t1.00\n0.25\t\t0.50\t\t2.00\n");
}

TEST(PointsText, WritesIndicesWithoutCoordinatesAndIntegersWithoutPoint) {
  Points const points{.axes = {{0, 1}}, .columns = {[](std::size_t i) { return 7. + i; }}};
  EXPECT_EQ(points_text(points, 0, {.format = ".1f", .has_integers = true}), "\n#Time = 0.0\n0\t\t7\n1\t\t8\n");
}

TEST(PointsText, VariesTheFirstDirectionSlowestInPlanes) {
  Points const plane{.axes = {{0, 1}, {0, 1}}, .columns = {[](std::size_t i) { return static_cast<double>(i); }}};
  EXPECT_EQ(points_text(plane, 0, {.format = ".0f"}),
            "\n\n#Time = 0\n0\t\t0\t\t0\n0\t\t1\t\t2\n\n1\t\t0\t\t1\n1\t\t1\t\t3\n\n");
}

TEST(PointsText, VariesTheFirstDirectionFastestInBoxes) {
  Points const box{.axes = {{0, 1}, {0}, {0, 1}}, .columns = {[](std::size_t i) { return static_cast<double>(i); }}};
  EXPECT_EQ(points_text(box, 0, {.format = ".0f"}), "#Time = 0\n0\t\t0\t\t0\t\t0\n1\t\t0\t\t0\t\t1\n\n\n"
                                                    "0\t\t0\t\t1\t\t2\n1\t\t0\t\t1\t\t3\n\n\n\n");
}

TEST(PointsText, WritesComplexNumbersAsTwoColumns) {
  auto const value = [](std::size_t i) { return 3. * i; };
  Points const points{.axes = {{0, 1}}, .columns = {value, [](std::size_t i) { return 1. - i; }}};
  EXPECT_EQ(points_text(points, 0, {.format = ".1f"}), "\n#Time = 0.0\n0\t\t0.0\t\t1.0\n1\t\t3.0\t\t0.0\n");
}

} // namespace
} // namespace ioascii
