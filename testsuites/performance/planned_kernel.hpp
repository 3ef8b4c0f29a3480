// A graph as a run would compute it on a device: specialised, planned, split, compiled, with arrays of its own.
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
  /// `n` points per axis and as many ghost zones as stencils reach; inputs have values that are the same on every
  /// device. Throws device::DeviceError when the device cannot compile or has no memory for it.
  PlannedKernel(chemora::device::Device& device, chemora::ir::Graph const& graph, int n);
  ~PlannedKernel();
  PlannedKernel(PlannedKernel const&) = delete;
  PlannedKernel& operator=(PlannedKernel const&) = delete;

  /// Perhaps later, as launches are.
  void launch();
  /// Of one launch, without the outermost ghost zones.
  double n_points() const { return static_cast<double>(box_.n_points()); }
  int n_kernels() const { return static_cast<int>(kernels_.size()); }
  /// Compulsory, of all kernels of the plan.
  int bytes_per_point() const { return bytes_per_point_; }
  int flops_per_point() const { return flops_per_point_; }

  /// The values of all outputs, as they are on the device now.
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
