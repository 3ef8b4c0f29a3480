// Which of many tiles is the fastest, and by how much another one is slower: measured in rounds, all taking turns.
#pragma once

#include "framework/base/box.hpp"

#include <functional>
#include <vector>

namespace performance {

struct RacedTile {
  chemora::base::Index3 tile{};
  double seconds = 0, least = 0; ///< of a run: median, and the fastest of all
  int n_runs = 0;
};

/// Seconds of one over those of another: median and quartiles over rounds, in each of which both run twice in turns.
struct RatioOfTimes {
  double median = 1, least = 1, most = 1;
};

struct RaceResult {
  std::vector<RacedTile> tiles; ///< in the order given
  std::size_t best = 0;
  std::size_t winner = 0;      ///< of a short contest of the chosen one and its rivals
  RatioOfTimes chosen_to_best; ///< both measured anew after the race
  RatioOfTimes winner_to_best; ///< likewise
  RatioOfTimes chosen_to_itself{0, 0,
                                0}; ///< measured in the same way: what such a ratio is when there is no difference
};

/// `run` goes through the box once with a tile; `rivals`, the chosen one first, are some of `tiles`. All are measured
/// `n_rounds` times in turns, each time in another order, as a tile is slower or faster by who ran before it; those
/// that were never within half again of the best so far drop out after three rounds. The four fastest and the chosen
/// one go on for as many rounds and the winner is the best; then the best and the chosen take turns alone, four times
/// as often: the fastest of many noisy numbers is better than it is, and these are fresh. So do the best and the winner
/// of a contest among the rivals: `n_rounds` measurements of each, as a program might do before it settles on one.
RaceResult race(std::vector<chemora::base::Index3> const& tiles, std::vector<std::size_t> const& rivals, int n_rounds,
                std::function<void(chemora::base::Index3 const&)> const& run);

} // namespace performance
