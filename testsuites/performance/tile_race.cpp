// Rounds, finals and a duel.
#include "testsuites/performance/tile_race.hpp"

#include "testsuites/performance/contest.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace performance {

namespace {

using chemora::base::Index3;

constexpr double least_seconds = 1e-3; ///< of a measurement
constexpr double too_slow = 1.5;       ///< times the best
constexpr int n_rounds_for_all = 3;
constexpr std::size_t n_finalists = 4;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

class Race {
public:
  Race(std::vector<Index3> const& tiles, std::function<void(Index3 const&)> const& run) : tiles_(tiles), run_(run) {
    run_(tiles_.front());
    double const once = measure(0, 1);
    n_times_ = std::max(1, static_cast<int>(std::ceil(least_seconds / once)));
    seconds_.resize(tiles.size());
  }

  void rounds(int n, std::vector<std::size_t> entrants) {
    for (int round = 0; round < n; ++round) {
      std::shuffle(entrants.begin(), entrants.end(), random_);
      for (std::size_t const entrant : entrants) seconds_[entrant].push_back(measure(entrant, n_times_));
    }
  }

  double time(std::size_t entrant) const { return median(seconds_[entrant]); }
  double least(std::size_t entrant) const {
    return *std::min_element(seconds_[entrant].begin(), seconds_[entrant].end());
  }
  int n_runs(std::size_t entrant) const { return static_cast<int>(seconds_[entrant].size()); }
  void forget() {
    for (auto& seconds : seconds_) seconds.clear();
  }

  /// The fastest first.
  std::vector<std::size_t> ranking(std::vector<std::size_t> entrants) const {
    std::sort(entrants.begin(), entrants.end(), [&](std::size_t a, std::size_t b) { return time(a) < time(b); });
    return entrants;
  }

  RatioOfTimes ratio(std::size_t of, std::size_t over, int n) {
    std::vector<double> result;
    for (int round = 0; round < n; ++round) {
      double const first = measure(of, n_times_), second = measure(over, n_times_);
      double const third = measure(over, n_times_), fourth = measure(of, n_times_);
      result.push_back((first + fourth) / (second + third));
    }
    std::sort(result.begin(), result.end());
    return {result[result.size() / 2], result[result.size() / 4], result[result.size() * 3 / 4]};
  }

private:
  double measure(std::size_t entrant, int n_times) const {
    double const start = seconds_now();
    for (int n = 0; n < n_times; ++n) run_(tiles_[entrant]);
    return (seconds_now() - start) / n_times;
  }

  std::vector<Index3> const& tiles_;
  std::function<void(Index3 const&)> const& run_;
  int n_times_ = 1;
  std::mt19937 random_;                      ///< equal in every race
  std::vector<std::vector<double>> seconds_; ///< of each entrant
};

} // namespace

RaceResult race(std::vector<Index3> const& tiles, std::vector<std::size_t> const& rivals, int n_rounds,
                std::function<void(Index3 const&)> const& run) {
  std::size_t const chosen = rivals.front();
  Race race(tiles, run);
  std::vector<std::size_t> all(tiles.size());
  for (std::size_t n = 0; n < all.size(); ++n) all[n] = n;
  race.rounds(n_rounds_for_all, all);
  double limit = race.least(0);
  for (auto const n : all) limit = std::min(limit, race.least(n));
  limit *= too_slow;
  std::vector<std::size_t> in_race;
  std::copy_if(all.begin(), all.end(), std::back_inserter(in_race), [&](auto n) { return race.least(n) <= limit; });
  race.rounds(n_rounds - n_rounds_for_all, in_race);

  RaceResult result;
  for (std::size_t const n : all) result.tiles.push_back({tiles[n], race.time(n), race.least(n), race.n_runs(n)});
  auto finalists = race.ranking(in_race);
  finalists.resize(std::min(finalists.size(), n_finalists));
  if (std::find(finalists.begin(), finalists.end(), chosen) == finalists.end()) finalists.push_back(chosen);
  race.forget();
  race.rounds(n_rounds, finalists);
  result.best = race.ranking(finalists).front();
  race.forget();
  race.rounds(n_rounds, rivals);
  result.winner = race.ranking(rivals).front();
  if (result.best != chosen) result.chosen_to_best = race.ratio(chosen, result.best, 2 * n_rounds);
  if (result.winner == chosen)
    result.winner_to_best = result.chosen_to_best;
  else if (result.winner != result.best)
    result.winner_to_best = race.ratio(result.winner, result.best, 2 * n_rounds);
  result.chosen_to_itself = race.ratio(chosen, chosen, 2 * n_rounds);
  return result;
}

} // namespace performance
