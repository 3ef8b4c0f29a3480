#include "kernels/tuning/analyses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace chemora::tuning {

namespace {

using Index = std::map<IndividualId, std::size_t>;

Index index_of(std::vector<Relative> const& relatives) {
  Index index;
  for (std::size_t n = 0; n < relatives.size(); ++n) index[relatives[n].individual.id] = n;
  return index;
}

/// The parents that the population contains.
std::vector<std::size_t> parents_of(Individual const& individual, Index const& index) {
  std::vector<std::size_t> parents;
  for (IndividualId const parent : individual.parents)
    if (auto const found = index.find(parent); found != index.end()) parents.push_back(found->second);
  return parents;
}

void set_distances(std::vector<Relative>& relatives, std::vector<Statistics> const& statistics, Index const& index) {
  auto const top = std::max_element(statistics.begin(), statistics.end(),
                                    [](auto const& a, auto const& b) { return a.mean < b.mean; });
  for (std::size_t n = 0; n < relatives.size(); ++n)
    if (statistics[n].mean > top->mean - top->deviation || statistics.begin() + static_cast<long>(n) == top)
      relatives[n].distance = 0;
  for (std::size_t n = relatives.size(); n-- > 0;)
    if (relatives[n].distance == 0)
      for (std::size_t const parent : parents_of(relatives[n].individual, index)) relatives[parent].distance = 0;
  for (Relative& relative : relatives) {
    if (relative.distance == 0) continue;
    for (std::size_t const parent : parents_of(relative.individual, index))
      if (auto const d = relatives[parent].distance; d && (!relative.distance || *d + 1 < *relative.distance))
        relative.distance = *d + 1;
  }
}

Rank rank_of(Statistics const& child, std::vector<Statistics> const& parents) {
  auto const limit = [&](Statistics const& parent) { return std::hypot(child.deviation, parent.deviation); };
  auto const is_slower = [&](Statistics const& parent) { return child.mean < parent.mean - limit(parent); };
  auto const is_faster = [&](Statistics const& parent) { return child.mean > parent.mean + limit(parent); };
  if (std::all_of(parents.begin(), parents.end(), is_slower)) return Rank::slower;
  if (std::all_of(parents.begin(), parents.end(), is_faster)) return Rank::faster;
  Statistics const& fastest =
      *std::max_element(parents.begin(), parents.end(), [](auto const& a, auto const& b) { return a.mean < b.mean; });
  return is_slower(fastest) || is_faster(fastest) ? Rank::between : Rank::equal;
}

using Predicate = std::function<bool(Relative const&)>;

struct NamedPredicate {
  std::string name;
  Predicate holds;
};

PredicateTest test_of(std::vector<Relative> const& relatives, NamedPredicate const& first, NamedPredicate const& second,
                      NamedPredicate const& condition) {
  PredicateTest test{first.name, second.name, condition.name, {}};
  for (Relative const& relative : relatives) {
    if (!condition.holds(relative)) continue;
    bool const has_first = first.holds(relative), has_second = second.holds(relative);
    ++test.counts.n_all;
    test.counts.n_first += has_first ? 1 : 0;
    test.counts.n_second += has_second ? 1 : 0;
    test.counts.n_both += has_first && has_second ? 1 : 0;
  }
  return test;
}

NamedPredicate born_by(Birth birth) {
  return {to_text(birth), [birth](Relative const& relative) { return relative.individual.birth == birth; }};
}

NamedPredicate has_rank(Rank rank, std::string const& name) {
  return {name, [rank](Relative const& relative) { return relative.rank == rank; }};
}

NamedPredicate ends_with(IndividualId digits, IndividualId modulus) {
  return {"number ends with " + std::to_string(digits),
          [=](Relative const& relative) { return relative.individual.id % modulus == digits; }};
}

} // namespace

