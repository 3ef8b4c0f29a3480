/// The planner of the host: the tile with the lowest estimated cost, and how it is traversed.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/tiling/host_model.hpp"

#include <string>

namespace chemora::tiling {

struct Choice {
  plan::Plan plan;
  std::string reason; ///< one sentence with the numbers that decided
  int n_candidates = 0;
  HostCost cost{}; ///< on the host
  /// On the host, the cheapest tile of each row length, the chosen one first. Row lengths are the least certain choice.
  std::vector<base::Index3> by_rows{};
};

/// Chooses among the even candidates by the cost of host_model.hpp. The alignment of arrays is that of
/// `Problem::line_begin`, so that the choice depends only on sizes and processes with equal boxes choose equal tiles.
Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

/// How the host traverses a tile.
struct Traversal {
  int planes = 1; ///< computed at a time: unrolling along z
  ir::Prefetch prefetch{};
};

/// Planes: 1, 2 or 4 at a time. Rows of other planes come from the second-level cache, and planes that are computed
/// together share them: per point, a stencil of radius r reads 2r + 1 of them for one plane and (2r + 4) / 4 for four.
/// The number is doubled while that saves at least a twentieth of all rows, the shared values fit the registers, and
/// few rows of all arrays are open at a time, because hardware prefetchers follow few streams.
///
/// Prefetching: a stencil on arrays that exceed the caches of a core prefetches the rows that it reads for the first
/// time, eight lines ahead, if a vector is a cache line (otherwise several vectors would prefetch the same line).
/// With more arrays than a processor follows, the distance is four lines, and output rows and the rows beside the tile
/// are prefetched as well. Measured: docs/performance.md.
Traversal choose_traversal(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

/// Whether some output is neither read by the kernel nor stored non-temporally. Such rows benefit from prefetching also
/// with few arrays.
bool has_cached_write_only_output(ir::Graph const& graph, std::vector<std::string> const& nontemporal);

/// Outputs that tiles with rows of `row` points store non-temporally: those that the kernel does not read, if all
/// arrays together exceed a quarter of the last-level cache. Outputs on a boundary are excluded, because the next layer
/// or face reads them at once.
///
/// Partial cache lines at the ends of rows are stored normally, so rows must be long. If a vector is shorter than a
/// line, or a point takes more than 1000 values, rows must also consist of whole lines: partial lines need additional
/// vectors, which then cost more than non-temporal stores save.
std::vector<std::string> choose_nontemporal(ir::Graph const& graph, Problem const& problem, int row,
                                            machine::Machine const& machine);

/// Whether these non-temporal stores leave partial lines at both ends of a row, which take an additional vector.
bool has_partial_lines(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine);

} // namespace chemora::tiling
