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

struct RaceResult {
  std::vector<RacedTile> tiles; ///< in the order given
  std::size_t best = 0;
  double ratio = 1;           ///< seconds of the chosen over those of the best tile, both measured anew after the race
  double least = 1, most = 1; ///< quartiles of that ratio over pairs of neighbouring runs
};

/// `run` goes through the box once with a tile; `chosen` is one of `tiles`. All are measured `n_rounds` times in turns;
/// those that were never within half again of the best so far drop out after three rounds. The four fastest and the
/// chosen one go on for as many rounds and the winner is the best; then the best and the chosen take turns alone, three
/// times as often: the fastest of many noisy numbers is better than it is, and these are fresh.
RaceResult race(std::vector<chemora::base::Index3> const& tiles, std::size_t chosen, int n_rounds,
                std::function<void(chemora::base::Index3 const&)> const& run);

} // namespace performance
