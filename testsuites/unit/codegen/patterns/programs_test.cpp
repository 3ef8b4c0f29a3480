// Tests the programs of the paper against implementations with plain loops.
#include "testsuites/unit/codegen/patterns/programs.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::patterns {
namespace {

ArrayValue vector_of(Numbers const& numbers) { return {{static_cast<long>(numbers.size())}, numbers}; }

/// A matrix with a large diagonal.
Numbers dominant_matrix(std::size_t n) {
  Numbers a = sixteenths(n * n, 3);
  for (std::size_t i = 0; i < n; ++i) a[i * n + i] = 40 + static_cast<double>(i);
  return a;
}

TEST(Programs, SumRowsAndColumns) {
  constexpr std::size_t rows = 13, columns = 37;
  Numbers const m = sixteenths(rows * columns, 1), w = sixteenths(columns, 2), v = sixteenths(rows, 3);
  Numbers row_sums(rows), column_sums(columns), weighted_rows(rows), weighted_columns(columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      row_sums[i] += m[i * columns + j];
      column_sums[j] += m[i * columns + j];
      weighted_rows[i] += m[i * columns + j] * w[j];
      weighted_columns[j] += m[i * columns + j] * v[i];
    }
  Inputs inputs{.arrays = {{"m", {{rows, columns}, m}}}};
  EXPECT_EQ(run_program("papers/sum_rows", inputs)["sums"].numbers, row_sums);
  EXPECT_EQ(run_program("papers/sum_columns", inputs)["sums"].numbers, column_sums);
  inputs.arrays["weights"] = vector_of(w);
  EXPECT_EQ(run_program("papers/sum_weighted_rows", inputs)["sums"].numbers, weighted_rows);
  inputs.arrays["weights"] = vector_of(v);
  EXPECT_EQ(run_program("papers/sum_weighted_columns", inputs)["sums"].numbers, weighted_columns);
}

TEST(Programs, NearestNeighbours) {
  Numbers const places{31, 90, 30, 93, 28, 90, 30.5, 90, 60, 10};
  auto values = run_program("papers/nearest_neighbours",
                            {.parameters = {{"n_nearest", 3}}, .arrays = {{"places", {{5}, places}}}});
  EXPECT_EQ(values["neighbours.place"].numbers, (Numbers{3, 0, 2}));
  EXPECT_EQ(values["neighbours.distance"].numbers, (Numbers{0.5, 1, 2}));
  values = run_program("papers/nearest_neighbours",
                       {.parameters = {{"n_nearest", 3}}, .arrays = {{"places", {{1}, {30, 90}}}}});
  EXPECT_EQ(values["neighbours.distance"].numbers[0], 0);
}

TEST(Programs, GaussianEliminationAndLuDecomposition) {
  constexpr std::size_t n = 17;
  Numbers const a = dominant_matrix(n), solution = sixteenths(n, 5);
  Numbers right_side(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) right_side[i] += a[i * n + j] * solution[j];
  Inputs const system{.arrays = {{"matrix", {{n, n}, a}}, {"right_side", vector_of(right_side)}}};
  expect_near(run_program("papers/gaussian_elimination", system)["solution"].numbers, solution, 1e-12);

  Numbers const lu = run_program("papers/lu_decomposition", {.arrays = {{"matrix", {{n, n}, a}}}})["lu"].numbers;
  Numbers product(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k <= std::min(i, j); ++k)
        product[i * n + j] += (k == i ? 1 : lu[i * n + k]) * lu[k * n + j];
  expect_near(product, a, 1e-12);
}

TEST(Programs, BreadthFirstSearch) {
  // A ring of 7 nodes with a shortcut from 0 to 4, and a node that is not reached.
  Numbers first{0}, column;
  for (int i = 0; i < 8; ++i) {
    if (i < 7) column.push_back((i + 1) % 7);
    if (i == 0) column.push_back(4);
    first.push_back(static_cast<double>(column.size()));
  }
  Inputs const inputs{.arrays = {{"graph.first", vector_of(first)},
                                 {"graph.column", vector_of(column)},
                                 {"graph.value", vector_of(Numbers(column.size(), 1))}}};
  EXPECT_EQ(run_program("papers/breadth_first_search", inputs)["costs"].numbers, (Numbers{0, 1, 2, 3, 1, 2, 3, -1}));
}

TEST(Programs, HotspotReachesTheSurroundings) {
  constexpr long rows = 4, columns = 3;
  constexpr std::size_t n = rows * columns;
  Inputs inputs{
      .arrays = {{"power", {{rows, columns}, Numbers(n, 0)}}, {"temperature", {{rows, columns}, Numbers(n, 80)}}}};
  EXPECT_EQ(run_program("papers/hotspot", inputs)["result"].numbers, Numbers(n, 80));
  // Heat is conserved between cells: without power, the mean approaches the surroundings as for one cell.
  inputs.arrays["temperature"].numbers[5] = 92;
  inputs.parameters["n_steps"] = 1;
  Numbers const one_step = run_program("papers/hotspot", inputs)["result"].numbers;
  double const area = 0.016 / rows * (0.016 / columns), thickness = 0.0005;
  double const capacity = 0.5 * 1.75e6 * thickness * area, resistance = thickness / (100 * area);
  double const time_step = 0.001 / (3e6 / (0.5 * 1.75e6 * thickness));
  double mean = 0;
  for (double const t : one_step) mean += t / static_cast<double>(n);
  EXPECT_NEAR(mean, 81 - time_step / capacity / resistance, 1e-9);
  EXPECT_LT(one_step[5], 92);
  EXPECT_GT(one_step[4], 80);
  EXPECT_EQ(one_step[0], 80);
}

TEST(Programs, Mandelbrot) {
  constexpr int size = 24, max_iterations = 50;
  Numbers expected;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      double const cx = -2 + 2.5 * j / size, cy = -1.25 + 2.5 * i / size;
      double x = 0, y = 0;
      int n = 0;
      for (; n < max_iterations && x * x + y * y <= 4; ++n) {
        double const next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
      }
      expected.push_back(n);
    }
  auto values = run_program("papers/mandelbrot",
                            {.parameters = {{"rows", size}, {"columns", size}, {"max_iterations", max_iterations}}});
  EXPECT_EQ(values["iterations"].numbers, expected);
  EXPECT_EQ(*std::max_element(expected.begin(), expected.end()), max_iterations);
}

