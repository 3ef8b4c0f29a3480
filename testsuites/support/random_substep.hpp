// Random kernels with updates of a time integrator after them.
#pragma once

#include "codegen/passes/fusion.hpp"
#include "testsuites/support/random_graph.hpp"

#include <optional>

namespace chemora::testing_support {

struct RandomSubstep {
  passes::Substep substep;
  RandomData data; ///< arrays on update_steps.hpp's `whole` and parameters of the kernel and the updates
};

/// Returns a kernel with three outputs. Each has an update of an input, or of a new array, and an accumulated sum.
/// Some targets are copied before, and some arrays are unneeded. Empty for kernels that do not cover whole rows. The
/// result depends on the arguments only.
std::optional<RandomSubstep> make_random_substep(std::uint64_t seed, ir::Type real = ir::Type::real64);

/// The box extended along x to the ends of the arrays.
base::Box whole_rows(base::Box const& box);

/// Returns the input of a substep with the parameters of a group's graphs: its coefficients, and the bounds of the
/// interior, which is `box`.
ir::InterpreterInput input_of(passes::UpdateGroup const& group, ir::InterpreterInput of_substep, base::Box const& box);

} // namespace chemora::testing_support
