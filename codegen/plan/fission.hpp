/// Loop fission: planners that divide a graph among several kernels. Smaller kernels compile faster, need fewer
/// registers and read fewer arrays at a time. Values that several kernels need are stored on the grid or recomputed.
///
/// A planner (fission_*) makes a plan of several kernels. partition() derives the values that each kernel computes,
/// stores and reads from this plan, and split() the graphs of the kernels.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"

#include <limits>
#include <vector>

namespace chemora::plan {

/// Upper limits of the size of a kernel. A single output that exceeds the limits nevertheless becomes a kernel.
struct KernelLimits {
  int operations = std::numeric_limits<int>::max(); ///< number of values that vary over the grid, including loads
  int arrays = std::numeric_limits<int>::max();     ///< number of arrays that the kernel reads or writes
};

/// Returns the number of values that vary over the grid, including loads.
int n_operations(ir::Graph const& graph);

/// Divides the outputs into groups with as many common operations as possible. A value that several groups need is
/// stored on the grid if it takes more than some dozen operations, and recomputed otherwise. `whole` is a plan with
/// one kernel; all kernels of the new plan have its tiles and loop mapping. Returns `whole` if the graph is within the
/// limits.
Plan fission_by_output_group(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits);

/// Divides the graph into kernels that compute all stencils (stencil_values) and kernels that read the point itself
/// only. Both kinds are divided into groups of outputs as by fission_by_output_group. A graph without stencils, or with
/// stencils only, is divided only if it exceeds the limits.
Plan fission_of_derivatives(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits);

/// The ways in which a kernel obtains a value of the graph, as bits. A load may have several bits.
enum Use : unsigned char {
  unused = 0,
  computed = 1,       ///< the kernel computes the value from its operands, or loads it at the point
  read_from_grid = 2, ///< the kernel reads a value that an earlier kernel has stored
  shifted = 4         ///< the kernel loads the value at displaced points
};

/// The work of one kernel of a plan.
struct Share {
  std::vector<ir::Store> stores; ///< stores of the graph that the kernel executes
  std::vector<ir::ValueId> grid; ///< values that the kernel stores on the grid, as the first kernel that computes them
  std::vector<unsigned char> uses; ///< bits of Use for each value of the graph
};

/// Returns one share per kernel of the plan. A kernel computes the values that its stores need, except values that
/// earlier kernels have stored on the grid. Inconsistencies are added to `diagnostics`; after an error, the shares are
/// meaningless.
std::vector<Share> partition(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics);

/// An array that exists while the kernels of one plan run. Kernels read it only at the point itself, because all shifts
/// are shifts of loads. The array therefore has no ghost zones, and only its computed points have values.
struct Temporary {
  std::string variable;
  ir::ValueId value = 0; ///< value of the unsplit graph
  int slot = 0; ///< number of its storage; temporaries with equal slots share memory and are not live at the same time

  bool operator==(Temporary const&) const = default;
};

/// One kernel of a split graph: its own graph and its mapping.
struct Piece {
  ir::Graph graph;
  KernelPlan plan;
};

struct Pieces {
  std::vector<Piece> pieces; ///< the kernels in the order in which they run, all on the same points
  std::vector<Temporary> temporaries;
  int n_slots = 0; ///< number of arrays that hold the temporaries
};

/// Splits a graph into the graphs of the kernels of a plan.
///
///     graph k { ... %4 = sqrt %3 ... store o %7 interior store p %9 interior }      with
///     plan k on host / grid %4 / kernel 1: stores o; ... / kernel 2: stores p; ...       becomes
///     graph k_1 { ... %4 = sqrt %3 ... store o %7 interior  store temporary::v4 %4 interior }   and
///     graph k_2 { %0 = load temporary::v4 ... store p %5 interior }
///
/// Every value is computed with the same operations as in `graph`, so that results are bitwise equal. For a plan of one
/// kernel, returns the graph itself. Throws base::UserError as check_legality does.
Pieces split(ir::Graph const& graph, Plan const& plan);

/// Adds the inputs that one kernel overwrites and a later kernel reads at the point to `grid`, and returns the plan.
Plan store_overwritten_inputs(ir::Graph const& graph, Plan const& plan);

/// Returns the values that represent derivatives. A derivative is a largest sum of terms such that each term reads one
/// displaced point, as in `(u[x+1] - u[x-1]) * (0.5 / dx)`. The factors of these terms do not vary over the grid.
std::vector<ir::ValueId> stencil_values(ir::Graph const& graph);

/// Floating-point operations per point of a right-hand side, counted as by ir::count. Operations that are
/// counted neither in `derivatives` nor in `advection` evaluate the other terms of the equations.
struct OperationsByPurpose {
  int derivatives = 0; ///< operations in stencils (stencil_values), including dissipation
  int advection = 0;   ///< operations in upwind stencils only, and their products with a velocity or its magnitude
};

/// Counts the operations. An upwind derivative is `v odd(u) + |v| even(u)` with two stencils. A stencil belongs to
/// advection if it is multiplied by the magnitude of a varying value, or by a value whose magnitude the graph computes.
/// Operations that such a stencil shares with another stencil count as derivatives.
OperationsByPurpose operations_by_purpose(ir::Graph const& graph);

} // namespace chemora::plan
