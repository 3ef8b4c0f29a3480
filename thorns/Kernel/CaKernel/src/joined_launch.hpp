// Kernels that wait, and the sums they wait for, as one calculation, or one behind the other where that cannot be: made
// once, run at every substep of its kind.
#pragma once

#include "by_boxes.hpp"
#include "joining/components.hpp"
#include "part_arguments.hpp"
#include "runtime.hpp"
#include "sums_launch.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ca_kernel {

/// What is to be one calculation, in this order.
struct Waited {
  std::vector<Sum> before; ///< copies and zeros
  std::vector<Runtime::Launch> launches;
  std::vector<Sum> updates;
  std::vector<GridArray> unneeded; ///< arrays whose values nobody needs afterwards
};

class JoinedLaunch {
public:
  /// Throws base::UserError with the reason why these cannot, or had better not, be one. Processes with other devices
  /// may come to another conclusion.
  JoinedLaunch(Waited const& waited, std::string const& key);

  /// Collective; compiles. Gives the reason, on all processes, where nobody does. Throws base::UserError for plans that
  /// are pinned and wrong.
  std::string prepare(cGH const* cctkGH, Waited const& waited, std::string const& key);

  /// What became one, as sentences; empty if nothing did.
  std::string describe() const;
  /// Why sums run behind their kernel, as sentences; empty if none do.
  std::string describe_apart() const;

  /// Runs with the factors of these updates, which differ in nothing else from those given before.
  void run(cGH const* cctkGH, Waited const& waited);

  /// By number of the sum: whether this calculation does it. The others are to be done before (copies and zeros) or
  /// after it.
  std::vector<bool> const& does_before() const { return division_.does_before; }
  std::vector<bool> const& does_update() const { return division_.does_update; }

private:
  std::string name(GridArray const& array);
  void divide(Waited const& waited);
  void join(Waited const& waited, std::string const& key);
  static std::vector<Runtime::NamedGraph> graphs_of(Component const& component);

  /// Boxes to compute, and what is read for them besides what the kernels of their region read.
  struct Stretch {
    std::vector<chemora::base::Box> boxes;
    BoxList reads;
  };
  /// What launches of a component take, worked out at the first one on this grid.
  struct Course {
    int level;
    chemora::launch::LocalGrid grid;
    RegionList stored;
    std::vector<PartArguments> arguments;                 ///< by part
    std::vector<std::vector<chemora::base::Box>> regions; ///< the boxes of each
    std::vector<ByBoxes<Stretch>> whole_rows;             ///< of each region, by the boxes that are grown
    ByBoxes<Stretch> rest;                                ///< by the boxes that regions have covered
    bool is_of(int other_level, chemora::launch::LocalGrid const& other) const;
  };
  /// What changes with all components.
  struct Changes {
    int level;
    RegionList swapped, written;
    BoxList unstored;
  };
  struct Prepared {
    Runtime::Parts* parts = nullptr;  ///< of graphs_of
    std::optional<SumsLaunch> sums{}; ///< where they are apart
    std::optional<Course> course{};
  };

  Course& course(cGH const* cctkGH, std::size_t n, Waited const& waited);
  RegionList stored_by(int level, Component const& component) const;
  /// What the rest reads, if it is in these boxes.
  BoxList read_by_rest(int level, Component const& component, std::vector<chemora::base::Box> const& boxes) const;
  Stretch whole_rows(Course const& course, Component const& component, Runtime::Part const& part,
                     std::vector<chemora::base::Box> const& boxes) const;
  Names names(Component const& component, Waited const& waited) const;
  Values values(Component const& component, Waited const& waited) const;
  void run(cGH const* cctkGH, std::size_t n, Waited const& waited);
  /// Of a component whose sums are apart.
  Runtime::Launch kernel_of(Component const& component, Waited const& waited) const;
  void run_apart(cGH const* cctkGH, std::size_t n, Waited const& waited);
  Changes const& changes(cGH const* cctkGH);
  void swap(cGH const* cctkGH);
  void notify(cGH const* cctkGH);

  std::map<std::string, GridArray> arrays_; ///< by the names that graphs use
  Division division_;
  std::vector<Prepared> prepared_; ///< by component
  std::optional<Changes> changes_; ///< since the first run
};

/// Of a graph that stores one region.
inline chemora::ir::Region stored_region(chemora::ir::Graph const& graph) { return graph.stores.front().region; }

} // namespace ca_kernel
