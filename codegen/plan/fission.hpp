/// Loop fission: planners that divide a graph among several kernels. Smaller kernels compile faster, need fewer
/// registers and read fewer arrays at a time. Values that several kernels need are stored on the grid or recomputed.
///
/// A planner makes a plan of several kernels (fission_*). From the plan follow the values that each kernel computes,
/// stores and reads (partition), and the graphs of the kernels (split).
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"

#include <limits>
#include <vector>

namespace chemora::plan {

/// Upper limits of a kernel. A single output that exceeds them is nevertheless one kernel.
struct KernelLimits {
  int operations = std::numeric_limits<int>::max(); ///< values that vary over the grid, loads included
  int arrays = std::numeric_limits<int>::max();     ///< read or written
};

/// The number of values that vary over the grid, loads included.
int n_operations(ir::Graph const& graph);

/// Divides the outputs into groups with as many common operations as possible. A value that several groups need is
/// stored on the grid if it takes more than some dozen operations, else recomputed. All kernels have the mapping of the
/// only kernel of `whole`. Returns `whole` if the graph is within the limits.
Plan fission_by_output_group(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits);

/// Divides the graph into kernels that compute all stencils (stencil_values) and kernels that read only the point
/// itself, each in groups as above. A graph without stencils, or with stencils only, is divided only if it exceeds the
/// limits.
Plan fission_of_derivatives(ir::Graph const& graph, Plan const& whole, KernelLimits const& limits);

/// How a kernel obtains a value of the graph, as bits; a load may have several.
enum Use : unsigned char {
  unused = 0,
  computed = 1,       ///< from its operands, or loaded at the point
  read_from_grid = 2, ///< stored by an earlier kernel
  shifted = 4         ///< a load at displaced points
};

/// The work of one kernel of a plan.
struct Share {
  std::vector<ir::Store> stores;   ///< of the graph
  std::vector<ir::ValueId> grid;   ///< values that it computes first and stores on the grid
  std::vector<unsigned char> uses; ///< bits of Use, by value of the graph
};

/// Returns one share per kernel of the plan. A kernel computes the values that its stores need, except those that
/// earlier kernels have stored on the grid. Inconsistencies are added to `diagnostics`; with errors the shares are
/// meaningless.
std::vector<Share> partition(ir::Graph const& graph, Plan const& plan, base::Diagnostics& diagnostics);

/// An array that exists while the kernels of one plan run. It is read only at the point itself, because all shifts are
/// shifts of loads. So it has no ghost zones, and only the computed points have values.
struct Temporary {
  std::string variable;
  ir::ValueId value = 0; ///< of the whole graph
  int slot = 0;          ///< temporaries with equal slots share memory; they are not live at the same time

  bool operator==(Temporary const&) const = default;
};

/// One kernel: its graph and its mapping.
struct Piece {
  ir::Graph graph;
  KernelPlan plan;
};

struct Pieces {
  std::vector<Piece> pieces; ///< run in this order on the same points
  std::vector<Temporary> temporaries;
  int n_slots = 0; ///< arrays needed for the temporaries
};

/// Splits a graph into the graphs of the kernels of a plan.
///
///     graph k { ... %4 = sqrt %3 ... store o %7 interior store p %9 interior }      with
///     plan k on host / grid %4 / kernel 1: stores o; ... / kernel 2: stores p; ...       becomes
///     graph k_1 { ... %4 = sqrt %3 ... store o %7 interior  store temporary::v4 %4 interior }   and
///     graph k_2 { %0 = load temporary::v4 ... store p %5 interior }
///
/// Every value is computed with the same operations as in `graph`, so that the bits are the same. A plan of one kernel
/// returns the graph itself. Throws base::UserError as check_legality does.
Pieces split(ir::Graph const& graph, Plan const& plan);

/// Returns the plan with the inputs in `grid` that one kernel overwrites and a later kernel reads at the point.
Plan store_overwritten_inputs(ir::Graph const& graph, Plan const& plan);

/// The values that represent derivatives: the largest sums of terms such that each term reads one displaced point,
/// as in `(u[x+1] - u[x-1]) * (0.5 / dx)`. Factors do not vary over the grid.
std::vector<ir::ValueId> stencil_values(ir::Graph const& graph);

/// Floating-point operations per point of a right-hand side, as in ir::count. All others evaluate the terms of the
/// equations.
struct OperationsByPurpose {
  int derivatives = 0; ///< in stencils (stencil_values), dissipation included
  int advection = 0;   ///< only in upwind stencils, and their products with a velocity or its magnitude
};

/// An upwind derivative is `v odd(u) + |v| even(u)` with two stencils. A stencil belongs to advection if it is
/// multiplied by a varying value whose magnitude the graph computes, or by that magnitude. Operations that it shares
/// with another stencil count as derivatives.
OperationsByPurpose operations_by_purpose(ir::Graph const& graph);

} // namespace chemora::plan
