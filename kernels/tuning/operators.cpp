#include "kernels/tuning/operators.hpp"

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

} // namespace chemora::tuning
