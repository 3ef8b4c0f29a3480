// A step of the method of lines whose right-hand side is fused with the updates of the integrator, as thorns MoL and
// CaKernel run it on the host.
#pragma once

#include "codegen/ir/graph.hpp"
#include "kernels/device/device.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "thorns/Evolution/MoL/src/methods/method.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace performance {

/// The fused kernels of one time step. Each variable u has the arrays u, u_p (the previous time level), urhs (the
/// right-hand side) and u_s (the scratch level of the method).
class FusedStep {
public:
  struct Grid {
    chemora::base::Index3 extent, allocated; ///< number of points along each axis, without and with the padding of rows
    int ghosts, line_begin;
    chemora::ir::GridScalars scalars;
  };
  /// `rhs` is the specialised graph of the right-hand side. The planner chooses the plans as in a simulation.
  FusedStep(chemora::device::Device& device, chemora::ir::Graph const& rhs, std::vector<std::string> const& variables,
            mol::Method<double> const& method, double dt, Grid const& grid);

  /// Runs all substeps. `array` returns the storage that an array had before the first step. Substeps may swap the
  /// storage of two arrays; location() returns the current assignment.
  void run(std::function<void*(std::string const&)> const& array);

  /// The number of array elements that the kernels read and write per interior point. Each kernel counts each of its
  /// arrays once.
  int n_numbers() const { return n_numbers_; }
  /// The plans of the interior kernels of the first two substeps.
  std::string const& plans() const { return plans_; }
  /// Returns the name of the array whose original storage now contains the values of `name`.
  std::string const& location(std::string const& name) const;

private:
  struct Kernel {
    chemora::launch::BoundKernel kernel;
    std::vector<chemora::base::Box> boxes;
    chemora::launch::RowEnds row_ends;
  };
  struct Substep {
    std::vector<Kernel> kernels;
    std::map<std::string, double> parameters;
    std::vector<std::pair<std::string, std::string>> swaps;
  };

  Kernel compile(chemora::device::Device& device, chemora::ir::Graph const& graph,
                 std::vector<chemora::base::Box> boxes, bool gets_whole_rows);

  Grid grid_;
  std::vector<Substep> substeps_;
  std::map<std::string, std::string> locations_;
  int n_numbers_ = 0;
  std::string plans_;
};

} // namespace performance