std::vector<Relative> classify(std::vector<Individual> const& individuals) {
  std::vector<Relative> relatives;
  std::vector<Statistics> statistics;
  for (Individual const& individual : individuals) {
    if (individual.birth == Birth::component) continue;
    relatives.push_back({individual, {}, {}});
    statistics.push_back(individual.statistics());
  }
  if (relatives.empty()) return relatives;
  Index const index = index_of(relatives);
  set_distances(relatives, statistics, index);
  for (std::size_t n = 0; n < relatives.size(); ++n) {
    std::vector<Statistics> parents;
    for (std::size_t const parent : parents_of(relatives[n].individual, index)) parents.push_back(statistics[parent]);
    if (!parents.empty()) relatives[n].rank = rank_of(statistics[n], parents);
  }
  return relatives;
}

std::vector<PredicateTest> predicate_tests(std::vector<Relative> const& relatives) {
  NamedPredicate const mutation = born_by(Birth::mutation), crossover = born_by(Birth::crossover),
                       triangulation = born_by(Birth::triangulation);
  NamedPredicate const faster = has_rank(Rank::faster, ">>"), equal = has_rank(Rank::equal, "~"),
                       between = has_rank(Rank::between, "<="), slower = has_rank(Rank::slower, "<<");
  NamedPredicate const contributes{"d = 0", [](Relative const& relative) { return relative.distance == 0; }};
  NamedPredicate const any{"all", [](Relative const&) { return true; }};
  NamedPredicate const combined{"2 or 3 parents", [&](Relative const& relative) {
                                  return crossover.holds(relative) || triangulation.holds(relative);
                                }};
  NamedPredicate const elite{"2 or 3 parents, ~ or >>", [&](Relative const& relative) {
                               return combined.holds(relative) && (faster.holds(relative) || equal.holds(relative));
                             }};
  std::vector<PredicateTest> tests;
  auto const add = [&](NamedPredicate const& first, NamedPredicate const& second, NamedPredicate const& condition) {
    tests.push_back(test_of(relatives, first, second, condition));
  };
  for (auto const* birth : {&mutation, &crossover, &triangulation}) add(*birth, contributes, any);
  for (auto const* rank : {&faster, &equal, &between, &slower}) add(*rank, contributes, any);
  for (auto const* birth : {&crossover, &triangulation}) add(*birth, contributes, combined);
  for (auto const* birth : {&crossover, &triangulation}) add(*birth, faster, elite);
  for (auto const* birth : {&crossover, &triangulation})
    for (auto const* rank : {&faster, &equal}) add(*birth, *rank, contributes);
  add(ends_with(7, 10), contributes, any);
  add(ends_with(13, 100), contributes, any);
  return tests;
}

WordCounts family_words(std::vector<Relative> const& relatives, int length) {
  Index const index = index_of(relatives);
  WordCounts words;
  std::function<void(std::size_t, std::string const&)> const trace = [&](std::size_t n, std::string const& later) {
    Individual const& individual = relatives[n].individual;
    if (individual.birth == Birth::initial) return;
    std::string const word = std::to_string(individual.parents.size()) + later;
    if (word.size() == static_cast<std::size_t>(length)) {
      ++words[word];
      return;
    }
    for (std::size_t const parent : parents_of(individual, index)) trace(parent, word);
  };
  for (std::size_t n = 0; n < relatives.size(); ++n)
    if (relatives[n].distance == 0) trace(n, "");
  return words;
}

std::array<ComponentMix, 8> component_mixes(SearchSpace const& space, Genome const& initial, Genome const& top) {
  std::array<ComponentMix, 8> mixes;
  constexpr std::pair<Component, char> components[] = {
      {Component::configuration, 'C'}, {Component::storage, 'M'}, {Component::kernels, 'S'}};
  for (std::size_t n = 0; n < mixes.size(); ++n) {
    std::vector<Component> from_top;
    for (std::size_t k = 0; k < std::size(components); ++k) {
      if ((n & (std::size_t{4} >> k)) == 0) continue;
      from_top.push_back(components[k].first);
      mixes[n].from_top += components[k].second;
    }
    mixes[n].genome = space.combine(initial, top, from_top);
  }
  return mixes;
}

RelativeScore relative_score(Statistics const& score, Statistics const& initial, Statistics const& top) {
  double const range = top.mean - initial.mean, log_range = std::log(top.mean / initial.mean);
  return {(score.mean - initial.mean) / range, score.deviation / range, std::log(score.mean / initial.mean) / log_range,
          score.deviation / (log_range * score.mean)};
}

} // namespace chemora::tuning
