/// The tile and block shapes among which the planners choose.
#pragma once

#include "codegen/plan/plan.hpp"
#include "framework/base/box.hpp"
#include "kernels/device/device.hpp"
#include "kernels/tiling/choose_plan.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::tiling {

/// Returns every shape (tx, ty, tz) with tx = ceil(lx / k), k = 1, 2, 3, ..., 1 <= ty <= ly, 1 <= tz <= lz and tx ty tz
/// <= limit (Chemora paper, section on dynamic compilation), without repetitions, in decreasing order of tx. The set is
/// meant for devices that run blocks of at most `limit` threads. Without such a limit the set is very large (decision
/// 0004).
std::vector<base::Index3> all_candidates(base::Index3 const& extent, std::int64_t limit);

/// Constraints on the extent of a tile along x, in points, if it is smaller than the box. Such rows have a minimum
/// length, and their lengths are multiples of a cache line. All vectors are then full, and the rows of all tiles have
/// the same alignment.
struct RowLengths {
  int minimum, line;
};

/// Returns tile shapes for a processor that traverses a tile row by row. The extents along y and z are divided evenly
/// by 1, 2, 3, 4, 6, 8, 12, 16, ..., n_threads and 2 n_threads. The extent along x is divided by 1, 2, 4, ... within
/// the constraints of `rows`.
std::vector<base::Index3> even_candidates(base::Index3 const& extent, int n_threads, RowLengths const& rows);

/// The values that a block of threads keeps in registers or in shared memory.
enum class Buffering {
  none,      ///< no buffer: values are only in caches
  registers, ///< each thread moves along z and keeps values that it reads again in registers
  tile       ///< as `registers`; in addition, shared memory holds the planes around the current plane
};

struct BlockCandidate {
  plan::KernelPlan plan;
  Buffering buffering = Buffering::none;
  int iterations = 1;         ///< number of iterations of the block along z
  std::size_t tile_bytes = 0; ///< bytes of shared memory that the tile uses
};

/// Returns the candidates of the Chemora paper: tx = ceil(lx / k) for k = 1, 2, ... down to rows of half a warp, with
/// all ty and tz, and at most `max_threads` threads. A thread computes one point per iteration and moves along z. The
/// number of iterations is at most `max_iterations`, and small enough that every multiprocessor runs several blocks.
///
/// For blocks of one plane the result includes variants with buffers. Buffering::registers buffers variables that are
/// read at several points along z. Buffering::tile also buffers variables that are read at several points across z.
/// Variants that exceed the memory are omitted. All variants with buffers are omitted on devices that do not report the
/// number of resident threads, such as CPUs with OpenCL, where a tile would be a copy in the same cache.
std::vector<BlockCandidate> block_candidates(ir::Graph const& graph, Problem const& problem,
                                             BlockMachine const& machine, int max_threads);

constexpr int max_iterations = 16;

/// The stencil offsets at which a kernel reads each variable.
using OffsetsRead = std::map<std::string, std::set<ir::Offset>>;
OffsetsRead offsets_read(ir::Graph const& graph);

/// Returns the candidate with the buffers of block_candidates(); empty if no value can be buffered or the buffers
/// exceed the memory. The candidate must move along z plane by plane and have no buffers.
std::optional<BlockCandidate> with_buffers(BlockCandidate candidate, Buffering buffering, ir::Graph const& graph,
                                           OffsetsRead const& offsets, device::BlockLimits const& limits);

/// Returns the number of elements per point that are read from or written to the first-level cache or shared memory.
/// The result includes the elements that fill the candidate's buffers.
double near_accesses(ir::Graph const& graph, OffsetsRead const& offsets, BlockCandidate const& candidate);

} // namespace chemora::tiling
