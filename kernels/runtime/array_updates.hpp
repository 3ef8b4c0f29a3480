/// The updates of time integrators as kernels: linear combinations of arrays.
#pragma once

#include "kernels/runtime/launcher.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace chemora::runtime {

/// target <- scale * target + sum of factor * source, at all points. With scale 0 the old value is not read.
struct ArrayUpdate {
  struct Term {
    GridArray source;
    double factor;
  };
  GridArray target;
  double scale = 0;
  std::vector<Term> terms;
  std::string function{}; ///< scheduled function that requested the update; empty if unknown

  bool is_copy() const { return scale == 0 && terms.size() == 1 && terms.front().factor == 1; }
  bool is_zero() const { return scale == 0 && terms.empty(); }
};

/// The graph of such an update. Its arrays are `target`, `source0`, ..., its parameters `scale` and `factor0`, ....
/// With `keeps_target` the sum starts with scale * target, otherwise with the first source (or 0 without sources). Each
/// operation is rounded, from left to right, as in loops on the host.
ir::Graph linear_combination(int n_sources, bool keeps_target);

/// Returns a built-in kernel for the computation of linear_combination(), for processes without a compiler: target =
/// scale * target + factor0 * source0 + factor1 * source1 + ..., from left to right; each product and each sum is
/// rounded. The first term is omitted unless `keeps_target`; without any term the result is 0. Inputs are the arrays
/// that are read, the only output is the target, and the factors are parameters. All are sorted by name (factor10
/// before factor2), as in the graph of the same computation.
std::unique_ptr<device::Module> make_linear_combination(int n_sources, bool keeps_target);

class ArrayUpdater {
public:
  /// `launcher` and `built_in` must outlive the object. For processes without a compiler, functions for the updates are
  /// added to `built_in`.
  ArrayUpdater(Launcher& launcher, BuiltInFunctions& built_in) : launcher_(launcher), built_in_(built_in) {}

  /// Collective: computes the update where kernels run, and reports what it reads and writes.
  void run(GridFunctions const& functions, ArrayUpdate const& update);

  /// Collective: sets the points of these boxes to zero.
  void set_to_zero(GridFunctions const& functions, GridArray const& array, std::vector<base::Box> const& boxes);

private:
  ir::Graph const& graph(int n_sources, bool keeps_target);
  void announce_write(GridFunctions const& functions, GridArray const& array) const;
  bool only_compiles() const { return launcher_.cache().settings().only_compiles; }

  Launcher& launcher_;
  BuiltInFunctions& built_in_;
  std::map<std::pair<int, bool>, ir::Graph> graphs_; ///< by number of sources and keeps_target
};

} // namespace chemora::runtime
