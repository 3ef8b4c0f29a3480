// Random kernels with sums of a time integrator behind them, and what the groups of such sums are to be run with.
#pragma once

#include "codegen/passes/sums_apart.hpp"
#include "testsuites/support/random_graph.hpp"

#include <optional>

namespace chemora::testing_support {

struct RandomSubstep {
  passes::Step step;
  RandomData data; ///< of the kernel, on update_steps.hpp's `whole`, and of the sums
};

/// A sum for each of three outputs, of an input where there is one, and one of the new value; with copies before, and
/// with arrays that nobody needs. Nothing for kernels whose sums cannot follow at once. Same arguments, same substep.
std::optional<RandomSubstep> make_random_substep(std::uint64_t seed, ir::Type real = ir::Type::real64);

/// The box from end to end of the arrays along x.
base::Box whole_rows(base::Box const& box);

/// `of_step` with the parameters that the graphs of a group ask for: factors by the group's own numbers, and the bounds
/// of the interior, which is `box`.
ir::InterpreterInput input_of(passes::SumGroup const& group, ir::InterpreterInput of_step, base::Box const& box);

} // namespace chemora::testing_support
