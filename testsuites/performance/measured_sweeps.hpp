// Sweeps over a cube that are written as recursions, for the recursion benchmark.
#pragma once

#include "kernels/recursions/sweeps.hpp"

#include <memory>
#include <string>
#include <vector>

namespace performance {

/// A tridiagonal solver along an axis (0 to 2) with the diffusion number `ratio`, as solve_lines_by_hand().
std::string lines_text(int axis);
/// A sweep of the eikonal equation, as sweep_eikonal_by_hand().
std::string eikonal_text();

/// The sweeps of a file on a cube of n^3 points with the grid function `u`, on one process and on the host.
class CubeSweeps {
public:
  CubeSweeps(std::string const& text, int n, double spacing, std::map<std::string, double> scalars);
  void run(double* u);
  std::string plans() const { return sweeps_->notes(); }

private:
  class OneProcess;

  std::unique_ptr<chemora::device::Device> device_;
  std::unique_ptr<chemora::recursions::Processes> process_;
  chemora::launch::Scratch memory_;
  chemora::wavefront::SweepFunction function_;
  std::map<std::string, double> scalars_;
  std::unique_ptr<chemora::recursions::Sweeps> sweeps_;
};

} // namespace performance
