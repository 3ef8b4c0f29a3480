/// The loops of a kernel of a sweep: which axes are lanes, rows, tiles and threads.
#pragma once

#include "codegen/wavefront/lower_sweep.hpp"

namespace chemora::wavefront {

/// Loops around statements, and the position of their point.
struct SweepNest {
  std::vector<std::string> loops{};
  std::vector<ir::LinearExpression> order{};
  std::array<ir::LinearExpression, 3> steps{}; ///< points from the start of the box, in the direction of the pass
  Place place{};
  std::string suffix{};
  std::optional<std::string> lane{};
};

struct SweepGeometry {
  SweepGeometry(recursion::Sweep const& of_sweep, SweepPasses const& its_passes, std::size_t its_pass,
                SweepPlan const& its_plan, SweepSpace const& its_space);

  bool is_axis(int axis) const { return axis < passes.n_axes; }
  bool is_free(int axis) const { return is_axis(axis) && !directed[static_cast<std::size_t>(axis)]; }
  bool is_directed(int axis) const { return is_axis(axis) && directed[static_cast<std::size_t>(axis)]; }
  /// Whether rows along x are lanes, instead of points along x.
  bool has_rows() const { return !is_free(0) && is_axis(1) && !plan.is_device; }
  bool is_skewed() const { return has_rows() && is_directed(1); }
  /// The axis along which lane l is l points before lane 0, if lanes depend on each other; otherwise -1.
  int skewed_axis() const { return !is_skewed() ? -1 : is_directed(2) ? 2 : 0; }
  /// The axes of the sequential loops, outermost first.
  std::array<int, 3> loop_axes() const {
    return skewed_axis() == 2 ? std::array<int, 3>{1, 2, 0} : std::array<int, 3>{2, 1, 0};
  }
  /// Whether the rows of a tile are copied to buffers in which the lanes of a vector are adjacent.
  bool has_row_buffers() const {
    return plan.is_fused && has_rows() && is_directed(0) && !is_directed(1) && !is_directed(2);
  }
  bool has_tile_of_rows() const { return uses_fronts || is_free(1); }
  /// The axis of the lanes of vectors; -1 without lanes.
  int lane_axis() const { return is_free(0) ? 0 : has_rows() ? 1 : -1; }

  static std::string letter(int axis) { return std::string(1, "xyz"[axis]); }
  /// A parameter of the kernel for an axis: `first_x`.
  static ir::LinearExpression parameter(char const* name, int axis) { return ir::linear(name + letter(axis)); }
  /// The local index of the point of the nest along an axis.
  ir::LinearExpression local_index(std::size_t of_pass, SweepNest const& nest, int axis) const;
  /// Whether no statement of the pass has a condition on axes.
  bool is_decided(std::size_t of_pass, Place const& place) const;

  recursion::Sweep const& sweep;
  SweepPasses const& passes;
  std::size_t kernel_pass; ///< the pass of a kernel that is not fused
  SweepPlan const& plan;
  SweepSpace const& space;
  std::array<bool, 3> directed; ///< the axes that have a direction in one of the passes of the kernel
  bool uses_fronts;             ///< whether each launch computes one diagonal of tiles, or one plane of points
  SweepNest outer{};            ///< loops over tiles and threads
  std::array<ir::LinearExpression, 3> tile_start{}; ///< points from the start of the box to the start of the tile
};

/// An instruction in the loops of a nest. `number` is its position in their innermost iteration.
loops::Instruction instruction_in(SweepNest const& nest, std::string const& id, ir::ExpressionPtr const& target,
                                  ir::ExpressionPtr const& value, long number, base::SourcePosition const& where);

/// The distance at which an element of a function or of a grid function is read.
base::Index3 offset_of(ir::Expression const& element);

/// Whether launches of this kernel compute one diagonal of tiles, or one plane of points.
bool has_fronts(SweepPasses const& passes, std::size_t pass, SweepPlan const& plan);

} // namespace chemora::wavefront
