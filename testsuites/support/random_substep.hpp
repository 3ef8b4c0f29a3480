// Generates random kernels that are followed by the updates of a time integrator.
#pragma once

#include "codegen/passes/fusion.hpp"
#include "testsuites/support/random_graph.hpp"

#include <optional>

namespace chemora::testing_support {

struct RandomSubstep {
  passes::Substep substep;
  RandomData data; ///< arrays of the box `whole` (update_steps.hpp), and the parameters of kernel and updates
};

/// Returns a kernel with three outputs. For each output, one update changes an input or a new array, and another update
/// changes an accumulated sum. Some targets are copied before the kernel, and some arrays are unneeded. Returns nullopt
/// if the kernel does not cover whole rows. The result depends only on the arguments.
std::optional<RandomSubstep> make_random_substep(std::uint64_t seed, ir::Type real = ir::Type::real64);

/// Returns the box, extended along x to the ends of the arrays.
base::Box whole_rows(base::Box const& box);

/// Returns `of_substep` with the additional parameters of the group's graphs. These parameters are the coefficients of
/// the updates and the bounds of the interior, `box`.
ir::InterpreterInput input_of(passes::UpdateGroup const& group, ir::InterpreterInput of_substep, base::Box const& box);

} // namespace chemora::testing_support
