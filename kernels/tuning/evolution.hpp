/// Selection and birth of individuals: parallel asynchronous genetic simulated annealing (Paraiso paper, sections 3.2
/// and 3.3), with its random numbers. Any number of workers may draw from the same population at the same time.
#pragma once

#include "kernels/tuning/individual.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace chemora::tuning {

class Random {
public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}

  /// A number of [0, 1) with 53 random bits.
  double unit() { return static_cast<double>(generator_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  bool coin() { return (generator_() >> 63) != 0; }

  /// A number of 0, ..., n - 1 with equal probabilities. `n` must be positive.
  std::uint64_t below(std::uint64_t n) {
    std::uint64_t const excess = (UINT64_MAX % n + 1) % n; // numbers that would make small results more probable
    std::uint64_t number = generator_();
    while (number > UINT64_MAX - excess) number = generator_();
    return number % n;
  }

private:
  std::mt19937_64 generator_;
};

/// Returns the number of bits that a mutation of a genome of `n_bits` bits overwrites: ceil(exp(u)), where u is uniform
/// in [-0.2 ln n_bits, ln n_bits]. A sixth of all mutations overwrites one bit because u is negative.
std::size_t mutation_length(std::size_t n_bits, Random& random);

/// Returns the genome with mutation_length() bits overwritten, at independent positions. With probability 1/2 the bits
/// are inverted, with 1/4 set, and with 1/4 cleared. If more than 8 bits are overwritten, the result is crossed with
/// the original twice, which restores some segments. (The paper omits these numbers; they are those of the authors'
/// program.)
Genome mutate(Genome const& genome, Random& random);

/// Divides both genomes at the same random points and takes the segments from one and the other in turn. The number of
/// points is 1 with probability 1/2, 2 with 1/4, and so on. Either genome may be the first. The result has the length
/// of the longer genome.
Genome cross(Genome const& a, Genome const& b, Random& random);

/// Returns the genome in which each bit differs from `base` if it does in `secondary` or in `primary` (Table 4 of the
/// paper): p and s where `base` is true, p or s where it is false.
Genome triangulate(Genome const& base, Genome const& secondary, Genome const& primary);

/// An individual as the selection sees it. A population contains no failed individuals.
struct Member {
  IndividualId id = 0;
  Genome genome;
  double mean = 0, deviation = 0; ///< of the scores, both at least 0
};

using Population = std::vector<Member>;

/// Returns the individual with the highest mean. The population must not be empty.
Member const& top_of(Population const& population);

/// Returns the weight with which a draw of temperature `temperature` selects a member. With the mean m and deviation s
/// of the member, and M and S of the top individual:
///
///     weight = exp(-(M - m) / (temperature + S + s))
///
/// Equation (12) of the paper has the opposite sign and further terms in the numerator, so that it would prefer slow
/// individuals. The authors' program uses the form above.
double draw_weight(Member const& top, Member const& member, double temperature);

/// Returns the index of a random member, with probabilities proportional to draw_weight().
std::size_t draw(Population const& population, double temperature, Random& random);

/// Returns a temperature whose logarithm is uniformly distributed between the logarithms of the top individual's
/// deviation and mean. A deviation below a thousandth of the mean, as of an individual with one score, is replaced by
/// this value.
double draw_temperature(Member const& top, Random& random);

constexpr double min_relative_deviation = 1e-3;

/// An individual that is to be measured.
struct Child {
  Genome genome;
  Birth birth = Birth::initial;
  std::vector<IndividualId> parents{};
  double temperature = 0; ///< of the last draw
  int n_retries = 0;      ///< number of genomes that were rejected because they were known
};

/// The properties of genomes that the search space and the database determine.
struct BirthRules {
  /// Returns the representative of all genomes with the same plan (SearchSpace::normalised).
  std::function<Genome(Genome const&)> normalised;
  std::function<bool(Genome const&)> is_known; ///< whether the database contains the genome
};

/// Derives an individual from random parents. Mutation, crossover and triangulation have the probability 1/3 each. If
/// two parents are equal, all are drawn again, at a temperature that is 1.2 times higher; after 100 repetitions, or if
/// the population is smaller than the number of parents, the individual is born by mutation. If its genome is known,
/// mutations are tried, each at a temperature that is 1.2 times higher. Returns nothing if this finds no unknown
/// genome, which means that the search space is exhausted. The population must not be empty.
std::optional<Child> make_child(Population const& population, BirthRules const& rules, Random& random);

constexpr double heating = 1.2;      ///< factor of the temperature in each repetition
constexpr int max_draws = 100;       ///< repetitions for different parents
constexpr int max_mutations = 10000; ///< repetitions for an unknown genome

} // namespace chemora::tuning
