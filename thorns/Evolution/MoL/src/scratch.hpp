// Where the values of a step are kept besides the variables themselves.
#pragma once

#include "fields.hpp"
#include "roles/registry.hpp"

namespace mol {

// One evolved variable during a step.
struct Integrated {
  Evolved evolved;
  std::ptrdiff_t n;           // points
  Place previous;             // its value at the beginning of the step
  std::vector<Place> scratch; // the scratch values of the method
};

// All evolved variables, in the order of registration. What is returned stays until the next call.
std::vector<Integrated> const& integrated_variables(cGH const* cctkGH);

// Where the values of the saved variables wait for the end of the step, in the order of registration.
std::vector<Place> saved_places(cGH const* cctkGH);

} // namespace mol
