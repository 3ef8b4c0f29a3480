/// Fuses a kernel that computes right-hand sides with the updates of a time integrator that follow it in a substep.
///
///     urhs <- D rho  in the interior            d <- u + dt D rho   in the interior
///     u    <- u + dt * urhs everywhere   ->     d <- u + dt * 0     everywhere else
///                                               then u and the destination d are swapped
///
/// The new value of an array cannot overwrite the old value while neighbouring points still read it. The kernel
/// stores the new value in another array, the destination, whose old contents are no longer needed. The two arrays are
/// swapped afterwards.
///
/// Where the kernel and the updates together use too many arrays, separate_updates fuses only the updates, as kernels
/// that run after the unchanged right-hand side:
///
///     urhs <- 0 everywhere, then D rho in the interior         urhs <- D rho in the interior
///     u    <- u_p + dt * urhs everywhere                       urhs <- u_p + dt * (urhs in the interior, else 0)
///     S    <- S + u                                    ->      S    <- S + urhs
///                                                              then u and urhs are swapped
///
/// Both transformations are exact: the updates keep their operations and the order of their operations.
#pragma once

#include "codegen/ir/graph.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::passes {

/// An update computes target <- scale * target + factor 0 * source 0 + factor 1 * source 1 + ... at every point of the
/// local box. Each operation is rounded separately, from left to right. Without scale and sources, the new value is 0.
struct Update {
  std::string target;
  /// Whether there is a scale; without a scale, the old value of the target is not read.
  bool keeps_target = false;
  std::vector<std::string> sources;
};

/// Return the names of the parameters that hold the scale and the factors of update `n`. The parameters have the
/// element type of the kernel.
std::string scale_name(std::size_t n);
std::string factor_name(std::size_t n, std::size_t source);

/// A substep of a time integrator. The operations of a substep are executed in the order of the members of this struct.
struct Substep {
  std::string name; ///< name of the fused graphs
  /// Copies target <- source at all points; each target also has an update.
  std::map<std::string, std::string> copies;
  std::set<std::string> zeros; ///< arrays that are set to 0 at all points
  ir::Graph kernel;
  std::vector<Update> updates; ///< updates in their order; an update may read the result of an earlier update

  /// Arrays whose values are not needed after the substep, unless an update assigns them.
  std::vector<std::string> unneeded;
  /// Arrays that a later calculation reads with the values from before the substep.
  std::set<std::string> read_later;
  /// Whether two arrays have the same shape and owner, so that they may be swapped.
  std::function<bool(std::string const&, std::string const&)> may_swap;
};

/// State of the arrays after all graphs of a substep have run.
struct ArrayChanges {
  /// Pairs (target, destination) to swap. The graphs store the new value of the target into the destination.
  std::vector<std::pair<std::string, std::string>> swaps;
  std::set<std::string> written; ///< arrays that are written at all points, by their names after the swaps
  std::vector<std::pair<std::string, ir::Region>> written_regions; ///< arrays written only where the kernel stores
  std::set<std::string> not_stored; ///< arrays that were computed or set to 0, but are not in memory afterwards
};

struct FusedSubstep : ArrayChanges {
  /// One graph for each region that the kernel stores, which stores this region only.
  std::vector<ir::Graph> regions;
  /// Whether the only graph of `regions` runs on whole rows: on the box of the region, extended along x to the ends of
  /// the arrays. Parameters inside_lower and inside_upper hold the bounds of the region along x as global indices. The
  /// graph replaces the kernel's results outside these bounds by 0. Separate launches for the few boundary points at
  /// the ends of rows would take as long as a large part of the rows.
  bool covers_whole_rows = false;
  ir::Graph remainder; ///< graph for all other points of the local box; its region is `everywhere`
};

/// Parameters of type int32.
inline constexpr char inside_lower[] = "inside_lower", inside_upper[] = "inside_upper";

/// Throws base::UserError with the reason, a complete sentence, if the substep cannot be fused.
FusedSubstep fuse_updates(Substep const& substep);

/// Returns the kernel with the sources of copies in place of their targets, so that it does not need the copies. Throws
/// base::UserError with the reason if the kernel depends on a copy or a zero that cannot be removed.
ir::Graph propagate_copies(Substep const& substep);

/// Returns whether FusedSubstep::covers_whole_rows will be true. The condition is that the kernel stores the interior
/// only and that all outputs of the kernel are 0 at the other points.
bool can_cover_whole_rows(Substep const& substep, ir::Graph const& kernel);

/// A group of updates that depend on each other and not on updates of another group.
struct UpdateGroup {
  /// The arrays of the group. Its graphs name them array0, array1, ... in this order, so that groups of the same form
  /// have equal graphs.
  std::vector<std::string> arrays;
  /// Indices in Substep::updates; this order numbers the parameters of the graphs.
  std::vector<std::size_t> updates;
  ir::Graph rows;      ///< graph for whole rows (FusedSubstep::covers_whole_rows)
  ir::Graph remainder; ///< graph for all other points of the local box
};

struct SeparateUpdates : ArrayChanges {
  std::vector<UpdateGroup> groups;
};

/// Returns the graphs that compute the updates after the kernel that propagate_copies(substep) describes. Throws
/// base::UserError with the reason, a complete sentence, if the updates cannot be divided into independent groups.
SeparateUpdates separate_updates(Substep const& substep);

/// Returns the name that the graphs of a group use for UpdateGroup::arrays[number].
std::string name_in_group(std::size_t number);

/// Fuses two calculations on the same points, for example a right-hand side and the update of a time integrator.
///
///     %1 = load u                 %1 = load u
///     ...                         %2 = load urhs        ->    %1 = load u
///     store urhs %7 interior      ...                         ...
///                                 %9 = fma %8 %2 %1           %9 = fma %8 %7 %1
///                                 store u_new %9 interior     store urhs %7 interior
///                                                             store u_new %9 interior
///
/// The fusion is exact. The operations are those of the two graphs: no multiply-add is formed across them.
///
/// Returns one graph named `name` with the results of `first` followed by those of `second`. The guards of both graphs
/// must hold. Where `second` loads a variable that `first` stores, the fused graph uses the stored value. Each array is
/// loaded and stored once. An output of `first` is not stored if it is in `unneeded` or if `second` stores it too. All
/// shifts must be shifts of loads (push_shifts_to_loads).
///
/// Throws base::UserError with all reasons why the graphs cannot be fused. The possible reasons are:
/// - the graphs do not store one and the same region, or differ in dimension or element type,
/// - the graphs declare one parameter with two types,
/// - `second` reads an output of `first` at displaced points, which can belong to another process or another region,
/// - `first` does not store an array in `unneeded`.
ir::Graph fuse_graphs(std::string const& name, ir::Graph const& first, ir::Graph const& second,
                      std::set<std::string> const& unneeded = {});

/// Renames the arrays that the graph loads and stores. If two arrays receive the same name, equal values are shared.
ir::Graph rename_arrays(ir::Graph const& graph, std::function<std::string(std::string const&)> const& name_of);

} // namespace chemora::passes
