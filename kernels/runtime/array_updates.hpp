/// Executes the updates of time integrators, which are linear combinations of arrays, as kernels.
#pragma once

#include "kernels/runtime/launcher.hpp"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace chemora::runtime {

/// An update sets `target` to scale * target + sum of factor * source at all points. With scale 0 the old value of
/// `target` is not read.
struct ArrayUpdate {
  struct Term {
    GridArray source;
    double factor;
  };
  GridArray target;
  double scale = 0;
  std::vector<Term> terms;
  std::string function{}; ///< scheduled function that requested the update; empty if unknown

  /// Returns all arrays, the target first.
  std::vector<GridArray> arrays() const;
  bool is_copy() const { return scale == 0 && terms.size() == 1 && terms.front().factor == 1; }
  bool is_zero() const { return scale == 0 && terms.empty(); }
};

/// Returns the graph of a linear combination of arrays. The arrays of the graph are named `target`, `source0`, ..., and
/// its parameters are named `scale` and `factor0`, .... With `keeps_target` the sum starts with scale * target,
/// otherwise with the first source (or 0 without sources). Operations are evaluated from left to right, and each result
/// is rounded to `real`, the element type of all arrays. Factors are rounded to `real` before they are used.
ir::Graph linear_combination(int n_sources, bool keeps_target, ir::Type real = ir::Type::real64);

/// Returns a built-in kernel for the computation of linear_combination(), for processes without a compiler. The kernel
/// computes target = scale * target + factor0 * source0 + factor1 * source1 + ... from left to right, and rounds each
/// product and each sum. The term scale * target is omitted unless `keeps_target` is true. Without any term the result
/// is 0. The inputs of the kernel are the arrays that it reads, its only output is `target`, and the factors are its
/// parameters. Inputs and parameters are sorted by name (factor10 before factor2), as in the graph that
/// linear_combination() returns.
std::unique_ptr<device::Module> make_linear_combination(int n_sources, bool keeps_target,
                                                        ir::Type real = ir::Type::real64);

class ArrayUpdater {
public:
  /// `launcher` and `built_in` must outlive the object. The object adds precompiled update functions to `built_in` for
  /// processes without a compiler.
  ArrayUpdater(Launcher& launcher, BuiltInFunctions& built_in) : launcher_(launcher), built_in_(built_in) {}

  /// Computes the update on the kernel device, and reports the arrays that it reads and writes. The call is collective.
  void run(GridFunctions const& functions, ArrayUpdate const& update);

  /// Sets the array to zero at the points of these boxes. The call is collective.
  void set_to_zero(GridFunctions const& functions, GridArray const& array, std::vector<base::Box> const& boxes);

private:
  ir::Graph const& graph(int n_sources, bool keeps_target, ir::Type real);
  void announce_write(GridFunctions const& functions, GridArray const& array) const;
  bool only_compiles() const { return launcher_.cache().settings().only_compiles; }

  Launcher& launcher_;
  BuiltInFunctions& built_in_;
  /// graphs of linear combinations, by number of sources, keeps_target and element type
  std::map<std::tuple<int, bool, ir::Type>, ir::Graph> graphs_;
};

} // namespace chemora::runtime
