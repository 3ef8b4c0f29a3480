/// Specialises systems to arguments that are known before they are compiled.
///
///     f[s, i]: emission[s, x[i - 1]] * sum over t from first_to[s] to first_to[s + 1] - 1:
///                                        prob[order_to[t]] * f[start[order_to[t]], i - 1]
///
/// becomes for a model with two transitions to the state 2
///
///     f_2[i]: emission[2, x[i - 1]] * (0.25 * f_1[i - 1] + 0.5 * f_2[i - 1])
#pragma once

#include "codegen/recursion/system.hpp"

namespace chemora::recursion {

struct SpecialiseOptions {
  long max_states = 64;       ///< largest product of the numbers of states of a function's dimensions
  long max_transitions = 512; ///< of a model
};

/// Returns a system with the same result for the arguments in `shared`, which belong to all problems.
/// - Functions of states of a small model become one function per state. Reductions over its transitions and states are
///   written out in their order.
/// - Elements of arrays become numbers where all elements that a case may read are equal.
/// - Products with 1 disappear. Terms of probabilities with the factor 0 disappear.
/// The system remains as it is if a state is not known, for example if it depends on a letter. Sizes and the order of
/// operations do not change.
System specialised(System const& system, Inputs const& shared, SpecialiseOptions const& options = {});

} // namespace chemora::recursion
