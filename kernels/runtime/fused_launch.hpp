/// The deferred kernels and updates of one kind of substep, fused once and run at every substep of this kind.
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

/// A compiled sweep: runs a kernel with its updates, or a set of updates, on all points of the local box.
class FusedSweep {
public:
  /// `arrays` are the grid functions by the names that the graphs of the sweep use. `updates` are those of the sweep,
  /// in its order: their factors are parameters of each launch.
  FusedSweep(Sweep sweep, std::map<std::string, GridArray> arrays);

  /// Collective: compiles the kernels. Returns the reason, on all processes, if one of them cannot get them.
  std::string compile(KernelCache& cache, launch::LocalGrid const& grid);

  /// Computes all points. Requests the data that is read and announces what is written; the caller reports the changes.
  /// Points that need no ghost zones of an unfinished exchange are computed first.
  void run(Launcher& launcher, GridFunctions const& functions, launch::LocalGrid const& grid,
           std::vector<ArrayUpdate const*> const& updates);

private:
  /// Boxes to compute, and the boxes of the arrays that the graph of the remainder reads there.
  struct ExtendedBoxes {
    std::vector<base::Box> boxes;
    BoxList reads;
  };
  /// Data that depend on the local grid and the refinement level, computed at the first launch.
  struct Layout {
    int level;
    launch::LocalGrid grid;
    RegionList stored;
    std::vector<RegionArguments> arguments;             ///< for each compiled region
    std::vector<std::vector<base::Box>> boxes;          ///< for each region of the sweep
    std::vector<BoxCache<ExtendedBoxes>> extended_rows; ///< extended boxes for each region, by the original boxes
    BoxCache<ExtendedBoxes> remainder;                  ///< remaining boxes, by the boxes that the regions have
                                                        ///< computed
  };

  Layout& layout(GridFunctions const& functions, launch::LocalGrid const& grid,
                 std::vector<ArrayUpdate const*> const& updates);
  bool has_remainder() const { return compiled_->size() > sweep_.regions.size(); }
  /// The boxes of the arrays that the graph of the remainder reads to compute these boxes.
  BoxList reads_of_remainder(int level, std::vector<base::Box> const& boxes) const;
  ExtendedBoxes extend_rows(Layout const& layout, CompiledRegion const& region,
                            std::vector<base::Box> const& boxes) const;

  Sweep sweep_;
  FindGridArray find_;
  CompiledKernel* compiled_ = nullptr; ///< the regions, then the remainder if there is one
  std::optional<Layout> layout_;
};

/// The kernels and updates of a substep, in the order of execution.
struct SubstepRequest {
  std::vector<ArrayUpdate> initial; ///< copies and zeros
  std::vector<LaunchRequest> launches;
  std::vector<ArrayUpdate> updates;
  std::vector<GridArray> unneeded; ///< arrays whose values are not read afterwards
};

/// Numbers of fused kernels, and specialised graphs, of all fused launches of a run.
class FusionTables {
public:
  /// `Wave_RHS_update1`, ...: the fused kernels made from one kernel are numbered.
  std::string fused_name(FusionGroup const& group);
  /// `Updates1`, ...: sets of updates are numbered by their graphs, so that equal graphs have the same name.
  KernelName updates_name(ir::Graph const& rows);
  /// Substeps of different kinds use the same few specialised graphs.
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

  /// Which kernels were fused with which updates, as sentences; empty if none were.
  std::string describe_fused() const;
  /// Why updates run separately after their kernel, as sentences; empty if none do.
  std::string describe_separate() const;

  /// Runs a substep of this kind. Only the factors of updates and the time differ from the request that was fused.
  void run(GridFunctions const& functions, SubstepRequest const& request);

  /// By index: whether this launch contains the update. Other initial updates run before it, others after it.
  std::vector<bool> const& has_initial() const { return has_initial_; }
  std::vector<bool> const& has_update() const { return has_update_; }

private:
  struct Group {
    FusionGroup fusion;
    std::vector<FusedSweep> sweeps;
  };
  /// The effect of all groups on the arrays.
  struct Changes {
    int level = 0;
    RegionList swapped, written;
    std::vector<GridArray> not_stored;
  };

  std::string register_name(GridFunctions const& functions, GridArray const& array);
  FusionGroups divide(GridFunctions const& functions, FusionTables& tables, SubstepRequest const& request);
  void add_sweeps(Group& group, FusionTables& tables);
  /// The launch of a kernel whose updates are separate.
  LaunchRequest kernel_launch(FusionGroup const& group, SubstepRequest const& request) const;
  Changes changes(int level) const;

  Launcher& launcher_;
  std::map<std::string, GridArray> arrays_; ///< arrays by their names in graphs
  std::vector<Group> groups_;
  std::vector<bool> has_initial_, has_update_;
  std::optional<Changes> changes_; ///< changes for the refinement level of the last run
};

} // namespace chemora::runtime
