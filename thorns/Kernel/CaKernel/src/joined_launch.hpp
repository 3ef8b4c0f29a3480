// Kernels that wait, and the sums they wait for, as one calculation, or one behind the other where that cannot be: made
// once, run at every substep of its kind.
#pragma once

#include "joining/components.hpp"
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
  void before_writing(cGH const* cctkGH, Component const& component) const;
  /// What the rest reads, if it is in these boxes.
  BoxList read_by_rest(cGH const* cctkGH, Component const& component,
                       std::vector<chemora::base::Box> const& boxes) const;
  std::map<std::string, double> parameters(Component const& component, Waited const& waited) const;
  void run(cGH const* cctkGH, Component const& component, Runtime::Parts& parts, Waited const& waited);
  /// Of a component whose sums are apart.
  Runtime::Launch kernel_of(Component const& component, Waited const& waited) const;
  void run_apart(cGH const* cctkGH, Component const& component, SumsLaunch const& sums, Waited const& waited) const;
  void swap(cGH const* cctkGH) const;
  void notify(cGH const* cctkGH) const;

  std::map<std::string, GridArray> arrays_; ///< by the names that graphs use
  Division division_;
  struct Prepared {
    Runtime::Parts* parts = nullptr;  ///< of graphs_of
    std::optional<SumsLaunch> sums{}; ///< where they are apart
  };
  std::vector<Prepared> prepared_; ///< by component
};

/// Of a graph that stores one region.
inline chemora::ir::Region stored_region(chemora::ir::Graph const& graph) { return graph.stores.front().region; }

} // namespace ca_kernel
