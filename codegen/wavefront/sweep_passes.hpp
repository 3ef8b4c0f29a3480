/// Divides a statement `sweep` of a file of recursions into traversals of the grid.
///
/// The tridiagonal solver
///
///     real c(axis[x] i) = ... c(i - 1) ...
///     real d(axis[x] i) = ... d(i - 1), c(i - 1) ...
///     real u(axis[x] i) = ... u(i + 1), c(i), d(i) ...
///
/// has two passes: c and d upwards, and u downwards. Within a pass, all calls go to points that precede the caller
/// along every axis. Any division of the grid into boxes can therefore be computed box by box.
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "framework/base/box.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// Functions that one traversal of the grid computes.
struct SweepPass {
  std::vector<std::string> functions{}; ///< in the order in which they are computed at a point
  base::Index3 direction{0, 0, 0};      ///< per axis 1 (upwards) or -1; 0 if points along the axis are independent
  base::Index3 reach{0, 0, 0};          ///< number of preceding points along each axis that calls read
};

/// An element of a table or of a grid function that is read at a constant distance from the point itself.
struct SweepRead {
  std::string name{};
  base::Index3 offset{0, 0, 0};
  bool is_call = false; ///< of a table; otherwise of a grid function
};

struct SweepPasses {
  int n_axes = 3;
  std::vector<SweepPass> passes{};
  /// Functions that depend on one axis only: 0 to 2, or on none: -1. They belong to no pass (axis_functions.hpp).
  std::map<std::string, int> axis_of{};
  std::vector<SweepPass> axis_passes{}; ///< these functions in the order of their computation
  /// The arrays of functions that are stored in memory: a grid function of the statement, or the function's own name.
  /// The other functions are only called at the point itself.
  std::map<std::string, std::string> arrays{};
  std::map<std::string, std::vector<SweepRead>> reads{}; ///< by function; without calls of functions in axis_of
  std::vector<std::string> grid{};                       ///< grid functions that are read or stored, by local name
  /// Grid functions of which a traversal reads values that it may have overwritten. They are copied before the sweep.
  std::set<std::string> copied{};

  bool is_stored(std::string const& grid_function) const;
  /// The axes that have a direction in this pass, or in any pass.
  std::array<bool, 3> directed_axes(std::optional<std::size_t> pass = {}) const;
};

/// Returns the text of an element as in the file: `u(i - 1, j)` for a table, `phi[i - 1, j]` for a grid function.
std::string element_text(ir::Expression const& element, bool is_call);

/// Returns the passes. Throws base::UserError with all errors: dimensions other than the axes x, y, z in this order,
/// subscripts other than an axis plus a constant, and calls without a common direction.
SweepPasses divide_into_passes(recursion::Sweep const& sweep);

} // namespace chemora::wavefront
