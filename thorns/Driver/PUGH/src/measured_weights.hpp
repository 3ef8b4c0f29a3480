// How fast each process computes, measured.
#pragma once

#include "grid/weights.hpp"

namespace pugh {

// One per process, 1 for the fastest. All processes measure at the same time, as they compute at the same time later.
// The log says what was measured, what is used, and whether something disturbed it. Throws WeightsError when no
// active thorn can measure.
Weights measured_weights();

} // namespace pugh
