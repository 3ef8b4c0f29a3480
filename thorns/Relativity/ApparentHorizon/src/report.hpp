// What is written and said about a horizon.
#pragma once

#include "surface/fast_flow.hpp"

#include "cctk.h"

namespace apparent_horizon {

double irreducible_mass(double area); // sqrt(area/(16 pi))

// A line in the file ah_NUMBER.asc; a comment where nothing was found. Does nothing but on process 0.
void write(cGH const* gh, int number, Found const& found, Vector const& centre);

// Says on the screen what was found, or why nothing. Does nothing but on process 0.
void say(cGH const* gh, int number, Found const& found);

} // namespace apparent_horizon
