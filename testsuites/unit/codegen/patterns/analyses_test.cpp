// Tests the analyses of grid functions with fields whose results are known. Every file of the folder has a test here.
#include "testsuites/unit/codegen/patterns/programs.hpp"

#include <cmath>
#include <functional>
#include <numeric>

namespace chemora::patterns {
namespace {

/// A grid of n^3 points in the cube from -1 + 1 / n to 1 - 1 / n.
struct Grid {
  explicit Grid(long n) {
    for (int axis = 0; axis < 3; ++axis) {
      inputs.points[axis] = n;
      inputs.spacing[axis] = 2.0 / static_cast<double>(n);
      inputs.origin[axis] = -1 + inputs.spacing[axis] / 2;
    }
  }
  Grid& with(std::string const& name, std::function<double(double x, double y, double z)> const& field) {
    ArrayValue& values = inputs.arrays[name];
    values.numbers.clear();
    values.extents.assign(inputs.points, inputs.points + 3);
    for (long i = 0; i < inputs.points[0]; ++i)
      for (long j = 0; j < inputs.points[1]; ++j)
        for (long k = 0; k < inputs.points[2]; ++k) values.numbers.push_back(field(at(0, i), at(1, j), at(2, k)));
    return *this;
  }
  double at(int axis, long index) const {
    return inputs.origin[axis] + static_cast<double>(index) * inputs.spacing[axis];
  }
  Inputs inputs{};
};

double sum_of(Numbers const& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

TEST(Analyses, HistogramsOfALinearField) {
  Grid grid(8);
  grid.with("field", [](double x, double, double) { return (x + 1) / 2; });
  grid.inputs.parameters = {{"bins", 4}, {"lower", 0}, {"upper", 1}};
  auto values = run_program("histogram", grid.inputs);
  EXPECT_EQ(values["histogram.value"].numbers, (Numbers{0.125, 0.375, 0.625, 0.875}));
  EXPECT_EQ(values["histogram.points"].numbers, Numbers(4, 128));
  EXPECT_EQ(values["histogram.fraction"].numbers, Numbers(4, 0.25));
  EXPECT_EQ(values["histogram.density"].numbers, Numbers(4, 1));

  // Without limits, the bins are those from 1/16 to 15/16.
  grid.inputs.parameters = {{"bins", 7}};
  EXPECT_EQ(run_program("histogram", grid.inputs)["histogram.points"].numbers, (Numbers{64, 64, 64, 64, 64, 64, 128}));
  values = run_program("histogram", grid.inputs);
  EXPECT_EQ(values["histogram.value"].numbers[0], 0.125);
  EXPECT_EQ(values["lower"].numbers[0], 0.0625);
  EXPECT_EQ(values["upper"].numbers[0], 0.9375);
  grid.with("field", [](double, double, double) { return 3.0; });
  EXPECT_EQ(run_program("histogram", grid.inputs)["histogram.points"].numbers, (Numbers{512, 0, 0, 0, 0, 0, 0}));
}

TEST(Analyses, BinsContainTheirLimitsAndNoNan) {
  Grid grid(2);
  grid.with("field", [](double x, double y, double z) {
    return x < 0 ? (y < 0 ? 1.0 : 0.0) : y > 0 ? NAN : z < 0 ? INFINITY : -1e-300;
  });
  grid.inputs.parameters = {{"bins", 2}, {"lower", 0}, {"upper", 1}};
  auto values = run_program("histogram", grid.inputs);
  EXPECT_EQ(values["histogram.points"].numbers, (Numbers{2, 2}));
  EXPECT_EQ(values["histogram.fraction"].numbers, (Numbers{0.25, 0.25}));
}

TEST(Analyses, LogHistogramByVolumeAndMass) {
  Grid grid(8);
  grid.with("field", [](double x, double, double) { return x < 0 ? 0.05 : 5.0; });
  grid.inputs.parameters = {{"bins", 4}, {"lower", -2}, {"upper", 2}};
  auto values = run_program("log_histogram", grid.inputs);
  EXPECT_EQ(values["log_histogram.logarithm"].numbers, (Numbers{-1.5, -0.5, 0.5, 1.5}));
  EXPECT_EQ(values["log_histogram.by_volume"].numbers, (Numbers{0.5, 0, 0.5, 0}));
  expect_near(values["log_histogram.by_mass"].numbers, {0.05 / 5.05, 0, 5 / 5.05, 0}, 1e-15);
}

TEST(Analyses, JointHistogramContainsAllPoints) {
  Grid grid(6);
  grid.with("first", [](double x, double, double) { return (x + 1) / 2; });
  grid.with("second", [](double, double y, double) { return y < 0 ? 0.1 : 0.9; });
  grid.inputs.parameters = {
      {"bins", 2}, {"first_lower", 0}, {"first_upper", 1}, {"second_lower", 0}, {"second_upper", 1}};
  auto values = run_program("joint_histogram", grid.inputs);
  EXPECT_EQ(values["joint_histogram.first"].numbers, (Numbers{0.25, 0.75, 0.25, 0.75}));
  EXPECT_EQ(values["joint_histogram.second"].numbers, (Numbers{0.25, 0.25, 0.75, 0.75}));
  EXPECT_EQ(values["joint_histogram.points"].numbers, Numbers(4, 54));
  EXPECT_EQ(values["joint_histogram.density"].numbers, Numbers(4, 1));
  grid.inputs.parameters = {{"bins", 2}};
  EXPECT_EQ(run_program("joint_histogram", grid.inputs)["joint_histogram.points"].numbers, Numbers(4, 54));
}

TEST(Analyses, ProfilesOfRadialFields) {
  Grid grid(16);
  grid.with("field", [](double x, double y, double z) { return std::floor(std::sqrt(x * x + y * y + z * z) / 0.25); });
  grid.inputs.parameters = {{"bins", 4}, {"radius", 1}};
  auto values = run_program("radial_profile", grid.inputs);
  for (char const* column : {"mean", "minimum", "maximum"})
    EXPECT_EQ(values[std::string("radial_profile.") + column].numbers, (Numbers{0, 1, 2, 3})) << column;
  EXPECT_EQ(values["radial_profile.deviation"].numbers, Numbers(4, 0));
  EXPECT_EQ(values["radial_profile.radius"].numbers, (Numbers{0.125, 0.375, 0.625, 0.875}));
  Numbers const& points = values["radial_profile.points"].numbers;
  EXPECT_NEAR(sum_of(points) * 8 / 4096, 4 * M_PI / 3, 0.15);
  for (std::size_t n = 0; n < 4; ++n)
    EXPECT_EQ(values["radial_profile.integral"].numbers[n], static_cast<double>(n) * points[n] * 8 / 4096);

  // Two values in each shell have half their difference as standard deviation.
  grid.with("field", [](double x, double, double) { return x < 0 ? 1.0 : 4.0; });
  EXPECT_EQ(run_program("radial_profile", grid.inputs)["radial_profile.deviation"].numbers, Numbers(4, 1.5));

  // Without a radius, the profile ends at the last points, 15/16 from the centre.
  grid.inputs.parameters = {{"bins", 15}};
  EXPECT_EQ(run_program("radial_profile", grid.inputs)["radial_profile.radius"].numbers[14], 14.5 / 16);
  grid.inputs.parameters.clear();
  values = run_program("radial_profile", grid.inputs);
  EXPECT_EQ(values["bins"].numbers[0], 7); // 15/16 divided by the spacing 1/8
  EXPECT_EQ(values["radius"].numbers[0], 15.0 / 16);

  Grid cylinder(8);
  cylinder.with("field", [](double x, double y, double z) { return std::floor(std::hypot(x, y) / 0.5) + 10 * z; });
  cylinder.inputs.parameters = {{"bins", 2}, {"radius", 1}, {"bottom", 0.1}, {"top", 0.4}};
  auto rings = run_program("cylindrical_profile", cylinder.inputs);
  expect_near(rings["cylindrical_profile.mean"].numbers, {2.5, 3.5}, 1e-14);
  EXPECT_EQ(rings["cylindrical_profile.minimum"].numbers, (Numbers{1.25, 2.25}));
  EXPECT_EQ(rings["cylindrical_profile.maximum"].numbers, (Numbers{3.75, 4.75}));
  cylinder.inputs.parameters = {{"bins", 2}, {"bottom", 0.1}};
  rings = run_program("cylindrical_profile", cylinder.inputs);
  EXPECT_EQ(rings["bottom"].numbers[0], 0.1);
  EXPECT_EQ(rings["top"].numbers[0], 7.0 / 8);
  EXPECT_EQ(rings["radius"].numbers[0], 7.0 / 8);
}

TEST(Analyses, ProjectionsOfSeparableFieldsAndSlices) {
  Grid grid(4);
  auto const f = [](double x) { return x + 2; };
  auto const g = [](double y) { return 4 * y + 1; };
  auto const h = [](double z) { return z * z; };
  grid.with("field", [&](double x, double y, double z) { return f(x) * g(y) * h(z); });
  Numbers along_x, along_y, along_z, plane;
  for (long n = 0; n < 4; ++n)
    for (long m = 0; m < 4; ++m) {
      along_x.push_back(4 * g(grid.at(1, m)) * h(grid.at(2, n)));
      along_y.push_back(f(grid.at(0, m)) * 2 * h(grid.at(2, n)));
      along_z.push_back(f(grid.at(0, m)) * g(grid.at(1, n)) * 0.625);
      plane.push_back(f(grid.at(0, m)) * g(grid.at(1, n)) * h(0.25));
    }
  std::vector<Numbers> const expected{along_x, along_y, along_z};
  for (int axis = 0; axis < 3; ++axis) {
    grid.inputs.parameters = {{"axis", axis}};
    auto values = run_program("projection", grid.inputs);
    EXPECT_EQ(values["projection.integral"].numbers, expected[static_cast<std::size_t>(axis)]) << axis;
    EXPECT_EQ(values["projection.first"].numbers[1], -0.25);
    EXPECT_EQ(values["projection.second"].numbers[4], -0.25);
  }
  grid.inputs.parameters = {{"position", 0.2}};
  EXPECT_EQ(run_program("slice", grid.inputs)["slice.value"].numbers, plane);
}

TEST(Analyses, ThresholdsAndExtrema) {
  Grid grid(4);
  grid.with("field", [](double x, double, double) { return x < 0 ? 0.25 : 0.75; });
  grid.inputs.parameters = {{"levels", 3}};
  auto values = run_program("thresholds", grid.inputs);
  EXPECT_EQ(values["thresholds.threshold"].numbers, (Numbers{0, 0.5, 1}));
  EXPECT_EQ(values["thresholds.volume"].numbers, (Numbers{8, 4, 0}));
  EXPECT_EQ(values["thresholds.mass"].numbers, (Numbers{4, 3, 0}));
  grid.inputs.parameters = {{"levels", 4}, {"lower", 0.75}, {"upper", 0}}; // a value equals a threshold
  auto falling = run_program("thresholds", grid.inputs);
  EXPECT_EQ(falling["thresholds.threshold"].numbers, (Numbers{0.75, 0.5, 0.25, 0}));
  EXPECT_EQ(falling["thresholds.volume"].numbers, (Numbers{0, 4, 4, 8}));
  EXPECT_EQ(falling["thresholds.mass"].numbers, (Numbers{0, 3, 3, 4}));
  grid.inputs.parameters = {{"threshold", 0.25}};
  auto above = run_program("threshold", grid.inputs);
  EXPECT_EQ(above["points"].numbers, (Numbers{32}));
  EXPECT_EQ(above["volume"].numbers, (Numbers{4}));
  EXPECT_EQ(above["fraction"].numbers, (Numbers{0.5}));
  EXPECT_EQ(above["mass"].numbers, (Numbers{3}));

  Grid peak(4);
  peak.with("field", [](double x, double y, double z) { return x == 0.25 && y == -0.75 && z == 0.75 ? 9 : x; });
  auto extrema = run_program("extrema", peak.inputs);
  EXPECT_EQ(extrema["maximum"].numbers, (Numbers{9}));
  EXPECT_EQ(extrema["maximum_at"].numbers, (Numbers{0.25, -0.75, 0.75}));
  EXPECT_EQ(extrema["minimum"].numbers, (Numbers{-0.75}));
  EXPECT_EQ(extrema["minimum_at"].numbers, (Numbers{-0.75, -0.75, -0.75}));
}

TEST(Analyses, MomentsAndConservedQuantities) {
  Grid grid(4);
  grid.with("field", [](double x, double, double) { return x < 0 ? 1.0 : 3.0; });
  auto moments = run_program("moments", grid.inputs);
  EXPECT_EQ(moments["integral"].numbers, (Numbers{16}));
  EXPECT_EQ(moments["mean"].numbers, (Numbers{2}));
  EXPECT_EQ(moments["root_mean_square"].numbers, (Numbers{std::sqrt(5.0)}));
  EXPECT_EQ(moments["deviation"].numbers, (Numbers{1}));
  EXPECT_EQ(moments["centre"].numbers, (Numbers{0.25, 0, 0}));
  EXPECT_EQ(moments["extent"].numbers, (Numbers{std::sqrt(3 * 0.3125 - 0.0625)}));

  Grid fluid(4);
  fluid.with("density", [](double x, double, double) { return 2 + x; });
  fluid.with("velocity_x", [](double, double, double) { return 0.5; });
  fluid.with("velocity_y", [](double x, double, double) { return x; });
  fluid.with("velocity_z", [](double, double, double) { return 0; });
  auto conserved = run_program("conservation", fluid.inputs);
  EXPECT_EQ(conserved["mass"].numbers, (Numbers{16}));
  EXPECT_EQ(conserved["momentum_x"].numbers, (Numbers{8}));
  EXPECT_EQ(conserved["momentum_y"].numbers, (Numbers{2.5}));
  EXPECT_EQ(conserved["momentum_z"].numbers, (Numbers{0}));
  EXPECT_EQ(conserved["kinetic_energy"].numbers, (Numbers{4.5}));
  EXPECT_EQ(conserved["maximum"].numbers, (Numbers{2.75}));
}

TEST(Analyses, RegionsAndClusters) {
  auto const two_boxes = [](double x, double y, double z) {
    bool const is_first = x < -0.25 && y < -0.25 && z<-0.25, is_second = x> 0.25 && y > 0 && z > 0.25;
    return is_first ? 1.0 : is_second ? 2.0 : 0.0;
  };
  Grid grid(8);
  grid.with("field", two_boxes);
  // The thorn computes the numbers of regions.
  grid.with("region", [&](double x, double y, double z) { return two_boxes(x, y, z) - 1; });
  auto regions = run_program("regions", grid.inputs);
  EXPECT_EQ(regions["regions.region"].numbers, (Numbers{0, 1}));
  EXPECT_EQ(regions["regions.points"].numbers, (Numbers{27, 36}));
  EXPECT_EQ(regions["regions.volume"].numbers, (Numbers{27.0 / 64, 36.0 / 64}));
  EXPECT_EQ(regions["regions.mass"].numbers, (Numbers{27.0 / 64, 72.0 / 64}));
  EXPECT_EQ(regions["regions.x"].numbers, (Numbers{-0.625, 0.625}));
  EXPECT_EQ(regions["regions.y"].numbers, (Numbers{-0.625, 0.5}));
  EXPECT_EQ(regions["regions.z"].numbers, (Numbers{-0.625, 0.625}));
  EXPECT_EQ(regions["regions.maximum"].numbers, (Numbers{1, 2}));

  grid.inputs.arrays.erase("region");
  auto clusters = run_program("clusters", grid.inputs);
  EXPECT_EQ(clusters["clusters.points"].numbers, (Numbers{27, 36}));
  EXPECT_EQ(clusters["clusters.mass"].numbers, (Numbers{27.0 / 64, 72.0 / 64}));
  expect_near(clusters["clusters.x"].numbers, {-0.625, 0.625}, 1e-15);
  expect_near(clusters["clusters.y"].numbers, {-0.625, 0.5}, 1e-15);
}

TEST(Analyses, PowerSpectrumOfOneWave) {
  Grid grid(8);
  // The transform of a wave along y with wave number 3 has the modes 3 and -3 with a quarter of its square.
  grid.with("field", [](double, double y, double) { return 4 * std::cos(M_PI * 3 * y); });
  grid.with("power", [&](double x, double y, double z) {
    long const j = std::lround((y - grid.inputs.origin[1]) / grid.inputs.spacing[1]);
    bool const is_along_y = x == grid.inputs.origin[0] && z == grid.inputs.origin[2];
    return is_along_y && (j == 3 || j == 5) ? 4.0 : 0.0;
  });
  auto values = run_program("power_spectrum", grid.inputs);
  EXPECT_EQ(values["bins"].numbers[0], 5);
  expect_near(values["power_spectrum.wave_number"].numbers, {0, M_PI, 2 * M_PI, 3 * M_PI, 4 * M_PI}, 1e-14);
  EXPECT_EQ(values["power_spectrum.power"].numbers, (Numbers{0, 0, 0, 8, 0}));
  EXPECT_EQ(values["power_spectrum.modes"].numbers[0], 1);
  EXPECT_EQ(values["power_spectrum.modes"].numbers[1], 18);
  EXPECT_EQ(values["power_spectrum.power_per_mode"].numbers[3], 8 / values["power_spectrum.modes"].numbers[3]);
}

TEST(Analyses, PowerSpectrumEndsAtTheLargestWaveNumber) {
  Grid grid(8);
  grid.with("field", [](double, double, double) { return 0.0; });
  grid.inputs.spacing[2] *= 0.2;
  grid.with("power", [&](double x, double y, double z) {
    long const k = std::lround((z - grid.inputs.origin[2]) / grid.inputs.spacing[2]);
    return x == grid.inputs.origin[0] && y == grid.inputs.origin[1] && k == 4 ? 1.0 : 0.0;
  });
  Numbers const power = run_program("power_spectrum", grid.inputs)["power_spectrum.power"].numbers;
  ASSERT_EQ(power.size(), 21U); // the mode 4 along z has 20 times the smallest wave number
  EXPECT_EQ(power.back(), 1);
}

} // namespace
} // namespace chemora::patterns
