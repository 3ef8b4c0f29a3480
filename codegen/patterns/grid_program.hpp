/// Programs whose patterns over the grid are sweeps. A sweep visits the points of the grid once and computes several
/// results, for which each process needs one exchange of messages.
///
///     let groups = groupBy(c in grid by bin(rho[c]) into 64: phi[c])
///     let means = map(g in groups: sum(g) / size(g))
///
/// becomes
///
///     sweep: keys, sizes, sums of rho by bin(rho[c])
///     let means = map(g < size(keys): sums[g] / sizes[g])
///
/// Members of groups are not stored. The points of a filter are stored by the process, which later sweeps visit.
/// Reductions of different statements are in one sweep if the variables that they read are known.
#pragma once

#include "codegen/patterns/lower_points.hpp"

namespace chemora::patterns {

struct Sweep {
  enum class Kind {
    sum,      ///< of reals, exact
    add,      ///< of integers
    multiply, ///< of integers
    minimum,
    maximum,
    any,
    all,
    count, ///< of points for which the value holds; of all points without a value
    arg_min,
    arg_max,
    gather ///< the values of all points in the order of the grid, on all processes
  };
  struct Result {
    Kind kind = Kind::count;
    std::vector<NodePtr> values{}; ///< for the variable `point`; several fields of a gathered structure
    int variable = -1;             ///< of the program
  };
  /// Results of all points or, with a key, arrays with results of the points with each key.
  struct Part {
    NodePtr key{}, n_groups{};
    int keys = -1; ///< variable with the keys that exist
    std::vector<Result> results{};
  };

  int set = -1;        ///< variable of the filter whose points are visited; -1: all points
  int point = 0;       ///< variable of the points
  NodePtr condition{}; ///< of a filter, which has no parts
  std::vector<Part> parts{};

  /// All values that a kernel computes: for each part the key and the values of the results, or the condition.
  std::vector<NodePtr> values() const;
};

struct GridProgram {
  Program program{};             ///< a sweep is a statement `let` of a variable
  Program declarations{};        ///< the variables of the program as kernels declare them
  std::map<int, Sweep> sweeps{}; ///< by the variable of the statement; that of a filter is the filter
  /// Patterns over the grid that are interpreted, and the reason.
  std::vector<std::pair<base::SourcePosition, std::string>> interpreted{};
};

/// Returns the program with sweeps in place of patterns over the grid for which lower_points() makes kernels. All other
/// patterns remain. The program has no part that find_nonlocal_part() finds.
GridProgram grid_program(Program const& program, NestOptions const& options = {});

} // namespace chemora::patterns
