// Tests the analyses of grid functions with fields whose results are known.
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

TEST(Analyses, DensityProbability) {
  Grid grid(8);
  grid.with("rho", [](double x, double, double) { return x < 0 ? 0.05 : 5.0; });
  grid.inputs.parameters = {{"bins", 4}, {"least", -2}, {"largest", 2}};
  auto values = run_program("density_probability", grid.inputs);
  EXPECT_EQ(values["density_probability.log_density"].numbers, (Numbers{-1.5, -0.5, 0.5, 1.5}));
  EXPECT_EQ(values["density_probability.by_volume"].numbers, (Numbers{0.5, 0, 0.5, 0}));
  expect_near(values["density_probability.by_mass"].numbers, {0.05 / 5.05, 0, 5 / 5.05, 0}, 1e-15);
}

TEST(Analyses, JointHistogramHasTheTotalVolume) {
  Grid grid(6);
  grid.with("a", [](double x, double, double) { return (x + 1) / 2; });
  grid.with("b", [](double, double y, double) { return y < 0 ? 0.1 : 0.9; });
  grid.inputs.parameters = {{"a_bins", 3}, {"b_bins", 2}};
  ArrayValue const volume = run_program("joint_histogram", grid.inputs)["volume"];
  EXPECT_EQ(volume.extents, (std::vector<long>{3, 2}));
  expect_near(volume.numbers, Numbers(6, 8.0 / 6), 1e-14);
}

