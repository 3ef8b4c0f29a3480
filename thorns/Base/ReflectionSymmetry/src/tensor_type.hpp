// What the tags of a group say about its variables in a mirror.
#pragma once

#include "parity/tensor_parity.hpp"

namespace reflection {

// From the tags tensortypealias (none: scalar), tensorparity and cartesianreflectionparities. Ends the run with a
// message when they make no sense for the group.
Signs signs_of_variable(int variable);

// Whether a variable lies half a spacing off the grid points of its group in a direction: tag staggertype (cell, face,
// edge or vertex; none: cell).
bool is_shifted(int variable, int direction);

} // namespace reflection
