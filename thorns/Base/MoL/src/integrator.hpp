// The method of this run.
#pragma once

#include "methods/choose.hpp"

namespace mol {

// The method that the parameters choose; found once. With errors the method is empty.
Chosen const& integrator();

} // namespace mol
