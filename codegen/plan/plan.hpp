// Every decision that does not change the result: which kernels do the work, where values live in between, and how
// loops map to the machine.
//
//     plan Wave_RHS on host
//       tile 64 8 8
//       vector x 4
//       threads tiles         # or: none
//
// and with several kernels, which run one after the other on the same points; `;` ends a decision like a line's end:
//
//     plan Wave_RHS on host
//       grid %41 %57          # values that one kernel stores and later ones read
//       kernel 1: stores urhs %41; tile 64 8 8; vector x 4; threads tiles
//       kernel 2: tile 64 8 8; vector x 4; threads tiles; unroll y 2; stream z; nontemporal rhorhs; fat
//
// On devices with blocks of threads: `tile 64 4 8; block 64 4 1`, or the same said by `block 64 4 1; per-thread 1 1 8`.
// There values may be kept near for neighbours: `tile phi %41`, `register phi` (kept_values.hpp).
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/prefetch.hpp"
#include "framework/base/box.hpp"

#include <string>
#include <vector>

namespace chemora::plan {

constexpr int no_axis = -1;

/// What one kernel stores and how its loops are mapped.
struct KernelPlan {
  /// Variables, and values of the grid as `%41`. Empty: all variables that no other kernel stores.
  std::vector<std::string> stores{};
  base::Index3 tile{0, 0, 0};             ///< points per tile and axis, at least 1
  base::Index3 block{0, 0, 0};            ///< threads of a device's block per axis, which take the points of a tile
  int vector_width = 1;                   ///< lanes along x
  bool threads_over_tiles = true;         ///< of the host
  base::Index3 unroll{1, 1, 1};           ///< iterations of the loop over points written out, per axis
  int stream = no_axis;                   ///< axis along which one thread walks through its tile, outermost
  std::vector<std::string> nontemporal{}; ///< variables whose stores leave the caches alone
  ir::Prefetch prefetch{};                ///< what vector loops of the host ask memory for ahead
  /// Variables that are read and values (`%41`) whose elements at a tile's points and around are kept in the memory
  /// that a block's threads share; where threads walk along an axis, only the planes around the present one.
  std::vector<std::string> in_tile{};
  /// Those whose elements along the axis of `stream` each thread keeps in registers as it walks.
  std::vector<std::string> in_registers{};
  int resident = 0;    ///< blocks that a unit of the device runs at a time at most; 0: as many as fit
  bool is_fat = false; ///< short of registers: few threads at a time, statements ordered for few

  bool has_blocks() const { return block != base::Index3{0, 0, 0}; }
  bool operator==(KernelPlan const&) const = default;
};

struct Plan {
  std::string kernel;
  std::string device = "host";
  std::vector<ir::ValueId> grid{};    ///< values stored between kernels: by the first that computes them
  std::vector<KernelPlan> kernels{1}; ///< in the order in which they run

  bool operator==(Plan const&) const = default;
};

/// `value` in the list of what a kernel stores: `%41`.
std::string grid_name(ir::ValueId value);

/// The decisions of one kernel, separated by `; `.
std::string to_text(KernelPlan const& kernel);
std::string to_text(Plan const& plan);

/// Inverse of to_text. What is left out keeps what `defaults` says, so that `tile 64 8 8` alone pins the tile of all
/// kernels of the default; lines `kernel N:` make a new list of kernels, each beginning as the default's first. Throws
/// base::UserError with the position of every mistake.
Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name = "<plan>");

/// Plan for a kernel nobody chose one for: one kernel, whole rows, all threads.
Plan default_plan(ir::Graph const& graph, base::Index3 const& extent, int vector_width);

} // namespace chemora::plan
