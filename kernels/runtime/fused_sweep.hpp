/// A compiled sweep: runs a kernel with its updates, or a set of updates, on all points of the local box.
#pragma once

#include "kernels/runtime/array_updates.hpp"
#include "kernels/runtime/fusion_groups.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::runtime {

class FusedSweep {
public:
  /// `arrays` are the grid functions by the names that the graphs of the sweep use. `updates` are those of the sweep,
  /// in its order: their factors are parameters of each launch.
  FusedSweep(Sweep sweep, std::map<std::string, GridArray> arrays);

  /// Collective: compiles the kernels. Returns the reason, on all processes, if one of them cannot get them.
  std::string compile(KernelCache& cache, launch::LocalGrid const& grid);

  /// Computes all points. Requests the data that is read and announces what is written; the caller reports the changes.
  /// What needs no ghost zones that are still in flight is computed first, as in other launches.
  void run(Launcher& launcher, GridFunctions const& functions, launch::LocalGrid const& grid,
           std::vector<ArrayUpdate const*> const& updates);

private:
  /// Boxes to compute, and what the graph of the remainder reads there.
  struct Stretch {
    std::vector<base::Box> boxes;
    BoxList reads;
  };
  /// What follows from the local grid and the refinement level, computed at the first launch.
  struct Layout {
    int level;
    launch::LocalGrid grid;
    RegionList stored;
    std::vector<RegionArguments> arguments;       ///< for each compiled region
    std::vector<std::vector<base::Box>> boxes;    ///< for each region of the sweep
    std::vector<BoxCache<Stretch>> extended_rows; ///< for each of them, by the boxes that are extended
    BoxCache<Stretch> remainder;                  ///< by the boxes that the regions have covered
  };

  Layout& layout(GridFunctions const& functions, launch::LocalGrid const& grid,
                 std::vector<ArrayUpdate const*> const& updates);
  bool has_remainder() const { return compiled_->size() > sweep_.regions.size(); }
  /// What the graph of the remainder reads on these boxes.
  BoxList reads_of_remainder(int level, std::vector<base::Box> const& boxes) const;
  Stretch extend_rows(Layout const& layout, CompiledRegion const& region, std::vector<base::Box> const& boxes) const;

  Sweep sweep_;
  FindGridArray find_;
  CompiledKernel* compiled_ = nullptr; ///< the regions, then the remainder if there is one
  std::optional<Layout> layout_;
};

/// The region of a graph that stores only one.
inline ir::Region stored_region(ir::Graph const& graph) { return graph.stores.front().region; }

} // namespace chemora::runtime