TEST(Programs, SradKeepsAConstantImageAndSmoothsASpike) {
  constexpr long rows = 6, columns = 7;
  constexpr std::size_t n = rows * columns;
  Numbers image = sixteenths(n, 9);
  for (double& x : image) x /= 64;
  image[30] = 1;
  auto values =
      run_program("papers/srad", {.parameters = {{"n_steps", 4}}, .arrays = {{"image", {{rows, columns}, image}}}});
  Numbers const smooth = values["result"].numbers;
  auto const roughness = [&](Numbers const& u) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < n; ++k)
      if ((k + 1) % columns != 0) sum += (u[k + 1] - u[k]) * (u[k + 1] - u[k]);
    return sum;
  };
  EXPECT_LT(roughness(smooth), roughness(image));
  double before = 0, after = 0;
  for (double const x : image) before += std::exp(x);
  for (double const x : smooth) after += std::exp(x);
  // The fluxes through faces cancel except for the coefficients of the boundary.
  EXPECT_NEAR(after, before, 0.02 * before);
}

TEST(Programs, Pathfinder) {
  constexpr int rows = 9, columns = 11;
  Numbers wall = sixteenths(rows * columns, 4);
  for (double& x : wall) x = std::floor(x) + 5;
  Numbers cost(wall.begin(), wall.begin() + columns);
  for (int i = 1; i < rows; ++i) {
    Numbers next(columns);
    for (int j = 0; j < columns; ++j) {
      double least = cost[static_cast<std::size_t>(j)];
      if (j > 0) least = std::min(least, cost[static_cast<std::size_t>(j - 1)]);
      if (j + 1 < columns) least = std::min(least, cost[static_cast<std::size_t>(j + 1)]);
      next[static_cast<std::size_t>(j)] = wall[static_cast<std::size_t>(i * columns + j)] + least;
    }
    cost = next;
  }
  auto values = run_program("papers/pathfinder", {.arrays = {{"wall", {{rows, columns}, wall}}}});
  EXPECT_EQ(values["costs"].numbers, cost);
  EXPECT_EQ(values["least"].numbers[0], *std::min_element(cost.begin(), cost.end()));
}

