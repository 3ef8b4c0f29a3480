/// Paths of recursions from the tables that a compiled kernel computes.
#pragma once

#include "codegen/wavefront/lowered.hpp"
#include "kernels/recursions/problem_kernel.hpp"

#include <optional>
#include <vector>

namespace chemora::recursions {

class CompiledPath {
public:
  /// Compiles the kernel of `lowered`, which is the system or its form with real numbers instead of integers
  /// (TypedSystems). They have no scalar parameters, and wavefront::why_not_ordered() returns nothing for plan() and
  /// the options. All references must outlive this object.
  CompiledPath(recursion::System const& system, recursion::System const& lowered, recursion::Inputs const& shared,
               wavefront::LoweringOptions const& options, device::Device& device, Compile const& compile,
               MemoryLimit& memory);

  /// The plan, which keeps all tables of one problem.
  static wavefront::Plan plan();
  /// The options with checks for overflows.
  static wavefront::LoweringOptions with_checks(wavefront::LoweringOptions options, recursion::System const& system);

  /// Returns the path of the only problem of the list. `inputs` are its arguments. Returns nothing if the tables exceed
  /// the limit of memory or integers overflow. The memory of the tables is released.
  std::optional<std::vector<PathStep>> path(ProblemList const& problem, recursion::Inputs const& inputs);

private:
  recursion::System const& system_;
  ProblemKernel kernel_;
};

} // namespace chemora::recursions
