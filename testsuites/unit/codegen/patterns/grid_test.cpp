// Tests the analysis of grid functions, and the order of reductions.
#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/patterns/exact_sum.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"

#include <cmath>
#include <numeric>
#include <random>

namespace chemora::patterns {
namespace {

std::string const rho = "grid real rho = \"Fluids::rho\"\n";

/// A grid of 3 x 4 x 2 points with rho = 100 i + 10 j + k.
Inputs grid_inputs() {
  Inputs inputs{.points = {3, 4, 2}, .origin = {-1, 0, 5}, .spacing = {1, 0.5, 2}};
  ArrayValue values{{3, 4, 2}, {}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k) values.numbers.push_back(100 * i + 10 * j + k);
  inputs.arrays["rho"] = values;
  return inputs;
}

TEST(GridPatterns, PointsHaveCoordinatesAndVolumes) {
  EXPECT_EQ(numbers_of(rho + "output s = sum(c in grid: rho[c] * c.volume)", grid_inputs()), (Numbers{2772}));
  EXPECT_EQ(numbers_of(rho + "output s = sum(c in filter(c in grid: rho[c] > 200 and c.x == 1 and c.z > 6): c.y)",
                       grid_inputs()),
            (Numbers{3}));
  EXPECT_EQ(numbers_of(rho + "output s = map(c in grid: rho[c])[2, 3, 1]", grid_inputs()), (Numbers{231}));
}

TEST(GridPatterns, PointsAreOrderedWithXFastest) {
  EXPECT_EQ(numbers_of(rho + "let f = filter(c in grid: c.j == 0)\noutput s = map(c in f: rho[c])", grid_inputs()),
            (Numbers{0, 100, 200, 1, 101, 201}));
  EXPECT_EQ(value_of(rho + "output s = argmax(c in grid: if c.j < 3 then c.j else -1)", grid_inputs()),
            (ArrayValue{{}, {0, 2, 0}}));
  EXPECT_EQ(numbers_of(rho + "output s = rho[argmax(c in grid: -abs(rho[c] - 111))]", grid_inputs()), (Numbers{111}));
}

TEST(GridPatterns, ProjectionsSlicesAndProfiles) {
  EXPECT_EQ(value_of(rho + "output s = map(i in grid.x, k in grid.z: sum(j in grid.y: rho[i, j, k]))", grid_inputs()),
            (ArrayValue{{3, 2}, {60, 64, 460, 464, 860, 864}}));
  EXPECT_EQ(value_of(rho + "output s = rho[1, *, 1]", grid_inputs()), (ArrayValue{{4}, {101, 111, 121, 131}}));
  std::string const profile = rho + R"(
parameter int bins = 3
let groups = groupBy(c in grid by int(c.y) into bins: rho[c])
output table profile(y = map(g in groups: g.key + 0.5),
                     mean = map(g in groups: if size(g) > 0 then sum(g) / size(g) else 0))
)";
  auto const outputs = outputs_of(profile, grid_inputs());
  EXPECT_EQ(outputs[0].columns[1].second, (ArrayValue{{3}, {105.5, 125.5, 0}}));
}

TEST(GridPatterns, SumsOverTheGridAreExact) {
  Inputs inputs = grid_inputs();
  std::vector<double>& numbers = inputs.arrays["rho"].numbers;
  numbers.assign(numbers.size(), 0);
  numbers[3] = 1e100;
  numbers[5] = 1;
  numbers[7] = -1e100;
  EXPECT_EQ(numbers_of(rho + "output s = sum(rho)", inputs), (Numbers{1}));
  EXPECT_EQ(numbers_of(rho + "output s = map(g in groupBy(c in grid by 0: rho[c]): sum(g))", inputs), (Numbers{1}));
  EXPECT_EQ(numbers_of(rho + "output s = sum(x in filter(y in map(c in grid: rho[c])[0, 1, *]: true): x)", inputs),
            (Numbers{1e100}));
  Inputs const list{.arrays = {{"a", {{4}, {1e100, 1, 0, -1e100}}}}};
  EXPECT_EQ(numbers_of("input real a[n]\noutput s = sum(a)", list), (Numbers{0}));
}

TEST(ExactSum, EqualsSumsOfIntegers) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    ExactSum sum;
    __int128 expected = 0;
    for (int n = 0; n < 50; ++n) {
      auto const mantissa = static_cast<double>(static_cast<int>(random()) | 1);
      int const exponent = static_cast<int>(random() % 70);
      sum.add(std::ldexp(mantissa, exponent));
      expected += static_cast<__int128>(mantissa) << exponent;
    }
    EXPECT_EQ(sum.value(), static_cast<double>(expected));
  }
}

TEST(ExactSum, RoundsOnceAndAddsInfinities) {
  ExactSum ties;
  for (double const term : {1.0, std::ldexp(1.0, -53), std::ldexp(1.0, -110)}) ties.add(term);
  EXPECT_EQ(ties.value(), 1 + std::ldexp(1.0, -52));
  ExactSum even;
  for (double const term : {1.0, std::ldexp(1.0, -53)}) even.add(term);
  EXPECT_EQ(even.value(), 1);
  ExactSum infinite;
  for (double const term : {1.0, HUGE_VAL, -3.0}) infinite.add(term);
  EXPECT_EQ(infinite.value(), HUGE_VAL);
  infinite.add(-HUGE_VAL);
  EXPECT_TRUE(std::isnan(infinite.value()));
  EXPECT_EQ(ExactSum().value(), 0);
}

