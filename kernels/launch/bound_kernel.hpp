// A compiled kernel with what it takes to call it: names of its arrays, reach of its stencils.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/grid_scalars.hpp"
#include "kernels/device/device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::launch {

/// Gives the memory of a variable on the device the kernel runs on; null when it has no storage.
using FindArray = std::function<void*(std::string const& variable)>;
/// The value of a parameter (ints, booleans and keyword indices as doubles).
using FindParameter = std::function<double(std::string const& parameter)>;

/// What stencils read along x beyond the ends of rows: it must not be, or the kernel makes no use of it and it lies in
/// the array all the same, as other rows lie there.
enum class RowEnds { must_not_be_read, may_be_read };

class BoundKernel {
public:
  /// `graph` is the graph the module was compiled from: it fixes the order of arrays and parameters. `extent` is
  /// that of all arrays, of which `allocated` points, or as many, are in memory.
  BoundKernel(ir::Graph graph, base::Index3 extent, base::Index3 allocated, std::unique_ptr<device::Module> module);
  BoundKernel(ir::Graph graph, base::Index3 extent, std::unique_ptr<device::Module> module)
      : BoundKernel(std::move(graph), extent, extent, std::move(module)) {}

  /// What a launch is given besides its box, in the compiled graph's order.
  struct Arguments {
    std::vector<void const*> inputs;
    std::vector<void*> outputs;
    std::vector<double> parameters;
  };
  /// Throws base::UserError when an array has no storage.
  Arguments collect(FindArray const& find_array, FindParameter const& find_parameter) const;
  /// The same for arguments that were collected otherwise.
  void check_storage(Arguments const& collected) const;

  /// Runs on each box. Throws base::UserError when a stencil leaves the array, before any point is computed.
  void run(std::span<base::Box const> boxes, ir::GridScalars const& scalars, Arguments const& collected,
           RowEnds row_ends = RowEnds::must_not_be_read);

  /// Both at once. `parameters` holds at least those the compiled graph still has, by name.
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
  ir::Reach widest_; ///< of all of them
  std::unique_ptr<device::Module> module_;
};

} // namespace chemora::launch
