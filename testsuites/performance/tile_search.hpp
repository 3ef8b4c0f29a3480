// Finds the fastest of many tiles of one kernel, and by how much another tile is slower.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace performance {

/// The source that a run would compile for this plan, except that the tile is an argument of the launch: the first
/// three of `parameters`. The compiler sees the same loops, because a tile is clipped to the box in either case. One
/// compiled kernel therefore serves a search among hundreds of tiles.
std::string source_for_any_tile(chemora::ir::Graph const& graph, chemora::plan::KernelPlan const& plan,
                                chemora::base::Index3 const& allocated);

/// Returns the object code of `source`. Reads it from a file in `folder` if an earlier call has stored it there. Throws
/// device::DeviceError.
std::string compiled_once(chemora::device::Device& device, std::string const& name, std::string const& source,
                          std::filesystem::path const& folder);

struct MeasuredTile {
  chemora::base::Index3 tile{};
  double median_seconds = 0, min_seconds = 0; ///< seconds of a run
  int n_runs = 0;
};

/// The time of one tile divided by the time of another tile, as median and quartiles over the rounds. Both tiles run
/// twice in each round.
struct RatioOfTimes {
  double median = 1, lower_quartile = 1, upper_quartile = 1;
};

struct SearchResult {
  std::vector<MeasuredTile> tiles; ///< in the order given
  std::size_t best = 0;
  RatioOfTimes chosen_to_best;   ///< both tiles are measured again after the search
  RatioOfTimes chosen_to_itself; ///< the chosen tile compared with itself; the difference from 1 is noise
};

/// Compares `tiles`, of which `chosen` is the index of the planner's choice. `run` computes the box once with a tile.
///
/// All tiles are measured in turns, in another order in each round, because a tile is slower or faster depending on its
/// predecessor. After three rounds, tiles that have never been within 1.5 times the best are dropped. The four fastest
/// tiles and the chosen one continue for `n_rounds` more rounds, which determine the best. Finally the best and the
/// chosen tile alternate, because the fastest of many noisy measurements is too fast.
SearchResult search(std::vector<chemora::base::Index3> const& tiles, std::size_t chosen, int n_rounds,
                    std::function<void(chemora::base::Index3 const&)> const& run);

} // namespace performance
