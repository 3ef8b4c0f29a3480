/// The updates of a substep, made from the method and cached until something that they depend on changes.
#pragma once

#include "integrator.hpp"
#include "update_batches.hpp"

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
/// The flesh of Cactus cannot enumerate scheduled functions.
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return -1; }
#endif

namespace mol {

// References are valid until the next call of the same function.

/// Copies of past time levels to the current ones, with which the step begins.
UpdateBatches& initial_copies(cGH const* cctkGH);

/// Right-hand sides set to zero; slow ones only if they will be evaluated.
UpdateBatches& zeroed_rhs(cGH const* cctkGH, bool evaluates_slow);

Substep<double> const& substep(Method<double> const& method, int remaining);

/// The new values after the right-hand sides have been evaluated. Values that are unneeded afterwards are right-hand
/// sides between substeps, if no function reads them there, and scratch values of the method after the last substep.
UpdateBatches& new_values(cGH const* cctkGH, Method<double> const& method, int remaining, double dt);

/// The assignments of the method before the right-hand sides are evaluated.
UpdateBatches& prepared_values(cGH const* cctkGH, Method<double> const& method, int remaining);

} // namespace mol
