// Analyses of a small family whose classification can be read off its table.
#include "framework/base/errors.hpp"
#include "kernels/tuning/analyses.hpp"
#include "testsuites/unit/kernels/tiling/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <unistd.h>

namespace {

using namespace chemora;
using namespace chemora::tuning;
using testing::HasSubstr;

/// An individual with the mean `mean` and the deviation `deviation` of two scores.
Individual make(IndividualId id, double mean, double deviation, std::vector<IndividualId> parents) {
  Individual individual;
  constexpr Birth births[] = {Birth::initial, Birth::mutation, Birth::crossover, Birth::triangulation};
  individual.id = id;
  individual.birth = births[parents.size()];
  individual.parents = std::move(parents);
  double const half = deviation / std::sqrt(2.0);
  individual.scores = {mean - half, mean + half};
  return individual;
}

/// 8 is the top individual, and 7 is equally good within the deviation of 8. Their ancestors are 6, 4, 2 and 1.
std::vector<Individual> family() {
  return {make(1, 10, 1, {}),       make(2, 15, 1, {1}),    make(3, 5, 1, {1}),     make(4, 16, 1, {2, 1}),
          make(5, 10.5, 1, {3, 2}), make(6, 20, 1, {4, 2}), make(7, 29.5, 1, {6}),  make(8, 30, 1, {6, 4, 2}),
          make(9, 9.7, 1, {3, 1}),  make(10, 3, 1, {5, 3}), make(11, 12, 0.1, {9}), make(12, 25, 1, {8, 7, 6})};
}

TEST(Contribution, DistanceIsThatToTheFamilyOfTheBest) {
  std::vector<int> distances;
  for (Relative const& relative : classify(family())) distances.push_back(relative.distance.value_or(-1));
  EXPECT_THAT(distances, testing::ElementsAre(0, 0, 1, 0, 1, 0, 0, 0, 1, 2, 2, 1));
}

TEST(Contribution, RanksCompareWithParents) {
  std::vector<std::optional<Rank>> ranks;
  for (Relative const& relative : classify(family())) ranks.push_back(relative.rank);
  constexpr Rank slower = Rank::slower, between = Rank::between, equal = Rank::equal, faster = Rank::faster;
  EXPECT_THAT(ranks, testing::ElementsAre(std::nullopt, faster, slower, equal, between, faster, faster, faster, equal,
                                          slower, faster, between));
}

TEST(Contribution, FailedIndividualsAreSlower) {
  auto individuals = family();
  individuals[10].failure = "The kernel crashed.";
  EXPECT_EQ(classify(individuals)[10].rank, Rank::slower);
}

TEST(Contribution, IndividualsOfOtherFamiliesHaveNoDistance) {
  auto individuals = family();
  individuals.push_back(make(13, 1, 0.1, {}));
  individuals.push_back(make(14, 1, 0.1, {13}));
  auto const relatives = classify(individuals);
  EXPECT_FALSE(relatives[12].distance);
  EXPECT_FALSE(relatives[13].distance);
}

TEST(Contribution, OmitsComponentStudies) {
  auto individuals = family();
  individuals.push_back(make(13, 100, 0.1, {1, 8}));
  individuals.back().birth = Birth::component;
  EXPECT_EQ(classify(individuals).size(), 12u);
  EXPECT_EQ(classify(individuals)[7].distance, 0);
}

TEST(Contribution, PredicateTestsAreThoseOfThePaper) {
  auto const tests = predicate_tests(classify(family()));
  ASSERT_EQ(tests.size(), 17u);
  auto const expect = [&](std::size_t row, Contingency const& expected) {
    Contingency const& counts = tests[row - 1].counts;
    EXPECT_EQ(counts.n_all, expected.n_all) << row;
    EXPECT_EQ(counts.n_first, expected.n_first) << row;
    EXPECT_EQ(counts.n_second, expected.n_second) << row;
    EXPECT_EQ(counts.n_both, expected.n_both) << row;
  };
  expect(1, {12, 4, 6, 2}); // mutations 2, 3, 7, 11
  expect(2, {12, 5, 6, 2}); // crossovers 4, 5, 6, 9, 10
  expect(3, {12, 2, 6, 1}); // triangulations 8, 12
  expect(4, {12, 5, 6, 4}); // faster 2, 6, 7, 8, 11
  expect(5, {12, 2, 6, 1}); // equal 4, 9
  expect(6, {12, 2, 6, 0}); // between 5, 12
  expect(7, {12, 2, 6, 0}); // slower 3, 10
  expect(8, {7, 5, 3, 2});  // among crossovers and triangulations
  expect(9, {7, 2, 3, 1});
  expect(10, {4, 3, 2, 1}); // among 4, 6, 8, 9: crossovers, faster 6 and 8
  expect(11, {4, 1, 2, 1});
  expect(12, {6, 2, 4, 1}); // among 1, 2, 4, 6, 7, 8
  expect(13, {6, 2, 1, 1});
  expect(14, {6, 1, 4, 1});
  expect(15, {6, 1, 1, 0});
  expect(16, {12, 1, 6, 1});
  expect(17, {12, 0, 6, 0});
}

TEST(Contribution, WordsFollowAllAncestors) {
  auto const relatives = classify(family());
  // 2, 7 | 4, 6 | 8 with their parents; the first individual has no letter.
  EXPECT_EQ(family_words(relatives, 1), (WordCounts{{"1", 2}, {"2", 2}, {"3", 1}}));
  // 4: 12 (by 2). 6: 22 (by 4), 12 (by 2). 7: 21 (by 6). 8: 23 (by 6), 23 (by 4), 13 (by 2).
  EXPECT_EQ(family_words(relatives, 2), (WordCounts{{"12", 2}, {"22", 1}, {"21", 1}, {"23", 2}, {"13", 1}}));
  EXPECT_EQ(family_words(relatives, 3), (WordCounts{{"122", 1}, {"221", 1}, {"121", 1}, {"223", 1}, {"123", 2}}));
}

// Table 10 of the paper: Izanagi (1.137 +- 0.003) and GA-S1.33958 (15.354 +- 0.020).
TEST(Components, RelativeScoresAreThoseOfThePaper) {
  Statistics const initial{30, 1.137, 0.003}, top{30, 15.354, 0.020};
  auto const expect = [&](double mean, double deviation, double linear, double linear_deviation, double logarithmic,
                          double logarithmic_deviation) {
    auto const relative = relative_score({30, mean, deviation}, initial, top);
    EXPECT_NEAR(relative.linear, linear, 6e-4) << mean;
    EXPECT_NEAR(relative.linear_deviation, linear_deviation, 6e-4) << mean;
    EXPECT_NEAR(relative.logarithmic, logarithmic, 6e-4) << mean;
    EXPECT_NEAR(relative.logarithmic_deviation, logarithmic_deviation, 6e-4) << mean;
  };
  expect(1.137, 0.003, 0, 0, 0, 0.001);
  expect(1.122, 0, -0.001, 0, -0.005, 0);
  expect(5.400, 0.006, 0.300, 0, 0.599, 0);
  expect(3.073, 0.002, 0.136, 0, 0.382, 0);
  expect(15.829, 0.027, 1.033, 0.002, 1.012, 0.001);
  expect(15.354, 0.020, 1, 0.001, 1, 0.001);
}

TEST(Components, MixesAreTheEightCombinations) {
  ir::Graph const graph =
      ir::parse_graph("graph k {\n  grid 3\n  in u\n  out o p\n  %0 = load u\n  %1 = multiply %0 %0\n"
                      "  %2 = sqrt %1\n  store o %1 interior\n  store p %2 interior\n}\n");
  machine::Machine const machine = tiling::small_machine();
  tiling::Problem problem;
  problem.allocated = {32, 32, 32};
  problem.box = {{0, 0, 0}, {32, 32, 32}};
  SearchSpace const space(graph, problem, machine);
  Genome const initial(std::vector<bool>(space.size(), false)), top(std::vector<bool>(space.size(), true));
  auto const mixes = component_mixes(space, initial, top);
  EXPECT_EQ(mixes.front().genome, initial);
  EXPECT_EQ(mixes.back().genome, top);
  std::vector<std::string> names;
  for (auto const& mix : mixes) names.push_back(mix.from_top);
  EXPECT_THAT(names, testing::ElementsAre("", "S", "M", "MS", "C", "CS", "CM", "CMS"));
  EXPECT_EQ(mixes[5].genome, space.combine(initial, top, {Component::configuration, Component::kernels}));
}

TEST(Tables, ShowTheAnalyses) {
  auto individuals = family();
  individuals.push_back(make(13, 20, 1, {1, 8}));
  individuals.back().birth = Birth::component;
  individuals.back().components = "CM";
  std::string const text = to_tables(individuals);
  EXPECT_THAT(text, HasSubstr("12 individuals, 0 of which failed"));
  EXPECT_THAT(text, HasSubstr("best: number 8, 30 +- 1 points/s of 2 scores, by triangulation"));
  EXPECT_THAT(text, HasSubstr("   0        2 (0.500)        2 (0.400)        1 (0.500)\n"));
  EXPECT_THAT(text, HasSubstr("     crossover   ~        2        1 (0.500)\n"));
  EXPECT_THAT(text, HasSubstr("  1               mutation  d = 0   among all                            0.00 -\n"));
  EXPECT_THAT(text, HasSubstr("   order 0"));
  EXPECT_THAT(text,
              HasSubstr("       1        8   1   1   0           20 +- 1          0.500 +- 0.050     0.631 +- 0.046"));
}

TEST(Tables, ListTheSearchesOfADatabase) {
  std::string file = testing::TempDir() + "tablesXXXXXX";
  close(mkstemp(file.data()));
  Database database(file);
  EXPECT_EQ(to_tables(database, ""), "The database has no plans.\n");
  Subject const wave{"Wave::RHS", "0123", "8 8 8", "real64", "host", "cpu-1", "abcd"};
  database.record(wave, {"g++ 12.2", "0.1"}, make(0, 3, 0.1, {}));
  Subject energy = wave;
  energy.kernel = "Wave::Energy";
  database.record(energy, {"g++ 12.2", "0.1"}, make(0, 4, 0.1, {}));
  EXPECT_THAT(to_tables(database, ""),
              HasSubstr("== Wave::Energy real64 [8 8 8] on host, cpu-1; g++ 12.2, version 0.1"));
  EXPECT_THAT(to_tables(database, "Wave::RHS"), testing::Not(HasSubstr("Energy")));
  try {
    to_tables(database, "Wave::RSH");
    FAIL() << "The kernel does not exist.";
  } catch (base::UserError const& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("no plans of kernel `Wave::RSH`; expected Wave::RHS or Wave::Energy. Did you mean "
                          "`Wave::RHS`?"));
  }
  for (char const* end : {"", "-wal", "-shm"}) unlink((file + end).c_str());
}

} // namespace
