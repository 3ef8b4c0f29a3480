// What a substep does to the variables, as lists of updates.
#pragma once

#include "fields.hpp"
#include "integrator.hpp"
#include "scratch.hpp"

namespace mol {

// Copies of past levels to the current ones, from which the step starts.
std::vector<Batch> initial_copies(cGH const* cctkGH);

// Right-hand sides set to zero; slow ones only if they will be calculated.
std::vector<Batch> zeroed_rhs(cGH const* cctkGH, bool evaluates_slow);

Substep<double> const& substep(Method<double> const& method, int remaining);

// The new values after the right-hand sides have been calculated.
std::vector<Batch> new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt);

// What the method does to the values before the right-hand sides are calculated.
std::vector<Batch> prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining);

// What nobody reads once these new values are there: right-hand sides between substeps, if no function of the loop over
// them may read them; after the last substep, when everybody may look at right-hand sides, what the method has kept.
std::vector<Place> unneeded_after(cGH const* cctkGH, Method<double> const& method, int remaining);

} // namespace mol
