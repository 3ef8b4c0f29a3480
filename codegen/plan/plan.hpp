/// Every decision that does not change the result: how the work is divided among kernels, where values are stored
/// between kernels, and how loops are mapped to the machine.
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
/// Devices have blocks of threads: `tile 64 4 8; block 64 4 1`, which is equivalent to `block 64 4 1; per-thread 1 1
/// 8`. Their kernels may buffer values for neighbouring points: `tile phi %41`, `register phi` (buffered_values.hpp).
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/loops.hpp"
#include "framework/base/box.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace chemora::plan {

constexpr int no_axis = -1;

// Bounds of the numbers in plans. They exceed the capabilities of all machines; arithmetic on such numbers is exact.
constexpr int max_lanes = 64;               ///< more than any vector unit has
constexpr int max_threads = 1024;           ///< of a block, on all devices of NVIDIA and AMD
constexpr int max_unroll = 64;              ///< more only costs time to compile
constexpr int max_prefetch_distance = 4096; ///< points; lines requested earlier are evicted before they are used
constexpr int max_resident = 32;            ///< blocks at a time on a unit, on all devices
constexpr std::size_t max_tile_bytes = std::size_t{1} << 20; ///< shared by the threads of a block: four times an H100's

/// The stores of one kernel and the mapping of its loops.
struct KernelPlan {
  /// Variables, and values of the grid as `%41`. Empty: all variables that no other kernel stores.
  std::vector<std::string> stores{};
  base::Index3 tile{0, 0, 0};     ///< points per tile and axis, at least 1
  base::Index3 block{0, 0, 0};    ///< threads of a block of a device per axis, which compute the points of a tile
  int vector_width = 1;           ///< lanes along x
  bool threads_over_tiles = true; ///< host: whether threads share the tiles
  base::Index3 unroll{1, 1, 1};   ///< unrolled iterations of the loops over points
  int stream = no_axis;           ///< axis along which each thread moves through its tile, in the outermost loop
  std::vector<std::string> nontemporal{}; ///< variables written by non-temporal stores
  ir::Prefetch prefetch{};                ///< of vector loops of the host
  /// Input variables and values (`%41`) that are buffered in the shared memory of a block, for the points of a tile and
  /// its halo. With `stream`, only the planes around the current one are buffered.
  std::vector<std::string> in_tile{};
  /// Variables and values whose elements along the axis of `stream` each thread buffers in registers.
  std::vector<std::string> in_registers{};
  int resident = 0; ///< maximal number of blocks that a unit of the device runs at a time; 0: as many as fit
  bool is_fat =
      false; ///< high register pressure: few threads at a time, statements in an order that needs few registers

  bool has_blocks() const { return block != base::Index3{0, 0, 0}; }
  bool operator==(KernelPlan const&) const = default;
};

struct Plan {
  std::string kernel;
  std::string device = "host";
  std::vector<ir::ValueId> grid{};    ///< values stored between kernels, by the first kernel that computes them
  std::vector<KernelPlan> kernels{1}; ///< in the order in which they run

  bool operator==(Plan const&) const = default;
};

/// The name of `value` in KernelPlan::stores: `%41`.
std::string grid_name(ir::ValueId value);

/// The decisions of one kernel, separated by `; `.
std::string to_text(KernelPlan const& kernel);
std::string to_text(Plan const& plan);

/// Inverse of to_text. Decisions that are not given are those of `defaults`, so that `tile 64 8 8` alone pins the tile
/// of all kernels of the default. Statements `kernel N:` replace the list of kernels; each kernel starts with the
/// decisions of the default's first kernel. Throws base::UserError with the position of every error.
Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name = "<plan>");

/// The plan if no planner is used: one kernel, whole rows, all threads.
Plan default_plan(ir::Graph const& graph, base::Index3 const& extent, int vector_width);

// The checks before anything is compiled: a legal plan can be slow, never wrong.

/// Throws base::InternalError unless plans apply to the graph. All shifts must be shifts of loads, so that a kernel
/// reads the results of an earlier kernel only at the point itself. Every variable must be stored in one region.
void check_graph_form(ir::Graph const& graph);

/// Throws base::UserError naming every variable that the graph stores and reads at displaced points: the result would
/// depend on the order of points.
void check_order_of_points(ir::Graph const& graph);

/// Throws base::UserError naming everything that is illegal for any graph: tile extents, lanes, unknown devices, blocks
/// of threads on the host, values named twice.
void check_values(Plan const& plan);

/// Throws base::UserError with the errors of both, and with those of the combination: kernels that store an unknown
/// variable, a variable twice or nothing; outputs that no kernel stores; values that cannot be stored on the grid;
/// inputs that an earlier kernel has overwritten.
void check_legality(ir::Graph const& graph, Plan const& plan);

/// Checks the plan of one kernel that computes the whole graph. Throws as the function above.
void check_legality(ir::Graph const& graph, KernelPlan const& kernel);

} // namespace chemora::plan
