// Tests that a linear combination is bitwise equal to a sum from left to right in which every operation is rounded.
#include "kernels/runtime/array_updates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace chemora;

constexpr int row = 301, rows = 4, planes = 3;

struct Arrays {
  std::vector<std::string> names; ///< sorted, as a graph has them
  std::vector<std::vector<double>> values;
  std::vector<double> factors;
};

Arrays make_arrays(int n_sources, bool keeps_target) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> between(-1, 1);
  Arrays arrays;
  for (int n = 0; n < n_sources; ++n) arrays.names.push_back("source" + std::to_string(n));
  if (keeps_target) arrays.names.emplace_back("target");
  std::sort(arrays.names.begin(), arrays.names.end());
  for (std::size_t n = 0; n < arrays.names.size(); ++n) {
    arrays.values.emplace_back(row * rows * planes);
    for (double& value : arrays.values.back()) value = between(random);
    arrays.factors.push_back(between(random));
  }
  return arrays;
}

/// Returns the expected sum at a point, from left to right. The variables are volatile, so that every intermediate
/// result is rounded.
double sum_at(Arrays const& arrays, int n_sources, bool keeps_target, std::size_t point) {
  std::vector<std::string> order;
  if (keeps_target) order.emplace_back("target");
  for (int n = 0; n < n_sources; ++n) order.push_back("source" + std::to_string(n));
  double volatile sum = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    auto const at =
        static_cast<std::size_t>(std::find(arrays.names.begin(), arrays.names.end(), order[n]) - arrays.names.begin());
    double volatile const product = arrays.factors[at] * arrays.values[at][point];
    sum = n == 0 ? product : sum + product;
  }
  return sum;
}

TEST(LinearCombination, AddsFromLeftToRightInTheBoxOnly) {
  for (int const n_sources : {0, 1, 2, 5, 12})
    for (bool const keeps_target : {false, true}) {
      Arrays arrays = make_arrays(n_sources, keeps_target);
      std::vector<double> target(row * rows * planes, 77);
      std::vector<void const*> inputs;
      for (auto const& array : arrays.values) inputs.push_back(array.data());
      void* outputs[] = {target.data()};
      chemora_kernel_arguments arguments{};
      std::copy_n(std::begin({1, 0, 1}), 3, arguments.lower);
      std::copy_n(std::begin({row - 1, rows - 1, planes}), 3, arguments.upper);
      std::copy_n(std::begin({row, rows, planes}), 3, arguments.allocated);
      arguments.parameters = arrays.factors.data();
      runtime::make_linear_combination(n_sources, keeps_target)->launch(inputs, outputs, arguments);
      for (int z = 0; z < planes; ++z)
        for (int y = 0; y < rows; ++y)
          for (int x = 0; x < row; ++x) {
            auto const point = static_cast<std::size_t>(x + row * (y + rows * z));
            bool const is_inside = z >= 1 && y < rows - 1 && x >= 1 && x < row - 1;
            ASSERT_EQ(target[point], is_inside ? sum_at(arrays, n_sources, keeps_target, point) : 77)
                << n_sources << " sources at " << x << " " << y << " " << z;
          }
    }
}

TEST(LinearCombination, RoundsEachOperationToSinglePrecision) {
  std::vector<float> const source{0.1F, 1e-3F, 7.0F};
  std::vector<float> target{1.0F / 3, 2.0F / 7, 3.0F / 11}, expected = target;
  std::vector<double> const factors{1.0 / 3, 0.3}; // of the source and of the target
  for (std::size_t i = 0; i < target.size(); ++i) {
    float volatile const kept = static_cast<float>(factors[1]) * target[i];
    float volatile const added = static_cast<float>(factors[0]) * source[i];
    expected[i] = kept + added;
  }
  void const* inputs[] = {source.data(), target.data()};
  void* outputs[] = {target.data()};
  chemora_kernel_arguments arguments{};
  std::copy_n(std::begin({3, 1, 1}), 3, arguments.upper);
  std::copy_n(std::begin({3, 1, 1}), 3, arguments.allocated);
  arguments.parameters = factors.data();
  runtime::make_linear_combination(1, true, ir::Type::real32)->launch(inputs, outputs, arguments);
  EXPECT_EQ(target, expected);
  ir::Graph const graph = runtime::linear_combination(1, true, ir::Type::real32);
  EXPECT_EQ(graph.real, ir::Type::real32);
  EXPECT_EQ(graph.name, "LinearCombination1_kept_real32");
}

} // namespace
