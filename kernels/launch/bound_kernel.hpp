/// A compiled kernel with the names of its arrays and the reach of its stencils, which are needed to launch it.
#pragma once

#include "codegen/ir/graph.hpp"
#include "kernels/device/device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::launch {

/// Returns the address of a variable on the device of the kernel, or null if the variable has no storage.
using FindArray = std::function<void*(std::string const& variable)>;
/// Returns the value of a parameter (ints, booleans and keyword indices as doubles).
using FindParameter = std::function<double(std::string const& parameter)>;

/// Specifies whether stencils may read beyond the ends of rows along x. If an array has rows before and after, such
/// reads stay inside its memory. The kernel must not use values that it reads there.
enum class RowEnds { must_not_be_read, may_be_read };

class BoundKernel {
public:
  /// `graph` is the graph from which the module was compiled. The graph determines the order of arrays and parameters.
  /// `extent` contains the numbers of points of all arrays along each axis, and `allocated` contains their extents in
  /// memory.
  BoundKernel(ir::Graph graph, base::Index3 extent, base::Index3 allocated, std::unique_ptr<device::Module> module);
  BoundKernel(ir::Graph graph, base::Index3 extent, std::unique_ptr<device::Module> module)
      : BoundKernel(std::move(graph), extent, extent, std::move(module)) {}

  /// The array addresses and parameter values of a launch, in the order of the compiled graph.
  struct Arguments {
    std::vector<void const*> inputs;
    std::vector<void*> outputs;
    std::vector<double> parameters;
  };
  /// Returns the arguments of a launch. The function throws base::UserError if an array has no storage.
  Arguments collect(FindArray const& find_array, FindParameter const& find_parameter) const;
  /// Throws base::UserError when an array of these arguments has no storage.
  void check_storage(Arguments const& arguments) const;

  /// Runs the kernel on each box. If a stencil reads outside the array, the function throws base::UserError before it
  /// computes any point.
  void run(std::span<base::Box const> boxes, ir::GridScalars const& scalars, Arguments const& arguments,
           RowEnds row_ends = RowEnds::must_not_be_read);

  /// Collects the arguments and runs the kernel on each box. `parameters` must contain all parameters of the compiled
  /// graph, by name.
  void run(std::span<base::Box const> boxes, ir::GridScalars const& scalars,
           std::map<std::string, double> const& parameters, FindArray const& find_array,
           RowEnds row_ends = RowEnds::must_not_be_read);

  ir::Graph const& graph() const { return graph_; }

private:
  void check_reach(base::Box const& box, RowEnds row_ends) const;
  bool is_inside(base::Box const& box, ir::Reach const& reach, RowEnds row_ends) const;

  ir::Graph graph_;
  base::Index3 extent_, allocated_;
  std::map<std::string, ir::Reach> stencils_;
  ir::Reach reach_; ///< maximum reach of all stencils
  std::unique_ptr<device::Module> module_;
};

} // namespace chemora::launch
