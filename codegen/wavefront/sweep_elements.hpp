/// Expressions of kernels of sweeps: elements of arrays, indices and sizes in place of calls, dimensions and names.
#pragma once

#include "codegen/wavefront/lane_buffers.hpp"

namespace chemora::wavefront {

/// Makes the expressions of a kernel, and adds its arrays and arguments.
class SweepElements {
public:
  /// Both arguments must outlive this object.
  SweepElements(SweepGeometry const& geometry, SweepKernel& result);

  /// The expression of a case with indices and elements of arrays in place of dimensions, sizes and calls.
  ir::ExpressionPtr value(std::size_t pass, SweepNest const& nest, recursion::Function const& function,
                          ir::ExpressionPtr const& expression);
  /// The condition of a case at the point of the nest.
  ir::ExpressionPtr condition(std::size_t pass, SweepNest const& nest, recursion::Function const& function,
                              loops::Constraint const& constraint) const;
  /// The element of a function or a grid function at this distance from the point.
  ir::ExpressionPtr element(std::size_t pass, SweepNest const& nest, std::string const& name,
                            base::Index3 const& offset, bool is_read = false);
  /// A temporary for the value of a function at the point.
  ir::ExpressionPtr add_private(SweepNest const& nest, std::string const& function);
  /// Whether functions of the pass call this one at the point itself.
  bool is_called_here(std::size_t pass, std::string const& function) const;
  /// Reads elements from these buffers where they have them. Null: from no buffers.
  void set_buffers(LaneBuffers const* buffers) { lanes_ = buffers; }
  /// Adds the arguments to the kernel.
  void add_arguments();

  /// A grid function whose rows are copied to a buffer (SweepGeometry::has_row_buffers).
  struct RowBuffer {
    bool is_read = false, is_written = false; ///< whether the grid function is
    ir::TypedArray array{};
  };
  std::map<std::string, RowBuffer> const& row_buffers() const { return buffers_; }
  /// The element of an argument with these local indices.
  ir::ExpressionPtr argument_element(std::string const& array, std::array<ir::LinearExpression, 3> const& indices);

private:
  ir::LinearExpression with_sizes(ir::LinearExpression expression) const;
  ir::ExpressionPtr value_of_name(std::size_t pass, SweepNest const& nest, recursion::Function const& function,
                                  ir::ExpressionPtr const& name) const;
  ir::ExpressionPtr axis_element(std::size_t pass, SweepNest const& nest, std::string const& name, int axis,
                                 base::Index3 const& offset);
  ir::ExpressionPtr grid_element(std::size_t pass, SweepNest const& nest, std::string const& array,
                                 base::Index3 const& offset);
  ir::ExpressionPtr buffer_element(std::size_t pass, SweepNest const& nest, std::string const& array,
                                   base::Index3 const& offset, bool is_call);
  ir::ExpressionPtr table_element(std::size_t pass, SweepNest const& nest, std::string const& array,
                                  base::Index3 const& offset);

  SweepGeometry const& geometry_;
  SweepKernel& result_;
  std::map<std::string, ir::TypedArray> arguments_{};
  std::map<std::string, RowBuffer> buffers_{};
  LaneBuffers const* lanes_ = nullptr;
  std::map<std::string, std::string> in_buffers_{}; ///< tables that are in the buffer of a grid function
};

} // namespace chemora::wavefront
