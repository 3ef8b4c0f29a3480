/// The tile and block shapes among which the planners choose.
#pragma once

#include "codegen/plan/plan.hpp"
#include "framework/base/box.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace chemora::tiling {

/// Every shape (tx, ty, tz) with tx = ceil(lx / k), k = 1, 2, 3, ..., 1 <= ty <= ly, 1 <= tz <= lz and
/// tx ty tz <= limit (Chemora paper, section on dynamic compilation), without repetitions, largest x first. The set is
/// meant for devices that run blocks of at most `limit` threads; without such a limit it is very large (decision 0004).
std::vector<base::Index3> all_candidates(base::Index3 const& extent, std::int64_t limit);

/// Constraints on the rows of a divided tile, in points: a minimum length, and the length of a cache line, of which row
/// lengths are multiples. All vectors are then full, and the rows of all tiles have the same alignment.
struct RowLengths {
  int minimum, line;
};

/// Shapes for a processor that traverses a tile row by row. y and z are divided evenly by 1, 2, 3, 4, 6, 8, 12, 16, ...
/// and by once and twice the number of threads; x by 1, 2, 4, ... within the constraints of `rows`.
std::vector<base::Index3> even_candidates(base::Index3 const& extent, int n_threads, RowLengths const& rows);

/// The values that a block of threads keeps in registers or in shared memory.
enum class Buffering {
  none,      ///< only caches hold values
  registers, ///< while a thread moves along z, its registers hold the values that it reads again
  tile       ///< in addition, the block shares the planes around the current one
};

struct BlockCandidate {
  plan::KernelPlan plan;
  Buffering buffering = Buffering::none;
  int iterations = 1;         ///< of the block along z
  std::size_t tile_bytes = 0; ///< memory shared by a block's threads
};

/// The paper's candidates: tx = ceil(lx / k) with all ty and tz, for k = 1, 2, ... down to rows of half a warp, with at
/// most `max_threads` threads. A thread computes one point per iteration and moves along z. The number of iterations,
/// at most `max_iterations`, leaves several blocks for every multiprocessor.
///
/// Blocks of one plane are also returned with buffering in registers, and in a shared tile, for the variables that are
/// read at several points along z, and across z. Variants that exceed the memory are omitted. So are all such variants
/// on devices that do not report how many threads a multiprocessor holds, such as processors under OpenCL, where a tile
/// would be a copy in the same cache.
std::vector<BlockCandidate> block_candidates(ir::Graph const& graph, Problem const& problem,
                                             BlockMachine const& machine, int max_threads);

constexpr int max_iterations = 16;

/// The offsets at which each variable is read.
using OffsetsRead = std::map<std::string, std::set<ir::Offset>>;
OffsetsRead offsets_read(ir::Graph const& graph);

/// Elements per point that are read from the first-level cache or shared memory, and written, including the elements
/// that fill the candidate's buffers.
double near_accesses(ir::Graph const& graph, OffsetsRead const& offsets, BlockCandidate const& candidate);

} // namespace chemora::tiling