TEST(Analyses, ProfilesOfRadialFields) {
  Grid grid(16);
  grid.with("field", [](double x, double y, double z) { return std::floor(std::sqrt(x * x + y * y + z * z) / 0.25); });
  grid.inputs.parameters = {{"bins", 4}};
  auto values = run_program("radial_profile", grid.inputs);
  EXPECT_EQ(values["profile.mean"].numbers, (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(values["profile.deviation"].numbers, Numbers(4, 0));
  EXPECT_EQ(values["profile.radius"].numbers, (Numbers{0.125, 0.375, 0.625, 0.875}));
  EXPECT_NEAR(sum_of(values["profile.cells"].numbers) * 8 / 4096, 4 * M_PI / 3, 0.15);

  Grid cylinder(8);
  cylinder.with("field", [](double x, double y, double z) { return std::floor(std::hypot(x, y) / 0.5) + 10 * z; });
  cylinder.inputs.parameters = {{"bins", 2}};
  ArrayValue const mean = run_program("cylindrical_profile", cylinder.inputs)["mean"];
  ASSERT_EQ(mean.extents, (std::vector<long>{8, 2}));
  for (long k = 0; k < 8; ++k)
    for (long bin = 0; bin < 2; ++bin)
      EXPECT_NEAR(mean.numbers[static_cast<std::size_t>(2 * k + bin)],
                  static_cast<double>(bin) + 10 * cylinder.at(2, k), 1e-14);
}

TEST(Analyses, ProjectionsOfSeparableFieldsAndSlices) {
  Grid grid(4);
  grid.with("field", [](double x, double y, double z) { return (x + 2) * (4 * y + 1) * (z * z); });
  auto values = run_program("projection", grid.inputs);
  Numbers expected_x, expected_z, plane;
  for (long j = 0; j < 4; ++j)
    for (long k = 0; k < 4; ++k) {
      double const a = grid.at(0, j), b = 4 * grid.at(1, k) + 1, c = grid.at(2, k);
      expected_x.push_back(4 * (4 * grid.at(1, j) + 1) * (c * c));
      expected_z.push_back((a + 2) * b * 2 * 0.3125);
      plane.push_back((a + 2) * b * (0.25 * 0.25));
    }
  EXPECT_EQ(values["along_x"].numbers, expected_x);
  EXPECT_EQ(values["along_z"].numbers, expected_z);
  grid.inputs.parameters = {{"z", 0.2}};
  EXPECT_EQ(run_program("slice", grid.inputs)["plane"].numbers, plane);
}

TEST(Analyses, ThresholdsExtremaAndConservedQuantities) {
  Grid grid(4);
  grid.with("rho", [](double x, double, double) { return x < 0 ? 0.25 : 0.75; });
  grid.inputs.parameters = {{"n_thresholds", 3}};
  auto values = run_program("thresholds", grid.inputs);
  EXPECT_EQ(values["above.threshold"].numbers, (Numbers{0, 0.5, 1}));
  EXPECT_EQ(values["above.volume"].numbers, (Numbers{8, 4, 0}));
  EXPECT_EQ(values["above.mass"].numbers, (Numbers{4, 3, 0}));

  Grid peak(4);
  peak.with("field", [](double x, double y, double z) { return x == 0.25 && y == -0.75 && z == 0.75 ? 9 : x; });
  auto extrema = run_program("extrema", peak.inputs);
  EXPECT_EQ(extrema["maximum"].numbers, (Numbers{9, 0.25, -0.75, 0.75}));
  EXPECT_EQ(extrema["minimum"].numbers, (Numbers{-0.75, -0.75, -0.75, -0.75}));

  Grid fluid(4);
  fluid.with("rho", [](double x, double, double) { return 2 + x; });
  fluid.with("vx", [](double, double, double) { return 0.5; });
  fluid.with("vy", [](double x, double, double) { return x; });
  fluid.with("vz", [](double, double, double) { return 0; });
  auto conserved = run_program("conservation", fluid.inputs);
  EXPECT_EQ(conserved["mass"].numbers, (Numbers{16}));
  EXPECT_EQ(conserved["momentum_x"].numbers, (Numbers{8}));
  EXPECT_EQ(conserved["momentum_y"].numbers, (Numbers{2.5}));
  EXPECT_EQ(conserved["kinetic_energy"].numbers, (Numbers{4.5}));
  EXPECT_EQ(conserved["max_density"].numbers, (Numbers{2.75}));
}

TEST(Analyses, ClustersOfCells) {
  auto const two_cubes = [](double x, double y, double z) {
    bool const is_first = x < -0.25 && y < -0.25 && z<-0.25, is_second = x> 0.25 && y > 0 && z > 0.25;
    return is_first ? 1.0 : is_second ? 2.0 : 0.0;
  };
  Grid grid(8);
  grid.with("rho", two_cubes);
  auto groups = run_program("friends_of_friends", grid.inputs);
  EXPECT_EQ(groups["groups_of_cells.cells"].numbers, (Numbers{27, 36}));
  EXPECT_EQ(groups["groups_of_cells.first_cell"].numbers, (Numbers{0, 5 + 8 * (4 + 8 * 5)}));
  EXPECT_EQ(groups["groups_of_cells.mass"].numbers, (Numbers{27.0 / 64, 72.0 / 64}));

  grid.inputs.parameters = {{"n_clusters", 2}};
  auto clusters = run_program("k_means", grid.inputs);
  EXPECT_EQ(clusters["clusters.mass"].numbers, (Numbers{27.0 / 64, 72.0 / 64}));
  expect_near(clusters["clusters.x"].numbers, {-0.625, 0.625}, 1e-15);
  expect_near(clusters["clusters.y"].numbers, {-0.625, 0.5}, 1e-15);
}

TEST(Analyses, SpectrumOfOneWave) {
  Grid grid(8);
  long const n = 8;
  // The transform of a wave along y with wave number 3 has two modes, 3 and -3.
  grid.with("re", [&](double, double y, double) {
    long const j = std::lround((y - grid.inputs.origin[1]) / grid.inputs.spacing[1]);
    return j == 3 || j == n - 3 ? 2.0 : 0.0;
  });
  grid.with("im", [](double, double, double) { return 0.0; });
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j)
      for (long k = 0; k < n; ++k)
        if (i != 0 || k != 0) grid.inputs.arrays["re"].numbers[static_cast<std::size_t>((i * n + j) * n + k)] = 0;
  grid.inputs.parameters = {{"bins", 5}};
  auto values = run_program("spectrum", grid.inputs);
  EXPECT_EQ(values["spectrum.power"].numbers, (Numbers{0, 0, 0, 8, 0}));
  EXPECT_EQ(values["spectrum.modes"].numbers[0], 1);
  EXPECT_EQ(values["spectrum.modes"].numbers[1], 18);
}

} // namespace
} // namespace chemora::patterns
