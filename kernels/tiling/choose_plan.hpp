/// The planner for the host chooses the tile with the lowest estimated cost, and how a thread traverses the tile.
#pragma once

#include "codegen/plan/plan.hpp"
#include "kernels/tiling/host_model.hpp"

#include <string>

namespace chemora::tiling {

struct Choice {
  plan::Plan plan;
  std::string reason; ///< sentence with the estimated costs that determined the choice
  int n_candidates = 0;
  HostCost cost{}; ///< estimated cost, on the host only
  /// On the host, the cheapest tile of each row length; the chosen tile is the first. The cost model predicts the best
  /// row length less reliably than the other lengths of the tile.
  std::vector<base::Index3> by_rows{};
};

/// Chooses the cheapest of even_candidates() by the cost of host_model.hpp. `Problem::line_begin` determines the
/// alignment of arrays. The choice therefore depends only on sizes, and processes with equal boxes choose equal tiles.
Choice choose_plan(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

/// How the host traverses a tile.
struct Traversal {
  int planes = 1; ///< number of planes computed per loop iteration (unrolling along z)
  ir::Prefetch prefetch{};
};

/// Traversal::planes is 1, 2 or 4. Rows of neighbouring planes are read from the second-level cache, and planes that
/// are computed together share these rows. A stencil of radius r reads 2r + 1 rows per row of points for one plane, and
/// (2r + 4) / 4 for four planes. The number of planes is doubled while five conditions hold: the box has enough planes,
/// the kernel has few operations, doubling saves at least a twentieth of all rows, the shared values fit in the
/// registers, and few rows are accessed at a time, because hardware prefetchers follow few streams.
///
/// A stencil on arrays that exceed the caches of a core prefetches the rows that it reads for the first time. The
/// distance is the number of lines that memory transfers during its latency, at least four and at most eight. The
/// stencil does so only if a vector is a whole cache line, because otherwise several vectors would prefetch the same
/// line. If a kernel accesses more arrays than hardware prefetchers follow, the distance is half of this number,
/// because each vector takes longer. Such a kernel also prefetches output rows and the rows next to the tile.
Traversal choose_traversal(ir::Graph const& graph, Problem const& problem, machine::Machine const& machine);

/// Whether the kernel neither reads some output nor stores it non-temporally. Prefetching the rows of such an output is
/// beneficial also in kernels with few arrays.
bool has_cached_write_only_output(ir::Graph const& graph, std::vector<std::string> const& nontemporal);

/// Whether the parts of all arrays in a box are at most a quarter of the last-level cache, in which the next kernel
/// then finds them.
bool stay_in_cache(ir::Graph const& graph, base::Box const& box, machine::Machine const& machine);

/// Returns the outputs that tiles with rows of `row` points store non-temporally. These are the outputs that the kernel
/// does not read, if all arrays together exceed a quarter of the last-level cache. Outputs on a boundary are excluded,
/// because the next layer or face reads them soon.
///
/// Partial cache lines at the ends of rows are stored with ordinary stores, so rows must be long. If a vector is
/// shorter than a cache line, or the graph has more than 1000 values, rows must also consist of whole cache lines.
/// Partial lines would need additional vectors, which then cost more than non-temporal stores save.
std::vector<std::string> choose_nontemporal(ir::Graph const& graph, Problem const& problem, int row,
                                            machine::Machine const& machine);

/// Whether non-temporal stores of the outputs `nontemporal` leave partial cache lines at both ends of a row, which need
/// an additional vector.
bool has_partial_lines(ir::Graph const& graph, Problem const& problem, int row, machine::Machine const& machine);

} // namespace chemora::tiling
