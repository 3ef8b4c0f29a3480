// Lines, planes and boxes as text.
#include "points_text.hpp"

namespace ioascii {
namespace {

Points const line{.axes = {{-0.5, 0.5}}, .has_coordinates = true, .columns = {[](std::size_t i) { return 1. + i; }}};

TEST(PointsText, ALineForXgraph) {
  EXPECT_EQ(points_text(line, 0.25, {.format = ".2f", .is_xgraph = true}),
            "\n\n\"Time = 0.25\n-0.50\t\t1.00\n0.50\t\t2.00\n");
}

TEST(PointsText, ALineForGnuplot) {
  EXPECT_EQ(points_text(line, 0.25, {.format = ".2f"}), "\n#Time = 0.25\n-0.50\t\t1.00\n0.50\t\t2.00\n");
  EXPECT_EQ(points_text(line, 0.25, {.format = ".2f", .has_time_column = true}),
            "\n#Time = 0.25\n0.25\t\t-0.50\t\t1.00\n0.25\t\t0.50\t\t2.00\n");
}

TEST(PointsText, WithoutCoordinatesIndicesArePrintedAndIntegersHaveNoPoint) {
  Points const points{.axes = {{0, 1}}, .columns = {[](std::size_t i) { return 7. + i; }}};
  EXPECT_EQ(points_text(points, 0, {.format = ".1f", .has_integers = true}), "\n#Time = 0.0\n0\t\t7\n1\t\t8\n");
}

TEST(PointsText, InPlanesTheFirstDirectionIsSlowest) {
  Points const plane{.axes = {{0, 1}, {0, 1}}, .columns = {[](std::size_t i) { return static_cast<double>(i); }}};
  EXPECT_EQ(points_text(plane, 0, {.format = ".0f"}),
            "\n\n#Time = 0\n0\t\t0\t\t0\n0\t\t1\t\t2\n\n1\t\t0\t\t1\n1\t\t1\t\t3\n\n");
}

TEST(PointsText, InBoxesTheFirstDirectionIsFastest) {
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
