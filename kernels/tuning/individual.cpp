#include "kernels/tuning/individual.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace chemora::tuning {

namespace {

constexpr std::array<std::pair<Birth, std::string_view>, 5> names{{{Birth::initial, "initial"},
                                                                   {Birth::mutation, "mutation"},
                                                                   {Birth::crossover, "crossover"},
                                                                   {Birth::triangulation, "triangulation"},
                                                                   {Birth::component, "component"}}};

} // namespace

std::string to_text(Birth birth) { return std::string(names[static_cast<std::size_t>(birth)].second); }

std::optional<Birth> find_birth(std::string_view name) {
  for (auto const& [birth, text] : names)
    if (text == name) return birth;
  return {};
}

Statistics statistics_of(std::vector<double> const& scores) {
  Statistics result{.n = static_cast<int>(scores.size())};
  if (scores.empty()) return result;
  for (double const score : scores) result.mean += score;
  result.mean /= result.n;
  if (result.n < 2) return result;
  double squares = 0;
  for (double const score : scores) squares += (score - result.mean) * (score - result.mean);
  result.deviation = std::sqrt(squares / (result.n - 1));
  return result;
}

std::string merged_failure(std::string const& earlier, std::string const& later, bool has_scores) {
  for (std::string const& failure : {earlier, later})
    if (!failure.empty() && !failure.starts_with(exceeded)) return failure;
  if (has_scores) return "";
  return earlier.empty() ? later : earlier;
}

} // namespace chemora::tuning
