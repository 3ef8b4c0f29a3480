// The boundary conditions, each applied to all zones of one variable. They read the interior next to the boundary,
// which must be synchronised before.
#pragma once

#include "../target.hpp"

namespace boundary {

// Boundary points hold `value`. Variables of any numeric type.
void apply_scalar(Target const& target, double value);

// Boundary points equal the interior point next to them. Any type.
void apply_flat(Target const& target);

// Boundary points equal those of another variable of the same type. Any type.
void apply_copy(Target const& target, int from_variable);

// Boundary points continue the straight line through the two points inside. Variables of type CCTK_REAL.
void apply_extrapolation(Target const& target);

// Boundary points keep the value of the past time level. Any type with two time levels.
void apply_static(Target const& target);

// Outgoing spherical waves with speed v around f0:  f = f0 + u(r - v t)/r.  See radiation.cpp.
struct Radiation {
  double limit = 0; // f0
  double speed = 1; // v
  int past_variable;
  int power = 0; // Boundary::radpower; 0 or less: no incoming waves
};
void apply_radiation(Target const& target, Radiation const& options);

// f = f0 + k / r^n with unknown k. See robin.cpp.
struct Robin {
  double limit = 0; // f0
  int power = 1;    // n
};
void apply_robin(Target const& target, Robin const& options);

} // namespace boundary
