/// Divides the deferred kernels and time-integrator updates of a substep into groups, and fuses each group into one
/// kernel.
#pragma once

#include "codegen/passes/fusion.hpp"
#include "kernels/runtime/kernel_registry.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A kernel whose launch is deferred. The graphs of all deferred kernels use the same name for the same array.
struct DeferredKernel {
  KernelName name;
  ir::Graph graph;
};

/// An update that runs before the kernels. It copies `source` to `target`, or sets `target` to 0 if `source` is empty.
struct InitialUpdate {
  std::string target, source;
};

/// Graphs that together compute all points of the local box in one pass over the arrays.
struct Sweep {
  KernelName kernel{}; ///< kernel name in reports and pinned plans; if the name is empty, FusionTables generates one
  std::vector<ir::Graph> regions{}; ///< one graph for each region in which the deferred kernel stores arrays
  bool covers_whole_rows = false;   ///< see passes::FusedSubstep
  /// graph that computes the points outside these regions; unused if a kernel stores `everywhere`
  ir::Graph remainder{};
  /// names of the arrays that the graphs call array0, array1, ...; if this list is empty, the graphs use the array
  /// names directly
  std::vector<std::string> arrays{};
  std::vector<std::size_t>
      updates{}; ///< indices, in the list of all updates, of the updates that the graphs number 0, 1, ...
};

/// A group contains kernels that depend on one another, and the time-integrator updates that use their results.
struct FusionGroup {
  std::string thorn, name; ///< thorn of the group's first kernel, and the combined names of its kernels
  std::vector<KernelName> kernels;
  std::size_t first_launch = 0;     ///< index of the group's first kernel in the list of deferred kernels
  std::vector<std::size_t> updates; ///< index of each element of substep.updates in the list of all updates
  passes::Substep substep{};

  // Results of fuse():
  passes::ArrayChanges changes{};
  std::vector<Sweep> sweeps{};
  /// The reason why the kernel is launched separately before the sweeps compute the updates. Such a kernel reads the
  /// source of each initial copy instead of its target. The text is empty if the kernel is fused.
  std::string why_separate{};
};

struct FusionGroups {
  std::vector<FusionGroup> groups;
  /// These lists contain, for each initial and each final update, whether a group contains it. Initial updates outside
  /// all groups run before the groups, and final updates outside all groups run after them.
  std::vector<bool> has_initial, has_update;
};

/// Divides kernels and updates into groups. The function throws base::UserError with the reason if the order of the
/// updates does not permit groups.
FusionGroups divide(std::vector<DeferredKernel> const& kernels, std::vector<InitialUpdate> const& initial,
                    std::vector<passes::Update> const& updates);

struct FusionRules {
  std::vector<std::string> unneeded; ///< arrays whose values are not read afterwards
  std::function<bool(std::string const&, std::string const&)> may_swap;
  std::function<std::string(FusionGroup const&)> name; ///< returns the name of the fused kernel
  int max_operations;                                  ///< maximum number of operations of a fused kernel
  std::function<bool(KernelName const&)> has_pin;      ///< whether a plan is pinned for this kernel
};

/// Fuses each group into one sweep. A kernel is not fused if the fused kernel would have too many arrays. It is also
/// not fused if neighbouring points need the old value of an updated array and no other array can store the new value.
/// In both cases the kernel stays unchanged, and one sweep for each independent set of updates runs after it. The
/// function throws base::UserError with the reason if updates can be neither fused nor run in separate sweeps, if the
/// fused kernel would have too many operations, or if a pinned plan would not be used.
void fuse(std::vector<FusionGroup>& groups, FusionRules const& rules);

} // namespace chemora::runtime
