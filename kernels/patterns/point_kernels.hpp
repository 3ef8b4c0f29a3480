/// Kernels of sweeps over the points of the grid: their sources, and loaded kernels.
#pragma once

#include "codegen/ir/loop_tree.hpp"
#include "codegen/patterns/grid_program.hpp"
#include "kernels/patterns/kernel_memory.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace chemora::patterns {

/// The kernel of a sweep. A value that is a grid function needs no kernel.
struct SweepKernel {
  std::string name{};
  LoweredPoints lowered{};
  /// For each of Sweep::values(), the name of a grid function, or empty for the next result of the kernel.
  std::vector<std::string> fields{};
  ir::LoopTree tree{};
  ir::TreeArguments arguments{};

  bool is_needed() const { return !lowered.results.empty(); }
};

SweepKernel make_sweep_kernel(GridProgram const& program, Sweep const& sweep, std::string const& name,
                              NestOptions const& options);

/// Returns the source in C++.
KernelSource source_of(SweepKernel const& kernel);

/// A loaded kernel for the host.
class PointKernel {
public:
  virtual ~PointKernel() = default;
  /// Computes the values of a list of points. The parameters are those of the tree, and the arrays are in the order of
  /// the arguments. Several threads may call the function together.
  virtual void run(std::vector<double> const& parameters, std::span<void const* const> inputs,
                   std::span<void* const> outputs) const = 0;
};

/// Returns the kernel of a module for the host.
std::unique_ptr<PointKernel> make_point_kernel(std::unique_ptr<device::Module> module);

} // namespace chemora::patterns