/// Returns terms with magnitudes from 1e-300 to 1e280, whose sums need many numbers, in parts of similar magnitudes.
std::vector<double> terms_of_many_magnitudes(std::size_t n) {
  std::mt19937 random(2);
  std::vector<double> terms;
  for (std::size_t k = 0; k < n; ++k) {
    int const exponent = static_cast<int>(k / 150 * 397 % 1926) - 996 + static_cast<int>(random() % 20);
    terms.push_back(std::ldexp(static_cast<double>(static_cast<int>(random()) | 1), exponent - 40));
  }
  return terms;
}

TEST(ExactSum, ListsHaveTheSumOfTheirTerms) {
  std::vector<double> const terms = terms_of_many_magnitudes(5003);
  for (std::size_t const size : {1U, 7U, 8U, 600U, 1024U, 5003U}) {
    ExactSum one_by_one, lists;
    for (double const term : terms) one_by_one.add(term);
    for (std::size_t n = 0; n < terms.size(); n += size)
      lists.add(std::span(terms).subspan(n, std::min(size, terms.size() - n)));
    EXPECT_EQ(lists.value(), one_by_one.value()) << size;
    ExactSum both; // the terms of a sum have its value
    for (double const term : lists.terms()) both.add(-term);
    both.add(one_by_one);
    EXPECT_EQ(both.value(), 0) << size;
  }
  ExactSum infinite;
  infinite.add(terms);
  infinite.add(std::vector<double>(100, HUGE_VAL));
  EXPECT_EQ(infinite.value(), HUGE_VAL);
}

TEST(ExactSums, GroupsHaveTheSumOfTheirTerms) {
  std::vector<double> terms = terms_of_many_magnitudes(4000);
  terms[3900] = HUGE_VAL;
  std::vector<std::int32_t> groups;
  for (int k = 0; k < 4000; ++k) // of single terms, of adjacent groups, and of long runs
    groups.push_back(k < 1000 ? k % 5 : k < 2500 ? k % 24 : k / 70 % 5);
  constexpr std::size_t n_groups = 24;
  constexpr std::size_t omitted[] = {3, n_groups - 1}; // inside a run of adjacent groups, and at the end of one
  ExactSums sums(n_groups), without_last(n_groups), lists(n_groups);
  std::vector<ExactSum> expected(n_groups);
  for (std::size_t n = 0; n < terms.size(); n += 1000) {
    sums.add(std::span(groups).subspan(n, 1000), std::span(terms).subspan(n, 1000), omitted[0]);
    without_last.add(std::span(groups).subspan(n, 1000), std::span(terms).subspan(n, 1000), omitted[1]);
  }
  for (std::size_t n = 0; n < terms.size(); ++n) expected[static_cast<std::size_t>(groups[n])].add(terms[n]);
  for (std::size_t group = 0; group < n_groups; ++group) {
    EXPECT_EQ(sums.value(group), group == omitted[0] ? 0 : expected[group].value()) << group;
    EXPECT_EQ(without_last.value(group), group == omitted[1] ? 0 : expected[group].value()) << group;
    std::vector<double> own;
    for (std::size_t n = 0; n < terms.size(); ++n)
      if (static_cast<std::size_t>(groups[n]) == group) own.push_back(terms[n]);
    lists.add(group, own.front());
    lists.add(group, std::span(own).subspan(1));
    EXPECT_EQ(lists.value(group), expected[group].value()) << group;
  }
  EXPECT_EQ(expected[static_cast<std::size_t>(groups[3900])].value(), HUGE_VAL);
  EXPECT_NE(groups[3900], 3);
}

/// The definition of the interleaved order, written for all elements at once.
double sum_by_definition(std::vector<double> const& terms) {
  std::vector<double> results;
  for (std::size_t first = 0; first < terms.size(); first += 1024) {
    std::vector<double> lanes(32, 0.0);
    for (std::size_t n = first; n < std::min(first + 1024, terms.size()); ++n) lanes[(n - first) % 32] += terms[n];
    for (; lanes.size() > 1; lanes.resize(lanes.size() / 2))
      for (std::size_t k = 0; k < lanes.size() / 2; ++k) lanes[k] += lanes[k + lanes.size() / 2];
    results.push_back(lanes[0]);
  }
  while (results.size() > 1) {
    std::vector<double> pairs;
    for (std::size_t n = 0; n < results.size(); n += 2)
      pairs.push_back(n + 1 < results.size() ? results[n] + results[n + 1] : results[n]);
    results = pairs;
  }
  return results.empty() ? 0 : results[0];
}

TEST(OrderedReduction, FollowsTheDefinition) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> numbers(-1, 1);
  bool differs_from_left_to_right = false;
  for (std::size_t const n : {0, 1, 31, 32, 33, 1023, 1024, 1025, 2048, 3072, 5000, 7168, 13331}) {
    std::vector<double> terms(n);
    for (double& term : terms) term = numbers(random);
    Inputs const inputs{.arrays = {{"a", {{static_cast<long>(n)}, terms}}}};
    double const expected = sum_by_definition(terms);
    EXPECT_EQ(numbers_of("input real a[n]\noutput s = sum(a)", inputs), (Numbers{expected})) << n;
    differs_from_left_to_right =
        differs_from_left_to_right || std::accumulate(terms.begin(), terms.end(), 0.0) != expected;
  }
  EXPECT_TRUE(differs_from_left_to_right);
}

TEST(OrderedReduction, KeepsTheOrderOfOperands) {
  auto const joined = [](std::string const& a, std::string const& b) { return a + b; };
  for (int const n : {0, 1, 40, 1024, 1025, 4096, 7000}) {
    ir::OrderedReduction reduction(std::string(), joined, ir::ReductionOrder::consecutive);
    std::string expected;
    for (int k = 0; k < n; ++k) {
      std::string const item = std::to_string(k) + ",";
      reduction.add(item);
      expected += item;
    }
    EXPECT_EQ(reduction.result(), expected);
  }
}

} // namespace
} // namespace chemora::patterns
