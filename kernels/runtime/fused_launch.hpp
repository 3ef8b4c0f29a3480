/// A fused launch combines the kernels and time-integrator updates of a substep. It is fused once and runs at every
/// substep with equal kernels and updates.
#pragma once

#include "kernels/runtime/array_updates.hpp"
#include "kernels/runtime/fusion_groups.hpp"

#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

/// A compiled sweep executes a kernel with its time-integrator updates, or only updates, on all points of the local
/// box.
class FusedSweep {
public:
  /// `arrays` maps the array names in the graphs of the sweep to grid functions.
  FusedSweep(Sweep sweep, std::map<std::string, GridArray> arrays);

  /// Compiles the kernels of the sweep. The call is collective. If a process can neither compile nor find them, the
  /// function returns the reason on all processes.
  std::string compile(KernelCache& cache, launch::LocalGrid const& grid);

  /// Computes all points of the local box. The function requests valid input data and announces its writes, but the
  /// caller reports the changed arrays. Points that need no ghost zones of an unfinished exchange are computed first.
  /// `updates` contains the updates of this sweep, in its order; their factors are parameters of the launch.
  void run(Launcher& launcher, GridFunctions const& functions, launch::LocalGrid const& grid,
           std::vector<ArrayUpdate const*> const& updates);

private:
  /// Boxes that a launch computes, and the array boxes that the graph of the remaining points reads for them.
  struct ExtendedBoxes {
    std::vector<base::Box> boxes;
    BoxList reads;
  };
  /// Data that depends on the local grid, the refinement level and the compiled kernels. It is computed at the first
  /// launch.
  struct Layout {
    int level;
    launch::LocalGrid grid;
    CompiledRegion const* regions; ///< to which the arguments belong; KernelCache::replace() changes them
    RegionList stored;
    std::vector<RegionArguments> arguments;    ///< kernel arguments for each compiled region
    std::vector<std::vector<base::Box>> boxes; ///< boxes for each region of the sweep
    /// For each region, the boxes after their rows were extended along x. The key is the list of original boxes.
    std::vector<BoxCache<ExtendedBoxes>> extended_rows;
    /// The boxes that no region computes. The key is the list of boxes that the regions compute.
    BoxCache<ExtendedBoxes> remainder;
  };

  Layout& layout(GridFunctions const& functions, launch::LocalGrid const& grid,
                 std::vector<ArrayUpdate const*> const& updates);
  bool has_remainder() const { return compiled_->size() > sweep_.regions.size(); }
  /// Returns the array boxes that the graph of the remaining points reads to compute `boxes`.
  BoxList reads_of_remainder(int level, std::vector<base::Box> const& boxes) const;
  ExtendedBoxes extend_rows(Layout const& layout, CompiledRegion const& region,
                            std::vector<base::Box> const& boxes) const;

  Sweep sweep_;
  FindGridArray find_;
  /// the kernels of all regions, followed by the kernel for the remaining points if one is needed
  CompiledKernel* compiled_ = nullptr;
  std::optional<Layout> layout_;
};

/// The kernels and updates of a substep, in the order of execution.
struct SubstepRequest {
  std::vector<ArrayUpdate> initial; ///< updates that copy an array or set it to zero
  std::vector<LaunchRequest> launches;
  std::vector<ArrayUpdate> updates;
  std::vector<GridArray> unneeded; ///< arrays whose values are not read afterwards
};

/// Names of fused kernels and specialised graphs, shared by all fused launches of a run.
class FusionTables {
public:
  /// Returns a new name such as `Wave_RHS_update1`. Fused kernels that are made from the same kernel are numbered
  /// consecutively.
  std::string fused_name(FusionGroup const& group);
  /// Returns a name such as `Updates1` for a sweep without kernels. Sweeps with equal graphs get the same name.
  KernelName updates_name(ir::Graph const& rows);
  /// Returns the graph of the request with parameter values substituted. The graph is cached, because many substeps use
  /// the same few graphs.
  ir::Graph const& specialised(LaunchRequest const& request);

private:
  std::map<std::string, int> n_fused_; ///< number of fused kernels, by the full name of the original kernel
  std::vector<std::string> forms_;
  std::list<std::pair<LaunchRequest, ir::Graph>> graphs_; ///< a list, because references to graphs stay valid
};

class FusedLaunch {
public:
  /// Fuses the kernels and updates of a request. Throws base::UserError with the reason if the substep cannot be fused,
  /// or would be slower. This may depend on the device of the process.
  FusedLaunch(Launcher& launcher, FusionTables& tables, GridFunctions const& functions, SubstepRequest const& request);

  /// Compiles the kernels; all processes must call the function. If a kernel is unavailable on a process, returns the
  /// reason on all processes.
  std::string compile(SubstepRequest const& request);

  /// Returns sentences that state which kernels were fused with which updates. The text is empty if no kernel was
  /// fused.
  std::string describe_fused() const;
  /// Returns sentences that state why updates run separately after their kernel. The text is empty if all updates are
  /// fused.
  std::string describe_separate() const;

  /// Runs a substep. `request` may differ from the request passed to the constructor only in the factors of updates and
  /// in the time.
  void run(GridFunctions const& functions, SubstepRequest const& request);

  /// For each update of the request, returns whether this launch contains it. The caller runs other initial updates
  /// before this launch and other final updates after it.
  std::vector<bool> const& has_initial() const { return has_initial_; }
  std::vector<bool> const& has_update() const { return has_update_; }

private:
  struct Group {
    FusionGroup fusion;
    std::vector<FusedSweep> sweeps;
  };
  /// The arrays that all groups of this launch swap, write or leave without a valid value.
  struct Changes {
    int level = 0;
    RegionList swapped, written;
    std::vector<GridArray> not_stored;
  };

  std::string register_name(GridFunctions const& functions, GridArray const& array);
  FusionGroups divide(GridFunctions const& functions, FusionTables& tables, SubstepRequest const& request);
  void add_sweeps(Group& group, FusionTables& tables);
  /// Returns the launch request of a kernel that cannot be fused; other sweeps compute its updates.
  LaunchRequest kernel_launch(FusionGroup const& group, SubstepRequest const& request) const;
  Changes changes(int level) const;

  Launcher& launcher_;
  std::map<std::string, GridArray> arrays_; ///< maps array names in the graphs to grid functions
  std::vector<Group> groups_;
  std::vector<bool> has_initial_, has_update_;
  std::optional<Changes> changes_; ///< array changes, cached for the refinement level of the last run
};

} // namespace chemora::runtime
