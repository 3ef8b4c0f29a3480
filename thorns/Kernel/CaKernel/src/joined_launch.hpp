// Kernels that wait, and the sums they wait for, as one calculation: made once, run at every substep of its kind.
#pragma once

#include "codegen/passes/join_updates.hpp"
#include "runtime.hpp"

#include <map>
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

  /// What became one, as sentences.
  std::string describe() const;

  /// Runs with the factors of these updates, which differ in nothing else from those given before.
  void run(cGH const* cctkGH, Waited const& waited);

  /// By number of the sum: whether this calculation does it. The others are to be done before (copies and zeros) or
  /// after it.
  std::vector<bool> const& does_before() const { return does_before_; }
  std::vector<bool> const& does_update() const { return does_update_; }

private:
  /// Kernels that depend on one another, as one graph, and the sums that belong to it.
  struct Component {
    std::string thorn, name;
    std::vector<Kernel> kernels; ///< their names
    chemora::passes::Step step;
    std::vector<std::size_t> updates; ///< numbers of those in step.updates
    std::size_t first_launch = 0;
    chemora::passes::JoinedStep joined;
    Runtime::Parts* parts = nullptr; ///< of graphs_of
  };

  std::string name(GridArray const& array);
  void add_launch(Runtime::Launch const& launch, std::size_t number);
  void add_before(std::vector<Sum> const& before);
  void add_updates(std::vector<Sum> const& updates);
  void join(Waited const& waited, std::string const& key);
  static std::vector<Runtime::NamedGraph> graphs_of(Component const& component);
  void before_writing(cGH const* cctkGH, Component const& component) const;
  /// What the rest reads, if it is in these boxes.
  BoxList read_by_rest(cGH const* cctkGH, Component const& component,
                       std::vector<chemora::base::Box> const& boxes) const;
  std::map<std::string, double> parameters(Component const& component, Waited const& waited) const;
  void run(cGH const* cctkGH, Component& component, Waited const& waited);
  void swap(cGH const* cctkGH) const;
  void notify(cGH const* cctkGH) const;

  std::map<std::string, GridArray> arrays_; ///< by the names that graphs use
  std::vector<Component> components_;
  std::vector<bool> does_before_, does_update_;
};

/// Of a box, what lies in none of `others`.
std::vector<chemora::base::Box> outside(chemora::base::Box const& box, std::vector<chemora::base::Box> const& others);

} // namespace ca_kernel
