/// Divides the deferred kernels and updates of a substep into groups, and fuses each group.
#pragma once

#include "codegen/passes/fusion.hpp"
#include "kernels/runtime/kernel_registry.hpp"

#include <functional>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A kernel whose launch is deferred. All graphs use the same name for the same array.
struct DeferredKernel {
  KernelName name;
  ir::Graph graph;
};

/// A copy that comes before the kernels, or, without a source, the assignment of 0.
struct InitialUpdate {
  std::string target, source;
};

/// Graphs that together compute all points of the local box in one pass over the arrays.
struct Sweep {
  KernelName kernel{};                ///< for reports and pinned plans; without a name: numbered by form
  std::vector<ir::Graph> regions{};   ///< one for each region that the deferred kernel stores
  bool covers_whole_rows = false;     ///< as in passes::FusedSubstep
  ir::Graph remainder{};              ///< computes all other points; unused if the region is `everywhere`
  std::vector<std::string> arrays{};  ///< names of the arrays that the graphs call array0, array1, ...; empty: the
                                      ///< graphs use the names of arrays
  std::vector<std::size_t> updates{}; ///< indices of the updates that the graphs number 0, 1, ...
};

/// Kernels that depend on one another, and the updates that use their results.
struct FusionGroup {
  std::string thorn, name; ///< thorn of the first kernel; names of all kernels
  std::vector<KernelName> kernels;
  std::size_t first_launch = 0;     ///< index of its first kernel
  std::vector<std::size_t> updates; ///< indices of substep.updates among all updates
  passes::Substep substep{};

  // Results of fuse():
  passes::ArrayChanges changes{};
  std::vector<Sweep> sweeps{};
  /// Why the kernel is launched separately, reading the sources of copies in place of their targets, before the sweeps
  /// compute the updates. Empty if the kernel is part of the only sweep.
  std::string why_separate{};
};

struct FusionGroups {
  std::vector<FusionGroup> groups;
  /// By index: whether a group contains the update. Other initial updates run before all groups, others after them.
  std::vector<bool> has_initial, has_update;
};

/// Throws base::UserError with the reason, a sentence, if the order of the updates does not permit groups.
FusionGroups divide(std::vector<DeferredKernel> const& kernels, std::vector<InitialUpdate> const& initial,
                    std::vector<passes::Update> const& updates);

struct FusionRules {
  std::vector<std::string> unneeded; ///< arrays whose values are not read afterwards
  std::function<bool(std::string const&, std::string const&)> may_swap;
  std::function<std::string(FusionGroup const&)> name; ///< returns the name of the fused kernel
  int max_operations;                                  ///< maximum number of operations of a fused kernel
  std::function<bool(KernelName const&)> has_pin;      ///< whether a plan is pinned for this kernel
};

/// Fuses each group to one sweep. If the fused kernel would have too many arrays, or no array is free for a new value
/// while neighbouring points read the old one, the kernel stays as it is and one sweep for each independent set of
/// updates follows. Throws base::UserError with the reason if neither is possible, if the fused kernel would have too
/// many operations, and if a pinned plan would not be used.
void fuse(std::vector<FusionGroup>& groups, FusionRules const& rules);

} // namespace chemora::runtime
