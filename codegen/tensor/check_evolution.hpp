// Equations for time derivatives that would be compiled but not do what the user expects.
#pragma once

#include "codegen/tensor/component_system.hpp"

namespace chemora::tensor {

/// Reports, for an expanded system without errors:
/// - time derivatives in a schedule bin where no integrator uses them (error), or in an unknown group (warning);
/// - a time derivative that two calculations give at the same points: an error if neither has a condition, a warning if
///   the conditions do not exclude each other;
/// - an evolved variable without initial data (warning);
/// - a variable with initial data that gets a value, not a time derivative, among time derivatives (warning).
void check_evolution(TensorSystem const& system, ComponentSystem const& components, base::Diagnostics& diagnostics);

} // namespace chemora::tensor
