/// A plan contains every decision that does not change the result. A plan divides the work among kernels, stores values
/// between kernels, and maps loops to the machine.
///
///     plan Wave_RHS on host
///       tile 64 8 8
///       vector x 4
///       threads tiles         # or: none
///
/// A plan may have several kernels, which run one after the other on the same points. `;` separates decisions on a
/// line:
///
///     plan Wave_RHS on host
///       grid %41 %57          # values that one kernel stores and later kernels read
///       kernel 1: stores urhs %41; tile 64 8 8; vector x 4; threads tiles
///       kernel 2: tile 64 8 8; vector x 4; threads tiles; unroll y 2; stream z; nontemporal rhorhs; fat
///
/// A device has blocks of threads. The plan `tile 64 4 8; block 64 4 1` is equivalent to `block 64 4 1; per-thread 1 1
/// 8`. Kernels of devices may buffer values for neighbouring points: `tile phi %41`, `register phi`
/// (buffered_values.hpp).
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/loops.hpp"
#include "framework/base/box.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace chemora::plan {

constexpr int no_axis = -1;

// Bounds of the numbers in plans. These bounds exceed the capabilities of all machines, and arithmetic on numbers
// within the bounds does not overflow.
constexpr int max_lanes = 64;     ///< no vector unit has more lanes
constexpr int max_threads = 1024; ///< the largest block on all devices of NVIDIA and AMD
constexpr int max_unroll = 64;    ///< a larger factor only increases the compilation time
/// In points; cache lines prefetched earlier are evicted before they are used.
constexpr int max_prefetch_distance = 4096;
constexpr int max_resident = 32; ///< no device runs more blocks at a time on a multiprocessor
/// Shared memory of a block; four times the amount of an H100.
constexpr std::size_t max_tile_bytes = std::size_t{1} << 20;

/// The plan of one kernel: its stores and the mapping of its loops to the machine.
struct KernelPlan {
  /// Names of stored variables, and of stored values as `%41`. An empty list stands for all variables that no other
  /// kernel stores.
  std::vector<std::string> stores{};
  base::Index3 tile{0, 0, 0}; ///< points of a tile along each axis, at least 1
  /// Threads of a device's block along each axis; together, they compute the points of a tile.
  base::Index3 block{0, 0, 0};
  int vector_width = 1;           ///< number of lanes along x
  bool threads_over_tiles = true; ///< on the host: whether threads divide the tiles among themselves
  base::Index3 unroll{1, 1, 1};   ///< unrolled iterations of each loop over points
  int stream = no_axis;           ///< axis along which each thread moves through its tile, in the outermost loop
  std::vector<std::string> nontemporal{}; ///< variables written by non-temporal stores
  ir::Prefetch prefetch{};                ///< prefetches in vector loops of the host
  /// Input variables and values (`%41`) that are buffered in the shared memory of a block, for the points of a tile and
  /// its halo. With `stream`, only the planes around the current plane are buffered. On the host, a thread buffers the
  /// rows or planes that the halo needs in its local memory.
  std::vector<std::string> in_tile{};
  /// Variables and values whose elements along the axis of `stream` are buffered in registers by each thread.
  std::vector<std::string> in_registers{};
  /// Whether the strides of arrays are arguments of each launch even if the extents are known at compile time.
  bool has_run_time_strides = false;
  int resident = 0; ///< maximal number of blocks that a multiprocessor runs at a time; 0: as many as fit
  bool is_fat =
      false; ///< high register pressure: few threads at a time, and an order of statements that needs few registers

  bool has_blocks() const { return block != base::Index3{0, 0, 0}; }
  bool operator==(KernelPlan const&) const = default;
};

struct Plan {
  std::string kernel;
  std::string device = "host";
  /// Values that are stored between kernels; the first kernel that computes a value stores it.
  std::vector<ir::ValueId> grid{};
  std::vector<KernelPlan> kernels{1}; ///< in the order in which they run

  bool operator==(Plan const&) const = default;
};

/// Returns the name of `value` in KernelPlan::stores: `%41`.
std::string grid_name(ir::ValueId value);

/// Returns the decisions of one kernel, separated by `; `.
std::string to_text(KernelPlan const& kernel);
std::string to_text(Plan const& plan);

/// Inverse of to_text. Decisions that the text omits are taken from `defaults`. For example, `tile 64 8 8` alone sets
/// the tile of all kernels of the default plan. Statements `kernel N:` replace the list of kernels; each kernel starts
/// with the decisions of the default plan's first kernel. Throws base::UserError with the position of every error.
Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name = "<plan>");

/// Returns the plan without a planner: one kernel, tiles of whole rows, all threads.
Plan default_plan(ir::Graph const& graph, base::Index3 const& extent, int vector_width);

// Checks before anything is compiled. A plan that passes these checks can be slow, never wrong.

/// Throws base::InternalError unless a plan can apply to the graph. All shifts must be shifts of loads, so that a
/// kernel reads the results of an earlier kernel only at the point itself. Every variable must be stored in one region.
void check_graph_form(ir::Graph const& graph);

/// Throws base::UserError that names every variable which the graph both stores and reads at displaced points. The
/// result for such a variable would depend on the order of points.
void check_order_of_points(ir::Graph const& graph);

/// Throws base::UserError that names every decision which is illegal for any graph: tile extents, lanes, unknown
/// devices, blocks of threads on the host, and values named twice.
void check_values(Plan const& plan);

/// Throws base::UserError with the errors of the graph, of the plan, and of their combination. Errors of the
/// combination are kernels that store an unknown variable, a variable twice or nothing; outputs that no kernel stores;
/// values that cannot be stored on the grid; and inputs that an earlier kernel has overwritten.
void check_legality(ir::Graph const& graph, Plan const& plan);

/// Performs the same checks for a plan of one kernel that computes the whole graph.
void check_legality(ir::Graph const& graph, KernelPlan const& kernel);

} // namespace chemora::plan