TEST(Programs, QpscdFindsTheMinimum) {
  constexpr std::size_t n = 12;
  constexpr long batches = 120, batch_size = 4;
  Numbers q(n * n), c(n), minimum(n), order;
  for (std::size_t i = 0; i < n; ++i) {
    minimum[i] = static_cast<double>(i % 3);
    for (std::size_t j = 0; j < n; ++j) q[i * n + j] = i == j ? 8 : (i + 1 == j || j + 1 == i ? -1 : 0);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) c[i] -= q[i * n + j] * minimum[j];
  for (long k = 0; k < batches * batch_size; ++k) order.push_back(static_cast<double>(k * 5 % 12));
  auto values = run_program(
      "papers/qpscd", {.arrays = {{"q", {{n, n}, q}}, {"c", vector_of(c)}, {"order", {{batches, batch_size}, order}}}});
  expect_near(values["solution"].numbers, minimum, 1e-12);
}

TEST(Programs, ClusteringByKCentres) {
  // Three groups of points on a line.
  Numbers const frames{0, 0, 10, 0, 20, 1, 1, 0, 10, 1, 20, 0};
  auto values =
      run_program("papers/clustering", {.parameters = {{"n_clusters", 3}}, .arrays = {{"frames", {{6, 2}, frames}}}});
  EXPECT_EQ(values["centre_frames"].numbers, (Numbers{0, 2, 1}));
  EXPECT_EQ(values["cluster_of_frame"].numbers, (Numbers{0, 2, 1, 0, 2, 1}));
  EXPECT_EQ(values["radius"].numbers, (Numbers{1}));
}

TEST(Programs, NaiveBayesCountsWords) {
  Numbers const counts{1, 0, 2, 0, 3, 1, 4, 0, 0};
  auto values =
      run_program("papers/naive_bayes", {.arrays = {{"counts", {{3, 3}, counts}}, {"is_spam", vector_of({1, 0, 1})}}});
  EXPECT_EQ(values["spam_count_of_word"].numbers, (Numbers{5, 0, 2}));
  EXPECT_EQ(values["other_count_of_word"].numbers, (Numbers{0, 3, 1}));
  EXPECT_EQ(values["spam_prior"].numbers, (Numbers{2.0 / 3}));
  EXPECT_EQ(values["spam_log_probability"].numbers, (Numbers{std::log(0.6), std::log(0.1), std::log(0.3)}));
  EXPECT_EQ(values["other_log_probability"].numbers,
            (Numbers{std::log(1.0 / 7), std::log(4.0 / 7), std::log(2.0 / 7)}));
}

TEST(Programs, PageRankEqualsPowerIteration) {
  // Links i -> 3 i + 1 and i -> i / 2; node 10 has no links.
  constexpr std::size_t n = 11;
  std::vector<std::vector<std::size_t>> sources(n);
  std::vector<double> n_outgoing(n, 0);
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t const target : {(3 * i + 1) % n, i / 2}) {
      sources[target].push_back(i);
      n_outgoing[i] += 1;
    }
  Numbers first{0}, column;
  for (auto const& list : sources) {
    column.insert(column.end(), list.begin(), list.end());
    first.push_back(static_cast<double>(column.size()));
  }
  Numbers rank(n, 1.0 / n);
  for (int step = 0; step < 200; ++step) {
    Numbers next(n, 0.15 / n + 0.85 * rank[n - 1] / n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t const j : sources[i]) next[i] += 0.85 * rank[j] / n_outgoing[j];
    rank = next;
  }
  auto values = run_program("papers/page_rank", {.arrays = {{"links.first", vector_of(first)},
                                                            {"links.column", vector_of(column)},
                                                            {"links.value", vector_of(Numbers(column.size(), 1))}}});
  expect_near(values["ranks"].numbers, rank, 1e-11);
  double sum = 0;
  for (double const x : values["ranks"].numbers) sum += x;
  EXPECT_NEAR(sum, 1, 1e-12);
}

} // namespace
} // namespace chemora::patterns
