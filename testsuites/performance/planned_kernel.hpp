// Specialises, plans, splits and compiles a graph for a device in the same way as a simulation, and allocates its
// arrays.
#pragma once

#include "codegen/ir/graph.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/scratch.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace performance {

class PlannedKernel {
public:
  /// The grid has `n` points per axis and as many ghost zones as the stencils need. The inputs have the same values on
  /// every device. Throws device::DeviceError if the device cannot compile the kernel or has too little memory.
  PlannedKernel(chemora::device::Device& device, chemora::ir::Graph const& graph, int n);
  ~PlannedKernel();
  PlannedKernel(PlannedKernel const&) = delete;
  PlannedKernel& operator=(PlannedKernel const&) = delete;

  /// Launches all kernels; they may run later.
  void launch();
  /// Points computed by one launch.
  double n_points() const { return static_cast<double>(box_.n_points()); }
  int n_kernels() const { return static_cast<int>(kernels_.size()); }
  /// Compulsory bytes (each array once) and operations, summed over all kernels of the plan.
  int bytes_per_point() const { return bytes_per_point_; }
  int flops_per_point() const { return flops_per_point_; }

  /// Copies the current values of all outputs to the host.
  std::map<std::string, std::vector<double>> outputs();

private:
  void* array(std::string const& name) const;

  chemora::device::Device& device_;
  chemora::ir::Graph graph_;
  chemora::base::Index3 extent_{};
  chemora::base::Box box_{};
  chemora::ir::GridScalars scalars_{};
  std::map<std::string, double> parameters_;
  std::map<std::string, void*> arrays_;
  std::map<std::string, int> slots_;
  chemora::launch::Scratch scratch_;
  std::vector<std::unique_ptr<chemora::launch::BoundKernel>> kernels_;
  int bytes_per_point_ = 0, flops_per_point_ = 0;
};

} // namespace performance
