#include "kernels/tuning/evolution.hpp"

#include <algorithm>
#include <cmath>

namespace chemora::tuning {

namespace {

constexpr double share_below_one = 0.2; ///< lower end of the logarithm of the number of bits, relative to the upper end
constexpr std::size_t max_bits_without_crossover = 8;

} // namespace

std::size_t mutation_length(std::size_t n_bits, Random& random) {
  double const largest = std::log(static_cast<double>(n_bits));
  double const n = std::ceil(std::exp(random.uniform(-share_below_one * largest, largest)));
  return std::clamp(static_cast<std::size_t>(n), std::size_t{1}, n_bits);
}

Genome mutate(Genome const& genome, Random& random) {
  if (genome.size() == 0) return genome;
  Genome child = genome;
  std::size_t const n = mutation_length(genome.size(), random);
  bool const inverts = random.coin(), new_value = random.coin();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t const position = random.below(genome.size());
    child.set_bit(position, inverts ? !child.bit(position) : new_value);
  }
  if (n > max_bits_without_crossover)
    for (int repetition = 0; repetition < 2; ++repetition) child = cross(child, genome, random);
  return child;
}

Genome cross(Genome const& a, Genome const& b, Random& random) {
  std::size_t const n_bits = std::max(a.size(), b.size());
  if (n_bits < 2) return random.coin() ? a : b;
  std::vector<std::size_t> cuts;
  do cuts.push_back(1 + random.below(n_bits - 1));
  while (random.coin());
  std::sort(cuts.begin(), cuts.end());
  bool takes_a = random.coin();
  Genome child;
  auto cut = cuts.begin();
  for (std::size_t position = 0; position < n_bits; ++position) {
    for (; cut != cuts.end() && *cut == position; ++cut) takes_a = !takes_a;
    child.set_bit(position, (takes_a ? a : b).bit(position));
  }
  return child;
}

Genome triangulate(Genome const& base, Genome const& secondary, Genome const& primary) {
  Genome child;
  std::size_t const n_bits = std::max({base.size(), secondary.size(), primary.size()});
  for (std::size_t position = 0; position < n_bits; ++position) {
    bool const p = primary.bit(position), s = secondary.bit(position);
    child.set_bit(position, base.bit(position) ? p && s : p || s);
  }
  return child;
}

namespace {

/// Returns the indices of `n` different members; empty if all repetitions selected a member twice.
std::vector<std::size_t> draw_different(Population const& population, std::size_t n, double& temperature,
                                        Random& random) {
  if (n > population.size()) return {};
  for (int repetition = 0; repetition < max_draws; ++repetition, temperature *= heating) {
    std::vector<std::size_t> drawn;
    while (drawn.size() < n) drawn.push_back(draw(population, temperature, random));
    auto sorted = drawn;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()) return drawn;
  }
  return {};
}

Birth draw_birth(Random& random) {
  constexpr Birth births[] = {Birth::mutation, Birth::crossover, Birth::triangulation};
  return births[random.below(3)];
}

Child mutant_of(Member const& parent, double temperature, Random& random) {
  return {mutate(parent.genome, random), Birth::mutation, {parent.id}, temperature};
}

Child first_child(Population const& population, double temperature, Random& random) {
  Birth const birth = draw_birth(random);
  std::size_t const n_parents = birth == Birth::mutation ? 1 : birth == Birth::crossover ? 2 : 3;
  auto drawn = draw_different(population, n_parents, temperature, random);
  if (drawn.empty()) return mutant_of(population[draw(population, temperature, random)], temperature, random);
  std::stable_sort(drawn.begin(), drawn.end(),
                   [&](std::size_t a, std::size_t b) { return population[a].mean < population[b].mean; });
  std::vector<Member> parents;
  for (std::size_t const index : drawn) parents.push_back(population[index]);
  if (birth == Birth::mutation) return mutant_of(parents[0], temperature, random);
  Child child{.genome = {}, .birth = birth, .temperature = temperature};
  for (Member const& parent : parents) child.parents.push_back(parent.id);
  child.genome = birth == Birth::crossover ? cross(parents[0].genome, parents[1].genome, random)
                                           : triangulate(parents[0].genome, parents[1].genome, parents[2].genome);
  return child;
}

} // namespace

Member const& top_of(Population const& population) {
  return *std::max_element(population.begin(), population.end(),
                           [](Member const& a, Member const& b) { return a.mean < b.mean; });
}

double draw_weight(Member const& top, Member const& member, double temperature) {
  double const loss = top.mean - member.mean;
  return loss == 0 ? 1 : std::exp(-loss / (temperature + top.deviation + member.deviation));
}

std::size_t draw(Population const& population, double temperature, Random& random) {
  Member const& top = top_of(population);
  std::vector<double> sums;
  double sum = 0;
  for (Member const& member : population) sums.push_back(sum += draw_weight(top, member, temperature));
  auto const chosen = std::upper_bound(sums.begin(), sums.end(), sum * random.unit());
  return std::min(static_cast<std::size_t>(chosen - sums.begin()), population.size() - 1);
}

double draw_temperature(Member const& top, Random& random) {
  if (top.mean <= 0) return 1;
  double const low = std::clamp(top.deviation, min_relative_deviation * top.mean, top.mean);
  return std::exp(random.uniform(std::log(low), std::log(top.mean)));
}

std::optional<Child> make_child(Population const& population, BirthRules const& rules, Random& random) {
  double const temperature = draw_temperature(top_of(population), random);
  Child child = first_child(population, temperature, random);
  child.genome = rules.normalised(child.genome);
  for (int retry = 0; rules.is_known(child.genome); ++retry) {
    if (retry == max_mutations) return {};
    double const heated = std::min(child.temperature * heating, 1e9 * top_of(population).mean + 1e9);
    Member const& parent = population[draw(population, heated, random)];
    child = mutant_of(parent, heated, random);
    child.genome = rules.normalised(child.genome);
    child.n_retries = retry + 1;
  }
  return child;
}

} // namespace chemora::tuning
