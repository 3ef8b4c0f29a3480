// The method of this run.
#pragma once

#include "methods/choose.hpp"

namespace mol {

// The method that the parameters choose; found once. With errors the method is empty.
Chosen const& integrator();

// The method of a step that begins after `n_steps_before` steps, rounded: multistep methods begin with others.
Method<double> const& method_of_step(double n_steps_before);

} // namespace mol
