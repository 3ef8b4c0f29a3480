/// The method of this run.
#pragma once

#include "methods/choose.hpp"

namespace mol {

/// The method that the parameters select. If there are errors, the method is empty.
Integrator const& integrator();

/// The method of the step after `n_steps_before` steps (rounded). Multistep methods begin with other methods.
Method<double> const& method_of_step(double n_steps_before);

} // namespace mol
