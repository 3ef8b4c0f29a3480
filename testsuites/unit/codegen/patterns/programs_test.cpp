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

// Heat flows through the faces between cells, and from each cell to the surroundings.
TEST(Programs, Hotspot) {
  constexpr std::size_t rows = 5, columns = 4, n_steps = 12;
  constexpr double height = 0.016 / rows, width = 0.016 / columns, thickness = 0.0005, ambient = 45;
  constexpr double conductivity = 100, heat_per_volume = 0.5 * 1.75e6,
                   time_step = 0.5 * heat_per_volume * thickness / 3e6;
  Numbers power = sixteenths(rows * columns, 6), t = sixteenths(rows * columns, 7);
  for (double& watts : power) watts = 10 + watts;
  for (double& degrees : t) degrees = 80 + 4 * degrees;
  Inputs const inputs{.parameters = {{"n_steps", n_steps}, {"precision", 0.5}, {"ambient", ambient}},
                      .arrays = {{"power", {{rows, columns}, power}}, {"temperature", {{rows, columns}, t}}}};
  for (std::size_t step = 0; step < n_steps; ++step) {
    Numbers heat(rows * columns); // the heat that enters each cell per second
    auto const exchange = [&](std::size_t a, std::size_t b, double conductance) {
      heat[a] += conductance * (t[b] - t[a]);
      heat[b] += conductance * (t[a] - t[b]);
    };
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        std::size_t const cell = i * columns + j;
        heat[cell] += power[cell] + conductivity * height * width / thickness * (ambient - t[cell]);
        if (i > 0) exchange(cell - columns, cell, 2 * conductivity * thickness * width / height);
        if (j > 0) exchange(cell - 1, cell, 2 * conductivity * thickness * height / width);
      }
    for (std::size_t cell = 0; cell < rows * columns; ++cell)
      t[cell] += time_step / (heat_per_volume * thickness * width * height) * heat[cell];
  }
  expect_near(run_program("papers/hotspot", inputs)["result"].numbers, t, 1e-11);
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

// Diffusion through the faces between cells. The coefficient of a face is that of the cell to its south or east.
TEST(Programs, Srad) {
  constexpr std::size_t rows = 7, columns = 8, n = rows * columns, r1 = 1, r2 = 4, c1 = 2, c2 = 5, n_steps = 4;
  constexpr double lambda = 0.4, n_sample = (r2 - r1 + 1) * (c2 - c1 + 1);
  Numbers image = sixteenths(n, 9);
  for (double& x : image) x /= 16;
  image[30] = 1;
  Numbers u(n), expected;
  for (std::size_t cell = 0; cell < n; ++cell) u[cell] = std::exp(image[cell]);
  for (std::size_t step = 0; step < n_steps; ++step) {
    double sum = 0, sum_of_squares = 0;
    for (std::size_t i = r1; i <= r2; ++i)
      for (std::size_t j = c1; j <= c2; ++j) {
        sum += u[i * columns + j];
        sum_of_squares += u[i * columns + j] * u[i * columns + j];
      }
    double const mean = sum / n_sample, noise = (sum_of_squares / n_sample - mean * mean) / (mean * mean);
    Numbers squares(n), laplacian(n), coefficient(n), next = u;
    auto const for_each_face = [&](auto const& act) {
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
          std::size_t const cell = i * columns + j;
          if (i > 0) act(cell - columns, cell, u[cell] - u[cell - columns]);
          if (j > 0) act(cell - 1, cell, u[cell] - u[cell - 1]);
        }
    };
    for_each_face([&](std::size_t before, std::size_t after, double difference) {
      for (std::size_t const cell : {before, after}) squares[cell] += difference * difference / (u[cell] * u[cell]);
      laplacian[before] += difference / u[before];
      laplacian[after] -= difference / u[after];
    });
    for (std::size_t cell = 0; cell < n; ++cell) {
      double const variation =
          (squares[cell] / 2 - laplacian[cell] * laplacian[cell] / 16) / std::pow(1 + laplacian[cell] / 4, 2);
      coefficient[cell] = std::clamp(1 / (1 + (variation - noise) / (noise * (1 + noise))), 0., 1.);
    }
    for_each_face([&](std::size_t before, std::size_t after, double difference) {
      next[before] += lambda / 4 * coefficient[after] * difference;
      next[after] -= lambda / 4 * coefficient[after] * difference;
    });
    u = next;
  }
  for (double const x : u) expected.push_back(std::log(x));
  auto values = run_program(
      "papers/srad",
      {.parameters = {{"n_steps", n_steps}, {"lambda", lambda}, {"r1", r1}, {"r2", r2}, {"c1", c1}, {"c2", c2}},
       .arrays = {{"image", {{rows, columns}, image}}}});
  expect_near(values["result"].numbers, expected, 1e-12);
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
