// What a substep does to the variables, as lists of updates.
#pragma once

#include "integrator.hpp"
#include "offer.hpp"

namespace mol {

// What is returned stays until the same is asked for again.

// Copies of past levels to the current ones, from which the step starts.
Offer& initial_copies(cGH const* cctkGH);

// Right-hand sides set to zero; slow ones only if they will be calculated.
Offer& zeroed_rhs(cGH const* cctkGH, bool evaluates_slow);

Substep<double> const& substep(Method<double> const& method, int remaining);

// The new values after the right-hand sides have been calculated. Nobody needs right-hand sides between substeps then,
// if no function of the loop over them may read them, and, after the last substep, when everybody may look at
// right-hand sides, what the method has kept.
Offer& new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt);

// What the method does to the values before the right-hand sides are calculated.
Offer& prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining);

} // namespace mol
