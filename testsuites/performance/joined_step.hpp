// A step of a method of lines whose right-hand side is joined with the sums, as thorns MoL and CaKernel run it on the
// host.
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

/// What there is of each variable u: u, its past level u_p, its right-hand side urhs, and u_s for the first scratch
/// value.
class JoinedStep {
public:
  struct Grid {
    chemora::base::Index3 extent, allocated; ///< points, and what rows hold in memory
    int ghosts, line_begin;
    chemora::ir::GridScalars scalars;
  };
  /// `rhs` is the graph of the right-hand side, known values put in. Plans are those that a run would choose.
  JoinedStep(chemora::device::Device& device, chemora::ir::Graph const& rhs, std::vector<std::string> const& variables,
             mol::Method<double> const& method, double dt, Grid const& grid);

  /// All substeps. `array` gives the memory of a name at the beginning; what changes places is in `place` afterwards.
  void run(std::function<void*(std::string const&)> const& array);

  /// Compulsory: what the kernels read and write at a point of the interior, each array once.
  int n_numbers() const { return n_numbers_; }
  /// Of the kernel for the interior of the first and of the second substep.
  std::string const& plans() const { return plans_; }
  /// Where the values of this name lie now.
  std::string const& place(std::string const& name) const;

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
  std::map<std::string, std::string> places_;
  int n_numbers_ = 0;
  std::string plans_;
};

} // namespace performance
