/// Buffers of a kernel whose lanes are rows on a diagonal of y and z. The values that a row needs from the preceding
/// diagonal are adjacent in a buffer, so that the kernel gathers each value from memory only once.
///
/// Lane l of diagonal d computes row y = l, z = d - l of a tile. In the direction of the pass, calls of u at these
/// distances, and elements of a grid function T that the diagonal has not overwritten, are in temporaries:
///
///     u(i - 1, j, k)   last_u[l]           the value of this row at the last point
///     u(i, j, k - 1)   rows_u[x, l + 1]    row l of the preceding diagonal
///     u(i, j - 1, k)   before_u[l]         rows_u[x, l], read one point earlier, because row l - 1 overwrites it
///     T[i, j, k + 1]   up_T                from memory, once
///     T[i + n, j, k]   rows_T[x + n, l]    T[i, j, k + 1] of this row on the preceding diagonal
///
/// rows_u[x, 0] is the last row of the preceding tile.
#pragma once

#include "codegen/wavefront/sweep_geometry.hpp"

namespace chemora::wavefront {

class SweepElements;

class LaneBuffers {
public:
  /// All arguments must outlive this object. Kernels with conditions at points have no buffers.
  LaneBuffers(SweepGeometry const& geometry, SweepElements& elements, loops::LoopKernel& kernel, std::size_t pass);

  /// Adds the instructions that fill the buffers with the first rows of a tile. `nest` has the loops over tiles and
  /// groups of rows.
  void add_fills(SweepNest const& nest);
  /// Adds the instructions at the start of a diagonal. `nest` has also the loop over diagonals.
  void add_starts(SweepNest const& nest);
  /// Adds the reads from memory before the statements of a point. `nest` has all loops.
  void add_reads(SweepNest const& nest);
  /// Adds the instructions after the statements of a point, of which the first has this number.
  void add_updates(SweepNest const& nest, long number);

  /// Returns whether the value of a function at a point must be in a private temporary.
  bool needs_value(std::string const& function) const { return calls_.contains(function); }
  /// Returns the temporary with an element at this distance from the point of the nest, or null.
  ir::ExpressionPtr element(SweepNest const& nest, std::string const& name, base::Index3 const& offset) const;

private:
  /// The distances at which the functions of the pass call a function, against the direction of the pass.
  struct Calls {
    bool is_west = false, is_south = false, is_down = false;
    bool has_rows() const { return is_south || is_down; }
  };

  bool is_empty() const { return calls_.empty() && grid_.empty(); }
  void collect();
  base::Index3 in_direction(base::Index3 const& offset) const;
  ir::ExpressionPtr in_memory(SweepNest const& nest, std::string const& name, base::Index3 const& distance);

  // Elements of the temporaries.
  ir::ExpressionPtr of_lane(std::string const& kind, std::string const& name, ir::LinearExpression const& lane) const;
  ir::ExpressionPtr of_row(std::string const& name, ir::LinearExpression const& x,
                           ir::LinearExpression const& lane) const;
  ir::ExpressionPtr ahead(std::string const& name) const;

  void add_array(std::string const& kind, std::string const& name, int lanes, bool has_points);
  void add_first_row(SweepNest const& nest, std::string const& name);
  void add(SweepNest const& nest, std::string const& id, ir::ExpressionPtr const& target,
           ir::ExpressionPtr const& value, long number, std::vector<ir::ExpressionPtr> conditions = {});
  void add_constraint(ir::LinearExpression expression);
  void bound(ir::LinearExpression const& steps, int axis);
  std::string add_loop(SweepNest& nest, std::string const& name, loops::Tag tag);
  /// Add a loop over the points of a row, or over lanes, to the nest, and return its variable.
  ir::LinearExpression add_points(SweepNest& nest, std::string const& name, loops::Tag tag);
  ir::LinearExpression add_lanes(SweepNest& nest, std::string const& name);

  SweepGeometry const& geometry_;
  SweepElements& elements_;
  loops::LoopKernel& kernel_;
  std::size_t pass_;
  std::string suffix_; ///< of all names
  std::map<std::string, Calls> calls_{};
  std::map<std::string, int> grid_{}; ///< largest n of T[i + n, j, k]
};

} // namespace chemora::wavefront
