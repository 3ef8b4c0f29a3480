// The plans that a device with blocks of threads may choose from.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::tiling {

/// What a block keeps near its threads.
enum class Keeping {
  nothing,   ///< but caches do
  registers, ///< walking along z, a thread keeps what it will read again there
  tile       ///< and a block shares the planes around the present one
};

struct BlockCandidate {
  plan::KernelPlan plan;
  Keeping keeping = Keeping::nothing;
  int iterations = 1;         ///< of the block along z
  std::size_t tile_bytes = 0; ///< shared by a block's threads
};

/// The paper's candidates, tx = ceil(lx / k) with all ty and tz, for k = 1, 2, ... down to rows of half a warp, at most
/// `most_threads` large. A thread takes one point per iteration and moves along z: so many iterations that every unit
/// still has several blocks (`most_iterations` at most). Blocks one point thick come also with registers, and with a
/// tile, for the variables that are read at several points along z, and across it, unless all of them are too many; not
/// on devices that do not tell how many threads a unit holds, such as processors under OpenCL, where a tile is a copy
/// in the same cache.
std::vector<BlockCandidate> block_candidates(ir::Graph const& graph, Problem const& problem,
                                             BlockMachine const& machine, int most_threads);

constexpr int most_iterations = 16;

/// At which points around itself a point reads each variable.
using OffsetsRead = std::map<std::string, std::set<ir::Offset>>;
OffsetsRead offsets_read(ir::Graph const& graph);

/// Elements that a point reads from the first-level cache or shared memory, and writes, with what the candidate keeps
/// and what it takes to fill its tiles.
double near_accesses(ir::Graph const& graph, OffsetsRead const& offsets, BlockCandidate const& candidate);

} // namespace chemora::tiling
