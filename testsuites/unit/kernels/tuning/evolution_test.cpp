// Selection and birth against the formulas of the Paraiso paper.
#include "kernels/tuning/evolution.hpp"
#include "testsuites/unit/kernels/tuning/distributions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace {

using namespace chemora::tuning;

Population five() {
  Population population;
  double const means[] = {3, 10, 8, 9.5, 1}, deviations[] = {0.1, 0.5, 2, 0.2, 0};
  for (int n = 0; n < 5; ++n)
    population.push_back({n + 1, Genome::from_letters("C" + std::string(static_cast<std::size_t>(n + 1), 'T')),
                          means[n], deviations[n]});
  return population;
}

BirthRules const any_genome{[](Genome const& genome) { return genome; }, [](Genome const&) { return false; }};

TEST(Draw, WeightsHaveTheCorrectedFormula) {
  auto const population = five();
  Member const& top = top_of(population);
  EXPECT_EQ(top.id, 2);
  EXPECT_EQ(draw_weight(top, top, 0.5), 1);
  EXPECT_DOUBLE_EQ(draw_weight(top, population[2], 1.5), std::exp(-2 / (1.5 + 0.5 + 2)));
  EXPECT_EQ(draw_weight({1, {}, 5, 0}, {2, {}, 4, 0}, 0), 0);
  EXPECT_EQ(draw_weight({1, {}, 5, 0}, {2, {}, 5, 0}, 0), 1);
}

TEST(Draw, PrefersFastIndividualsAtLowTemperature) {
  auto const population = five();
  Member const& top = top_of(population);
  EXPECT_LT(draw_weight(top, population[4], 0.1), 1e-6);
  EXPECT_GT(draw_weight(top, population[4], 1e4), 0.999);
}

TEST(Draw, FrequenciesOfAMillionDrawsAreThoseOfTheWeights) {
  auto const population = five();
  for (double const temperature : {0.7, 5.0, 300.0}) {
    std::vector<double> counts(5, 0), probabilities;
    double sum = 0;
    for (Member const& member : population)
      sum += probabilities.emplace_back(draw_weight(top_of(population), member, temperature));
    for (double& p : probabilities) p /= sum;
    Random random(19);
    for (int n = 0; n < 1000000; ++n) ++counts[draw(population, temperature, random)];
    EXPECT_LT(chi_squared_of_counts(counts, probabilities), 18.47) << temperature; // 4 degrees of freedom, 0.001
  }
}

TEST(Temperature, LogarithmIsUniformFromDeviationToMean) {
  Member const top{1, {}, 50, 0.4};
  Random random(23);
  std::vector<double> samples;
  for (int n = 0; n < 20000; ++n)
    samples.push_back((std::log(draw_temperature(top, random)) - std::log(0.4)) / (std::log(50) - std::log(0.4)));
  EXPECT_LT(kolmogorov_smirnov(samples), max_kolmogorov_smirnov);
  EXPECT_GE(*std::min_element(samples.begin(), samples.end()), 0);
  EXPECT_LE(*std::max_element(samples.begin(), samples.end()), 1);
}

TEST(Temperature, IsPositiveForOneScoreAndForLargeDeviations) {
  Random random(1);
  for (Member const& top : {Member{1, {}, 50, 0}, Member{1, {}, 50, 90}, Member{1, {}, 0, 0}}) {
    double const temperature = draw_temperature(top, random);
    EXPECT_GT(temperature, 0);
    EXPECT_LE(temperature, 50.001);
  }
}

TEST(Births, EachKindHasAThird) {
  auto const population = five();
  Random random(29);
  std::map<Birth, double> counts;
  for (int n = 0; n < 9000; ++n) {
    auto const child = make_child(population, any_genome, random);
    ASSERT_TRUE(child);
    ++counts[child->birth];
    std::size_t const n_parents = child->birth == Birth::mutation ? 1 : child->birth == Birth::crossover ? 2 : 3;
    EXPECT_EQ(child->parents.size(), n_parents);
    EXPECT_EQ(std::set(child->parents.begin(), child->parents.end()).size(), n_parents);
  }
  EXPECT_EQ(counts.size(), 3u);
  EXPECT_LT(chi_squared_of_counts({counts[Birth::mutation], counts[Birth::crossover], counts[Birth::triangulation]},
                                  std::vector<double>(3, 1.0 / 3)),
            13.82); // 2 degrees of freedom, 0.001
}

TEST(Births, SortParentsOfTriangulationByScore) {
  auto const population = five();
  Random random(31);
  for (int n = 0; n < 100; ++n) {
    auto const child = make_child(population, any_genome, random);
    if (child->birth != Birth::triangulation) continue;
    std::vector<double> means;
    Genome genomes[3];
    for (std::size_t k = 0; k < 3; ++k) {
      Member const& parent = population[static_cast<std::size_t>(child->parents[k] - 1)];
      means.push_back(parent.mean);
      genomes[k] = parent.genome;
    }
    EXPECT_THAT(means, testing::WhenSorted(testing::ElementsAreArray(means)));
    EXPECT_EQ(child->genome, triangulate(genomes[0], genomes[1], genomes[2]));
  }
}

TEST(Births, OfOneIndividualAreMutations) {
  Population const one{{7, Genome::from_letters("CACGT"), 3, 0.1}};
  Random random(1);
  for (int n = 0; n < 30; ++n) {
    auto const child =
        make_child(one, {any_genome.normalised, [&](Genome const& g) { return g == one[0].genome; }}, random);
    ASSERT_TRUE(child);
    EXPECT_EQ(child->birth, Birth::mutation);
    EXPECT_EQ(child->parents, std::vector<IndividualId>{7});
    EXPECT_NE(child->genome, one[0].genome);
  }
}

TEST(Births, KnownGenomesAreReplacedByMutationsAtHigherTemperature) {
  auto const population = five();
  Random random(37);
  int n_rejections = 0;
  auto const child =
      make_child(population, {any_genome.normalised, [&](Genome const&) { return n_rejections++ < 5; }}, random);
  ASSERT_TRUE(child);
  EXPECT_EQ(child->birth, Birth::mutation);
  EXPECT_EQ(child->n_retries, 5);
  EXPECT_GE(child->temperature, 0.5 * std::pow(1.2, 5) * 0.999); // at least the deviation of the top individual
}

TEST(Births, EndIfEveryGenomeIsKnown) {
  Random random(1);
  EXPECT_FALSE(make_child(five(), {any_genome.normalised, [](Genome const&) { return true; }}, random));
}

TEST(Births, UseRepresentativesOfPlans) {
  Random random(1);
  Genome const representative = Genome::from_letters("CT");
  auto const child = make_child(five(), {[&](Genome const&) { return representative; }, any_genome.is_known}, random);
  EXPECT_EQ(child->genome, representative);
}

TEST(Births, AreReproducible) {
  auto const children = [](std::uint64_t seed) {
    Random random(seed);
    std::string text;
    for (int n = 0; n < 50; ++n) text += make_child(five(), any_genome, random)->genome.letters() + " ";
    return text;
  };
  EXPECT_EQ(children(5), children(5));
  EXPECT_NE(children(5), children(6));
}

} // namespace
